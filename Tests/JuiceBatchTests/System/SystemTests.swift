import Dispatch
import Foundation
import JuiceBatch
import Synchronization
import TestSupport
import Testing

@Suite struct LockedValueTests {
    @Test func lockIsExclusive() {
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
        #expect(counts.withLock { $0 } == [2_000, 2_000])
    }

    @Test func errorReleasesTheLock() {
        struct Mistake: Error {}
        let guarded = LockedValue(1)
        #expect(throws: Mistake.self) { try guarded.withLock { (_) throws(Mistake) in throw Mistake() } }
        #expect(guarded.withLock { $0 } == 1)
    }
}

@Suite struct SystemCallsTests {
    /// Both ends of a pipe; closed with their owner.
    private final class Pipe: Sendable {
        let reader: Int32
        let writer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            close(reader)
            close(writer)
        }
    }

    @Test func temporaryFileIsClosedOnExec() throws {
        let folder = try TemporaryFolder()
        let descriptor = AnonymousFile.makeNamed(in: folder.path)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func retriesOnlyInterruptedCalls() {
        var reasons = [EINTR, EINTR, EINTR, EBADF]
        let failed = retryOnInterrupt {
            errno = reasons.removeFirst()
            return -1
        }
        #expect(failed == .failure(SystemError(number: EBADF)))
        #expect(reasons.isEmpty)

        var results = [-1, 7, 8]
        let done = retryOnInterrupt {
            errno = EINTR
            return results.removeFirst()
        }
        #expect(done == .success(7))
        #expect(results == [8])
    }

    @Test func writesLargeBuffersCompletely() throws {
        let pipe = try Pipe()
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let written = Mutex<SystemError?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            if case .failure(let error) = writeAll(bytes.span, to: pipe.writer) {
                written.withLock { $0 = error }
            }
            isDone.signal()
        }
        var received: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 10_007)
        while received.count < bytes.count {
            let count = try retryOnInterrupt { read(pipe.reader, &block, block.count) }.get()
            try #require(count > 0)
            received += block[..<count]
        }
        isDone.wait()
        #expect(written.withLock { $0 } == nil)
        #expect(received == bytes)
    }

    @Test func writesAtTheGivenOffset() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("0123456789".utf8), to: "file")
        let file = open(path, O_WRONLY)
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
        let full = writeAll(bytes.span, to: device)
        #expect(throws: SystemError(number: ENOSPC)) { try full.get() }
        let closed = writeAll(bytes.span, to: -1)
        #expect(throws: SystemError(number: EBADF)) { try closed.get() }
        let told = #expect(throws: BatchError.self) {
            try closed.orThrow { .inputOutput(path: "x", errno: $0) }
        }
        guard case .inputOutput("x", EBADF) = told else {
            Issue.record("the failure is another one: \(told.debugDescription)")
            return
        }
    }

    @Test func moveDoesNotReplace() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (folder.path + "/one", folder.path + "/other")
        try folder.write([1], to: "one")
        try folder.write([2], to: "other")
        #expect(throws: SystemError(number: EEXIST)) { try moveWithoutReplacing(one, to: other).get() }
        try exchangePaths(one, other).get()
        #expect(folder.read("one") == [2])
        #expect(folder.read("other") == [1])
        #expect(throws: SystemError(number: ENOENT)) { try exchangePaths(one, folder.path + "/third").get() }
        try moveWithoutReplacing(one, to: folder.path + "/third").get()
        #expect(!folder.holds("one"))
        #expect(folder.read("third") == [2])
    }

    @Test func byteLockBelongsToOneOpenFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([], to: "file")
        let first = open(path, O_RDWR)
        let second = open(path, O_RDWR)
        defer { close(second) }
        #expect(try lockByte(100, of: first).get())
        #expect(try lockByte(100, of: first).get())
        #expect(try !lockByte(100, of: second).get())
        #expect(try lockByte(101, of: second).get())
        close(first)
        #expect(try lockByte(100, of: second).get())
        #expect(throws: SystemError(number: EBADF)) { try lockByte(0, of: -1).get() }
    }
}
