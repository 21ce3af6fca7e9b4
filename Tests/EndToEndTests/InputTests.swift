import Foundation
import TestSupport
import Testing

/// Inputs that are many, never come, never end, or are something else than they seem.
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
        "run pipe", "run - <pipe", "check pipe", "run a.csv --menu pipe", "run a.csv --config pipe",
        "diff pipe pipe",
    ])
    func aPipeWithoutAnybodyIsLeftWhenAsked(command: String) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        // The shell opens standard input itself, and would wait there; so that pipe has a silent writer.
        let holder = command.contains("<") ? "exec 3<>pipe;" : ""
        let result = try shop.shell(
            "mkfifo pipe; \(holder) \"$0\" \(command) & sleep 0.3; kill -TERM $!; wait $!")
        #expect(result.exit == 143, "\(command): \(result.errorText)")
        #expect(shop.entries == ["a.csv", "pipe"])
        // A signal that comes while the program starts is not lost either.
        let early = try shop.shell("\(holder) \"$0\" \(command) & kill -TERM $!; wait $!")
        #expect(early.exit == 143, "\(command): \(early.errorText)")
    }

    @Test(arguments: ["--menu", "--stock", "--config"])
    func whatNeverEndsIsNotReadToItsEnd(option: String) throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n"])
        let device = try shop.run(["run", "a.csv", option, "/dev/zero", "--output", "out"])
        #expect(device.exit == 66, "\(device.errorText)")
        let pipe = try shop.shell("mkfifo pipe; yes >pipe & exec \"$0\" run a.csv \(option) pipe --output out")
        #expect(pipe.exit == 66, "\(pipe.errorText)")
    }
}
