import Dispatch
import Foundation
import JuiceBatch
import TestSupport
import Testing

@Test func lockIsExclusiveAndReleasedByErrors() {
    struct Mistake: Error {}
    let counts = LockedValue([0, 0])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for _ in 0..<1_000 {
            counts.withLock { counts in
                let sum = counts[0] + counts[1]
                counts[thread % 2] += 1
                #expect(counts[0] + counts[1] == sum + 1)
            }
        }
    }
    #expect(throws: Mistake.self) { try counts.withLock { (_) throws(Mistake) in throw Mistake() } }
    #expect(counts.withLock { $0 } == [2_000, 2_000])
}

@Suite struct SystemCallsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func temporaryFileIsClosedOnExec() throws {
        let descriptor = AnonymousFile.makeNamed(in: folder.path)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [([EINTR, EINTR, EBADF], nil, 0), ([EINTR, 0, EBADF], 7, 1)] as [([Int32], Int?, Int)])
    func retriesOnlyInterruptedCalls(errors: [Int32], result: Int?, left: Int) {
        var errors = errors
        let found = retryOnInterrupt {
            errno = errors.removeFirst()
            return errno == 0 ? 7 : -1
        }
        let wanted: Result<Int, SystemError> = result.map { .success($0) } ?? .failure(SystemError(number: EBADF))
        #expect(found == wanted && errors.count == left)
    }

    @Test func writesAtTheGivenOffset() throws {
        let file = open(try folder.write(Array("0123456789".utf8), to: "file"), O_WRONLY)
        defer { close(file) }
        #expect(try writeAll(Array("ab".utf8).span, to: file, at: 4).get() == 2)
        #expect(try writeAll(Array("cd".utf8).span, to: file).get() == 2)
        #expect(try writeAll([UInt8]().span, to: file).get() == 0)
        #expect(folder.read("file") == Array("cd23ab6789".utf8))
    }

    @Test func writeReturnsTheError() {
        let device = open("/dev/full", O_WRONLY)
        defer { close(device) }
        let bytes: [UInt8] = [1, 2, 3]
        #expect(writeAll(bytes.span, to: device) == .failure(SystemError(number: ENOSPC)))
        let error = Engine.error { try writeAll(bytes.span, to: -1).orThrow { .inputOutput(path: "x", errno: $0) } }
        #expect(error == "\(BatchError.inputOutput(path: "x", errno: EBADF))")
    }

    @Test func moveDoesNotReplace() throws {
        let one = try folder.write([1], to: "one")
        let other = try folder.write([2], to: "other")
        let third = folder.path + "/third"
        #expect(throws: SystemError(number: EEXIST)) { try moveWithoutReplacing(one, to: other).get() }
        try exchangePaths(one, other).get()
        #expect(folder.read("one") == [2] && folder.read("other") == [1])
        #expect(throws: SystemError(number: ENOENT)) { try exchangePaths(one, third).get() }
        try moveWithoutReplacing(one, to: third).get()
        #expect(!folder.holds("one") && folder.read("third") == [2])
    }

    @Test func byteLockBelongsToOneOpenFile() throws {
        let path = try folder.write([], to: "file")
        let (first, second) = (open(path, O_RDWR), open(path, O_RDWR))
        defer { close(second) }
        for _ in 1...2 { #expect(try lockByte(100, of: first).get()) }
        #expect(try !lockByte(100, of: second).get())
        #expect(try lockByte(101, of: second).get())
        close(first)
        #expect(try lockByte(100, of: second).get())
        #expect(throws: SystemError(number: EBADF)) { try lockByte(0, of: -1).get() }
    }
}
