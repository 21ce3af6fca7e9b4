import Foundation
import TestSupport
import Testing

/// Inputs that are many, missing, endless, or of an unexpected kind.
@Suite struct InputTests {
    @Test func manyInputsNeedFewDescriptors() throws {
        let shop = try Shop()
        for number in 1...200 { try shop.write("item\n키위쥬스\n", to: "in/\(number).csv") }
        let result = try shop.shell("ulimit -n 40; exec \"$0\" run in/*.csv --output out --quiet")
        #expect(result.exit == 0, "\(result.errorText)")
        #expect(shop.lines("out/success.csv").count + shop.lines("out/failure.csv").count == 202)
        let again = try shop.shell("ulimit -n 40; exec \"$0\" run in/*.csv --ledger l --again --output out --quiet")
        #expect(again.exit == 0, "\(again.errorText)")
    }

    /// A run, its menu and its settings on a pipe whose other end no process has opened.
    @Test(arguments: [
        ("run pipe", "HUP", 129), ("run - <pipe", "TERM", 143), ("check pipe", "TERM", 143),
        ("run a.csv --menu pipe", "TERM", 143), ("run a.csv --config pipe", "TERM", 143),
        ("diff pipe pipe", "TERM", 143),
    ])
    func unopenedPipeCanBeCancelled(command: String, signal: String, exit: Int) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        // The shell would wait when it opens standard input, so that pipe gets a silent writer.
        let holder = command.contains("<") ? "exec 3<>pipe;" : ""
        // A signal during program start is not lost.
        for wait in ["mkfifo pipe; sleep_seconds=0.3", "sleep_seconds=0"] {
            let result = try shop.shell(
                "\(wait); \(holder) \"$0\" \(command) & sleep $sleep_seconds; kill -\(signal) $!; wait $!")
            #expect(result.exit == exit, "\(command): \(result.errorText)")
            #expect(shop.entries == ["a.csv", "pipe"])
        }
    }

    @Test(arguments: ["--menu", "--stock", "--config"])
    func endlessSettingsFileIsNotReadToItsEnd(option: String) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let device = try shop.run(["run", "a.csv", option, "/dev/zero", "--output", "out"])
        #expect(device.exit == 66, "\(device.errorText)")
        let pipe = try shop.shell("mkfifo pipe; yes >pipe & exec \"$0\" run a.csv \(option) pipe --output out")
        #expect(pipe.exit == 66, "\(pipe.errorText)")
    }

    /// However many columns there are, few cells of a row are read to find out where it went wrong: a file of wide rows with
    /// a cell too many takes the processor little longer than the same file without it.
    @Test func wideRowsAreDiagnosedQuickly() throws {
        let names = (0..<198).map { "memo \($0)" }.joined(separator: ",")
        func seconds(_ excess: String, says said: String) throws -> Double {
            let rows = (0..<1_000).map { _ in "키위쥬스,\(names),\(excess)1\n" }.joined()
            let shop = try Shop(["a.csv": "item,\(names),quantity\n키위쥬스,\(names),9\n" + rows])
            let result = try shop.run("check a.csv --threads 1 --language en")
            #expect(result.outputText.ranges(of: said).count >= 990)
            return result.processorSeconds
        }
        let broken = try seconds("x,", says: "This row should have 200 cells, but has 201. Check quotes")
        let sound = try seconds("", says: "insufficient_stock")
        print("wide rows: \(broken) s with a cell too many, \(sound) s without")
        #expect(broken < 2.5 * sound)
    }
}

@Suite struct RefusalTests {
    private static let marked: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset of the first invalid byte, from 0 in the file, whatever the encoding and the chunks.
    @Test(
        arguments: [
            (Array("item\nkiwi\n".utf8) + [0xFF, 0x0A], [], 10),
            (marked + Array("item\nkiwi\n".utf8) + [0xB5, 0xFE], [], 13),
            (Array("item\n".utf8) + [0xB5, 0xFE, 0x0A, 0x61, 0x81, 0x0A], [], 9),
            (Array("item\n".utf8) + [0xB5, 0xFE, 0x0A], ["--encoding", "utf-8"], 5), ([0x69, 0xFF, 0x0A], [], 1),
            ([0xB0], ["--encoding", "cp949"], 0), (marked + Array("item\n".utf8), ["--encoding", "cp949"], 0),
            (marked + Array("item\n".utf8), ["--encoding", "utf-16"], 0),
            ([0xFF, 0xFE] + Array("i\0t\0e\0m\0\n\0".utf8), ["--encoding", "utf-8"], 0),
            ([0xFF, 0xFE] + Array("i\0t\0e\0m\0\n\0".utf8) + [0x3D, 0xD8, 0x00, 0xDE, 0x00, 0xDE], [], 16),
            ([0xFE, 0xFF] + Array("\0i\0t\0e\0m\0\n".utf8) + [0xD8, 0x3D, 0x00, 0x61], [], 12),
            (Array("i\0t\0e\0m\0\n\0a\0b".utf8), ["--encoding", "utf-16"], 12),
        ] as [([UInt8], [String], Int)])
    func reportsOffsetOfFirstInvalidByte(bytes: [UInt8], options: [String], offset: Int) throws {
        let shop = try Shop()
        try shop.folder.write(bytes, to: "a.csv")
        for chunks in ["", "--chunk-bytes 1", "--chunk-bytes 4"] {
            let result = try shop.run("check a.csv --language en \(chunks)", options)
            #expect(result.exit == 65)
            #expect(result.errorText.contains(": bad_encoding: ") && result.errorText.contains("(offset \(offset))."))
        }
    }

    @Test(arguments: ["success.csv", "stock.csv"], ["check", "inspect"])
    func appliedReportsAreRefused(name: String, command: String) throws {
        let shop = try Shop(["a.csv": mixedOrders])
        try shop.run("run a.csv --output out")
        let result = try shop.run("\(command) out/\(name)")
        #expect(result.exit == 65 && result.errorText.hasPrefix("out/\(name):1: "), "\(result.errorText)")
    }
}
