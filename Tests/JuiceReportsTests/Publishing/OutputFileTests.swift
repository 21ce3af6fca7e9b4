import Foundation
import JuiceBatch
import JuiceReports
import Synchronization
import TestSupport
import Testing

@Suite struct OutputFileTests {
    /// Threads that are in each other's way put off what they have to write, and lose nothing.
    @Test func threadsThatMeetLoseNothing() throws {
        let folder = try TemporaryFolder()
        let file = try OutputFile(creating: folder.path + "/rows.csv")
        let (threads, blocks, size) = (4, 60, 50_000)
        let failures = Mutex<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            do {
                for block in stride(from: thread, to: blocks, by: threads) {
                    let bytes = [UInt8](repeating: UInt8(block + 1), count: size)
                    try bytes.withUnsafeBufferPointer { bytes in
                        if try file.writeIfFree(bytes, at: block * size) { return }
                        try file.write(bytes, at: block * size)
                    }
                }
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        try file.finish(durable: false)
        #expect(failures.withLock { $0.isEmpty })
        let content = try #require(folder.read("rows.csv"))
        #expect(content == (0..<blocks).flatMap { [UInt8](repeating: UInt8($0 + 1), count: size) })
    }
}
