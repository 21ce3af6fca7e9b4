import Glibc

/// The checker of the process: libFuzzer calls from one thread only.
private nonisolated(unsafe) var checker: (any FuzzChecker)?

/// libFuzzer's entry, called for each input.
///
/// `JUICE_BATCH_FUZZ` in the environment names the target.
///
/// - Returns: 0, as libFuzzer demands; what does not hold ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        if checker == nil { checker = try wantedTarget().makeChecker() }
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        if let problem = try checker?.problem(with: bytes) { fatalError(problem) }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

private func wantedTarget() -> FuzzTarget {
    let name = getenv("JUICE_BATCH_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("JUICE_BATCH_FUZZ is none of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
}
