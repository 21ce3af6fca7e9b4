internal import Glibc

/// Why the system did not do what it was asked for.
package struct SystemError: Error, Equatable {
    /// The error number (`errno`).
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The system's message for the error.
    package var text: String { String(cString: strerror(number)) }
}

extension Result where Failure == SystemError {
    /// Returns the result of a call or throws the error of its failure.
    ///
    /// - Parameter error: converts the error number.
    @discardableResult
    package func orThrow(_ error: (Int32) -> BatchError) throws(BatchError) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let failure): throw error(failure.number)
        }
    }
}

/// Makes a call of the system, and again as long as a signal interrupts it (`EINTR`).
///
/// It is for calls that return in bounded time. A caller that may block indefinitely has to check for an interruption
/// between tries instead.
///
/// - Parameter call: gives a negative number where it fails, and says why in `errno`.
package func retryOnInterrupt<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, SystemError> {
    while true {
        let value = call()
        if value >= 0 { return .success(value) }
        let reason = errno
        if reason != EINTR { return .failure(SystemError(number: reason)) }
    }
}

/// Writes all of some bytes, in as many calls as it takes.
///
/// It fails with `ENOSPC` where the system takes nothing without a reason. How much has been written then is not said.
///
/// - Parameters:
///   - descriptor: what to write to; one that makes a writer wait.
///   - offset: where in the file to write, from 0; nil to write on where the last one ended.
/// - Returns: the number of bytes that the system reports as written, which a caller that keeps count has to check.
package func writeAll(
    _ bytes: RawSpan, to descriptor: Int32, at offset: Int? = nil
) -> Result<Int, SystemError> {
    bytes.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let step = retryOnInterrupt {
                offset.map { pwrite(descriptor, rest.baseAddress, rest.count, off_t($0 + done)) }
                    ?? write(descriptor, rest.baseAddress, rest.count)
            }
            switch step {
            case .success(0): return .failure(SystemError(number: ENOSPC))
            case .success(let count): done += count
            case .failure(let error): return .failure(error)
            }
        }
        return .success(done)
    }
}
