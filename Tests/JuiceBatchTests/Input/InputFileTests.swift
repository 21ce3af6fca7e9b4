import CSV
import Foundation
import JuiceBatch
import TestSupport
import Testing

/// Opening inputs and detecting changes by other processes.
@Suite struct InputFileTests {
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

    /// The number of open descriptors of this process.
    private func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// Whether an error says that the file was changed.
    private func isChange(_ error: (any Error)?) -> Bool {
        if case .changedWhileRead = error as? BatchError { true } else { false }
    }

    @Test func unreadFileHoldsNoDescriptor() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("item\n".utf8), to: "a.csv")
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
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("item\n".utf8), to: "a.csv")
        let file = try open(path)
        #expect(try text(file) == "item\n")
        file.pause()
        try folder.write(Array("item\n".utf8), to: "b.csv")
        #expect(rename(folder.path + "/b.csv", path) == 0)
        #expect(isChange(#expect(throws: BatchError.self) { try text(file) }))
        unlink(path)
        #expect(isChange(#expect(throws: BatchError.self) { try text(file) }))
    }

    @Test func writeInPlaceIsDetectedDespiteRestoredTime() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("item\n".utf8), to: "a.csv")
        let file = try open(path)
        #expect(try text(file) == "item\n")
        var status = stat()
        #expect(stat(path, &status) == 0)
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.write(contentsOf: Array("juice".utf8))
        try handle.close()
        var times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        #expect(isChange(#expect(throws: BatchError.self) { try file.checkUnchanged(bytesRead: 5) }))
    }

    @Test func waitingForAPipeWriterCanBeCancelled() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let asked = CancellationToken()
        asked.request(signal: 15)
        #expect(throws: BatchError.self) { _ = try open(path, asked) }
        let cancellation = CancellationToken()
        Thread.detachNewThread {
            usleep(100_000)
            cancellation.request(signal: 15)
        }
        #expect(throws: BatchError.self) { _ = try open(path, cancellation) }
    }

    @Test func pipeIsReadToItsEnd() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        Thread.detachNewThread {
            usleep(100_000)
            guard let pipe = fopen(path, "w") else { return }
            for _ in 0..<3 {
                fputs("item\n", pipe)
                fflush(pipe)
                usleep(70_000)
            }
            fclose(pipe)
        }
        #expect(try text(open(path)) == "item\nitem\nitem\n")
    }

    @Test func openedFileMustMatchItsIdentity() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("item\n".utf8), to: "a.csv")
        var status = stat()
        #expect(stat(path, &status) == 0)
        let identity = FileIdentity(status)
        func take(_ path: String) throws -> InputFile {
            try InputFile(
                opened: ReadDescriptor(opening: path, cancellation: CancellationToken()), path: "inbox/a.csv",
                name: "a.csv",
                identity: identity, cancellation: CancellationToken())
        }
        let file = try take(path)
        unlink(path)
        #expect(try text(file) == "item\n" && file.path == "inbox/a.csv")
        try folder.write(Array("item\n".utf8), to: "b.csv")
        #expect(isChange(#expect(throws: BatchError.self) { _ = try take(folder.path + "/b.csv") }))
        #expect(isChange(#expect(throws: BatchError.self) { _ = try take("/dev/null") }))
    }

    @Test func smallFileReadIsBounded() throws {
        for path in ["/dev/zero", "/dev/full"] {
            let error = #expect(throws: BatchError.self) {
                _ = try SmallFile.read(path, cancellation: CancellationToken())
            }
            guard case .unreadable(path, EFBIG) = error else {
                Issue.record("\(path): \(String(describing: error))")
                continue
            }
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("12345".utf8), to: "a")
        #expect(try SmallFile.read(path, sizeBytesMax: 5, cancellation: CancellationToken()).bytes.count == 5)
        #expect(throws: BatchError.self) {
            _ = try SmallFile.read(path, sizeBytesMax: 4, cancellation: CancellationToken())
        }
    }
}
