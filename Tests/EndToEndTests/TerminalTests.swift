import Foundation
import TestSupport
import Testing

/// Output on a terminal.
@Suite struct TerminalTests {
    /// Enough rows for a run with visible progress.
    private static let long = "action,item,quantity\n" + String(repeating: "입고,키위,1\n", count: 100_000)
    private static let mixed = "item,quantity\n키위쥬스,1\n딸기쥬스,1\n모름쥬스,1\n"
    /// Makes a run of `long` take some seconds.
    private static let slowly = "--threads 1 --chunk-bytes 16"

    private func run(
        _ command: String, in shop: Shop, on terminal: PseudoTerminal = PseudoTerminal(),
        environment: [String: String] = [:], interruptAt: String? = nil
    ) throws -> TerminalSession {
        let program = try ProgramRunner.find().program
        return try terminal.run(
            command, [program], in: shop.folder.path, environment: environment, interruptAt: interruptAt)
    }

    @Test func summaryIsColouredAndAligned() throws {
        let shop = try Shop(["a.csv": Self.mixed])
        let session = try run("\"$1\" run a.csv", in: shop)
        #expect(session.exit == 4)
        let screen = TerminalScreen(session.text, columns: 80)
        #expect(screen.wraps == 0 && screen.unknown.isEmpty)
        #expect(screen.colours == ["31", "2", "0"])
        #expect(screen.lines.first?.hasPrefix("a.csv:4: unknown_item: ") == true)
        #expect(screen.lines.contains("딸기쥬스     1     0        1         0%"))
        #expect(screen.lines.contains("키위쥬스     1     1        0       100%"))
        #expect(session.text.contains("\u{1B}[31m[거절]\u{1B}[0m 주문 2건 중"))
        #expect(session.text.contains("a.csv:4: \u{1B}[31munknown_item\u{1B}[0m: "))
        let short = try Shop(["a.csv": "item,quantity\n키위쥬스,3\n키위쥬스,1\n", "good.csv": "item\n키위쥬스\n"])
        #expect(try run("\"$1\" run a.csv", in: short).text.contains("\u{1B}[33m[부족]\u{1B}[0m"))
        #expect(try run("\"$1\" run good.csv", in: short).text.contains("\u{1B}[32m[정상]\u{1B}[0m"))
    }

    @Test(arguments: [
        ("--no-color", "xterm", [:], false), ("", "dumb", [:], false), ("", "xterm", ["NO_COLOR": "1"], false),
        ("", "xterm", ["NO_COLOR": ""], true),
    ])
    func coloursFollowTheOptions(option: String, kind: String, environment: [String: String], isColoured: Bool) throws {
        let shop = try Shop(["a.csv": Self.mixed])
        var terminal = PseudoTerminal()
        terminal.kind = kind
        for command in ["run", "check"] {
            let session = try run("\"$1\" \(command) a.csv \(option)", in: shop, on: terminal, environment: environment)
            #expect(session.exit == 4)
            // The progress line of a slow machine moves the cursor, but not on a terminal that cannot.
            let colours = TerminalScreen(session.text, columns: 80).colours
            #expect(colours.isEmpty != isColoured, "\(session.text)")
            #expect(kind != "dumb" || !session.output.contains(0x1B))
        }
    }

    @Test func streamsAreColouredIndependently() throws {
        let shop = try Shop(["a.csv": Self.mixed])
        let errorsShown = try run("\"$1\" run a.csv > out.txt", in: shop)
        #expect(errorsShown.text.contains("\u{1B}[31munknown_item\u{1B}[0m"))
        #expect(shop.text("out.txt").contains("[거절] 주문 2건") && !shop.text("out.txt").contains("\u{1B}"))
        let outputShown = try run("\"$1\" run a.csv 2> err.txt", in: shop)
        #expect(outputShown.text.contains("\u{1B}[31m[거절]\u{1B}[0m"))
        #expect(shop.text("err.txt").hasPrefix("a.csv:4: unknown_item: ") && !shop.text("err.txt").contains("\u{1B}"))
    }

    @Test(arguments: [22, 33, 47, 80, 200])
    func outputFitsTheTerminalWidth(columns: UInt16) throws {
        let shop = try Shop(["a.csv": "item,quantity\n키위쥬스,1\n딸기쥬스,1\n"])
        var terminal = PseudoTerminal()
        terminal.columns = columns
        for command in ["run a.csv --output r", "menu", "diff r r"] {
            let session = try run("\"$1\" \(command)", in: shop, on: terminal)
            #expect(session.exit == 0)
            #expect(TerminalScreen(session.text, columns: Int(columns)).wraps == 0, "\(command): \(session.text)")
        }
    }

    @Test func progressLineIsDrawnAtMostTenTimesASecond() throws {
        let shop = try Shop(["a.csv": Self.long])
        var terminal = PseudoTerminal()
        terminal.columns = 100
        let session = try run("\"$1\" run a.csv \(Self.slowly)", in: shop, on: terminal)
        #expect(session.exit == 0)
        // The terminal itself puts a return before each line end.
        let drawn = session.text.split(separator: "\r", omittingEmptySubsequences: false).filter { $0.contains("%  ") }
        #expect(!drawn.isEmpty && Double(drawn.count) <= session.seconds * 10, "\(session.text)")
        #expect(drawn.allSatisfy { $0.contains("초당 ") })
        for line in drawn { #expect(TerminalScreen(String(line), columns: 99).wraps == 0) }
        let screen = TerminalScreen(session.text, columns: 100)
        #expect(screen.unknown.isEmpty && screen.lines.first?.hasPrefix("[정상] ") == true)
        #expect(!screen.lines.contains { $0.contains("초당") || $0.contains("%  ") && !$0.contains("쥬스") })
    }

    @Test func interruptedRunClearsTheProgressLine() throws {
        let shop = try Shop(["a.csv": Self.long])
        for command in ["run", "check"] {
            let session = try run("exec \"$1\" \(command) a.csv \(Self.slowly)", in: shop, interruptAt: "행  ")
            #expect(session.exit == 130, "\(session.text)")
            let screen = TerminalScreen(session.text.replacing("^C", with: ""), columns: 80)
            #expect(screen.lines == ["juice-batch: 중단되었습니다. 아무것도 적용하지 않았습니다."])
        }
        #expect(shop.entries == ["a.csv"])
    }

    @Test func pipeProgressShowsBytes() throws {
        let shop = try Shop()
        // The pipe stays open, so that only the interruption ends this.
        let session = try run(
            """
            mkfifo pipe; exec 3<>pipe; printf 'item\\n' >&3
            (while sleep 0.05; do printf '키위쥬스\\n' >&3 || exit; done) &
            exec "$1" run - < pipe
            """, in: shop, interruptAt: " MB  ")
        #expect(session.exit == 130, "\(session.text)")
        #expect(session.text.contains("\r입력을 받는 중  0.0 MB  초당 0.0 MB\u{1B}[K"))
        #expect(TerminalScreen(session.text, columns: 80).lines.last == "juice-batch: 중단되었습니다. 아무것도 적용하지 않았습니다.")
    }

    @Test func progressBarCanBeTurnedOff() throws {
        let shop = try Shop(["a.csv": Self.long])
        for option in ["--no-progress", "--quiet", "2> err.txt"] {
            let session = try run("\"$1\" run a.csv \(option)", in: shop)
            #expect(session.exit == 0)
            #expect(!session.text.contains("초당") && !session.text.contains("\u{1B}[K"))
            if option == "--quiet" { #expect(session.output.isEmpty) }
        }
        #expect(shop.text("err.txt").isEmpty)
        var dumb = PseudoTerminal()
        dumb.kind = "dumb"
        #expect(!(try run("\"$1\" run a.csv", in: shop, on: dumb).text.contains("초당")))
    }
}
