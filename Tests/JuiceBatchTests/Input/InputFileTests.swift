import CSV
import Foundation
import JuiceBatch
import TestSupport
import Testing

/// Opening inputs and detecting changes by other processes.
@Suite struct InputFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write(Array("item\n".utf8), to: "a.csv")
    }

    private func open(
        _ path: String, _ cancellation: CancellationToken = CancellationToken()
    ) throws(BatchError) -> InputFile {
        try InputFile(path: path, name: "a.csv", spillFolder: "/tmp", cancellation: cancellation)
    }

    private func text(_ file: InputFile) throws -> String {
        var buffer = ByteBuffer()
        _ = try file.read(at: 0, count: 100, into: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private func isChange<Value>(_ body: () throws -> Value) -> Bool {
        Engine.error(body).hasPrefix("changedWhileRead")
    }

    @Test func unreadFileHoldsNoDescriptor() throws {
        func openDescriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let before = try openDescriptors()
        let files = try (0..<500).map { _ in try open(path) }
        for file in files {
            #expect(try text(file) == "item\n")
            try file.checkUnchanged(bytesRead: 5)
            _ = try file.sha256(cancellation: CancellationToken())
        }
        // Concurrent tests open files too.
        #expect(try openDescriptors() < before + 250)
        #expect(files.allSatisfy { $0.sizeBytes == 5 })
    }

    @Test func replacedFileIsDetected() throws {
        let file = try open(path)
        #expect(try text(file) == "item\n")
        file.closeUntilRead()
        try folder.write(Array("item\n".utf8), to: "b.csv")
        #expect(rename(folder.path + "/b.csv", path) == 0)
        #expect(isChange { try text(file) })
        unlink(path)
        #expect(isChange { try text(file) })
    }

    @Test func anotherReaderOfAnInputDoesNotCloseItsDescriptor() throws {
        let file = try open(path)
        #expect(try text(file) == "item\n")
        let other = InputFile(rereading: file)
        #expect(try text(other) == "item\n")
        other.closeUntilRead()
        unlink(path)
        #expect(try text(file) == "item\n")
        #expect(isChange { try text(other) })
    }

    @Test func writeInPlaceIsDetectedDespiteRestoredTime() throws {
        let file = try open(path)
        #expect(try text(file) == "item\n")
        var status = stat()
        #expect(stat(path, &status) == 0)
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.write(contentsOf: Array("juice".utf8))
        try handle.close()
        var times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        #expect(isChange { try file.checkUnchanged(bytesRead: 5) })
    }

    @Test func waitingForAPipeWriterCanBeCancelled() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let cancellation = CancellationToken()
        Thread.detachNewThread {
            usleep(100_000)
            cancellation.request(signal: 15)
        }
        #expect(throws: BatchError.self) { _ = try open(pipe, cancellation) }
        // Also where it was cancelled before.
        #expect(throws: BatchError.self) { _ = try open(pipe, cancellation) }
    }

    @Test func pipeIsReadToItsEnd() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread {
            usleep(50_000)
            guard let pipe = fopen(path, "w") else { return }
            for _ in 0..<3 {
                fputs("item\n", pipe)
                fflush(pipe)
                usleep(30_000)
            }
            fclose(pipe)
        }
        #expect(try text(open(path)) == "item\nitem\nitem\n")
    }

    @Test func openedFileMustMatchItsIdentity() throws {
        var status = stat()
        #expect(stat(path, &status) == 0)
        let identity = FileIdentity(status)
        func take(_ path: String) throws -> InputFile {
            try InputFile(
                opened: ReadDescriptor(opening: path, cancellation: CancellationToken()), path: "inbox/a.csv",
                name: "a.csv", identity: identity, cancellation: CancellationToken())
        }
        let file = try take(path)
        unlink(path)
        #expect(try text(file) == "item\n" && file.path == "inbox/a.csv")
        try folder.write(Array("item\n".utf8), to: "b.csv")
        #expect(isChange { try take(folder.path + "/b.csv") })
        #expect(isChange { try take("/dev/null") })
    }

    /// Some file systems number their files with all 64 bits, and take any time for a file.
    @Test(arguments: [0, -9_223_372_036, .max, .min]) func identityIsReadFromItsText(modifiedSeconds: Int) {
        var status = stat()
        (status.st_dev, status.st_ino, status.st_size) = (.max, .max, 5)
        (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) = (modifiedSeconds, 1)
        let identity = FileIdentity(status)
        #expect(FileIdentity(identity.text) == identity && identity.modifiedSeconds == modifiedSeconds)
        #expect(["1 2 3 4", " 1 2 3 4 5", "-1 2 3 4 5", "1 2 -3 4 5"].allSatisfy { FileIdentity($0) == nil })
    }

    @Test(arguments: [("/dev/zero", 1 << 20), ("/dev/full", 1 << 20), (nil, 4)] as [(String?, Int)])
    func smallFileReadIsBounded(device: String?, bytesMax: Int) throws {
        let path = device ?? path
        func read(_ path: String, _ bytesMax: Int) throws -> Int {
            try readSmallFile(path, sizeBytesMax: bytesMax, cancellation: CancellationToken()).count
        }
        #expect(Engine.error { try read(path, bytesMax) } == "\(BatchError.unreadable(path: path, errno: EFBIG))")
        #expect(try read(self.path, 5) == 5)
    }
}
