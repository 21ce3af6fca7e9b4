import Foundation
import TestSupport
import Testing

/// The counter's screens on a terminal, as whoever sits at it sees them.
@Suite struct CounterTerminalTests {
    private static let question = "재료가 모자라요. 재고를 수정할까요?"

    private func open(
        _ shop: Shop, columns: UInt16 = 80, rows: UInt16 = 24, options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> TerminalProgram {
        var terminal = PseudoTerminal()
        (terminal.columns, terminal.rows) = (columns, rows)
        let screen = try terminal.start(
            ProgramRunner.find().program, ["counter", "--ledger", "shop.sqlite", "--terminal"] + options,
            in: shop.folder.path, environment: environment)
        try screen.wait("the order screen") { $0.isOtherPage && $0.text.contains("1-7 ") }
        return screen
    }

    /// The rows of the shift's journal as action, item and quantity.
    private func journal(_ shop: Shop) -> [String] {
        let file = shop.files("journal").first { $0.key.hasSuffix(".csv") }
        return String(decoding: file?.value ?? [], as: UTF8.self).split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",").dropFirst(2).joined(separator: ",")
        }
    }

    @Test(arguments: [(UInt16(80), UInt16(24)), (200, 60)])
    func aDayAtTheCounter(columns: UInt16, rows: UInt16) throws {
        let shop = try Shop()
        let screen = try open(shop, columns: columns, rows: rows)
        try screen.press("2")
        try screen.wait(for: "바나나쥬스 나왔습니다! 맛있게 드세요!")
        #expect(screen.isRaw)
        try screen.press("1")
        try screen.wait(for: Self.question)
        try screen.wait(for: "딸기쥬스: 딸기 6개 모자람")
        try screen.press("y")
        try screen.wait(for: "재고 추가  ")
        try screen.wait("the fruit that is short") {
            $0.lines.contains { $0.hasPrefix("> 딸기") && $0.contains("6개 모자라요") }
        }
        try screen.press("16")
        try screen.wait(for: "[       16]")
        try screen.press("\u{1B}")
        try screen.wait(for: "딸기 6개를 재고에 추가했습니다.")
        try screen.press("\r")
        try screen.wait(for: "딸기쥬스 나왔습니다!")
        try screen.press("u")
        try screen.wait("the booking that is chosen") { $0.text.contains("> ") && $0.text.contains("u 되돌리기  Esc") }
        try screen.press("u")
        try screen.wait(for: "되돌렸습니다. 딸기쥬스 1잔을")
        try screen.press("?")
        try screen.wait(for: "Ctrl-C")
        try screen.press(" ")
        try screen.wait(for: "주문 2건, 나간 잔 1, 모자란 주문 1건, 취소 1건")
        let shown = screen.screen
        #expect(shown.unknown.isEmpty && !shown.hasOverflown && !shown.isCursorShown, "\(shown.unknown)")
        try screen.press("q")
        try screen.wait(for: "오늘 영업을 마감할까요?")
        try screen.press("y")
        #expect(try screen.end() == 0)
        #expect(screen.isRestored && screen.screen.text.contains("[부족] 주문 3건 중"), "\(screen.screen.text)")
        #expect(
            journal(shop) == ["order,바나나쥬스,1", "order,딸기쥬스,1", "restock,딸기,6", "order,딸기쥬스,1", "cancel,딸기쥬스,1"])
        #expect(try shop.run(["verify", "--ledger", "shop.sqlite"]).exit == 0)
    }

    @Test func theKeysAreTheSameUnderAHangulLayout() throws {
        let shop = try Shop()
        let screen = try open(shop)
        try screen.press("1")
        try screen.wait(for: Self.question)
        try screen.press("ㅜ")
        try screen.wait("no question") { !$0.text.contains(Self.question) }
        try screen.press("ㄴ")
        try screen.wait(for: "새 재고")
        // A letter comes in pieces, as a slow line may bring it.
        try screen.press("7")
        for byte in Array("ㅊ".utf8) {
            try screen.press([byte])
            screen.read(forMs: 30)
        }
        try screen.wait(for: "딸기 재고를 7개로 수정했습니다.")
        // The input method has made one syllable of ㅂ and ㅛ.
        try screen.press("뵤")
        #expect(try screen.end() == 0 && screen.isRestored)
        #expect(journal(shop) == ["order,딸기쥬스,1", "count,딸기,7"])
    }

    /// What ends the screens closes the shift, and what is pressed just before is booked.
    @Test(arguments: [("\u{3}", 0), ("", SIGTERM), ("", SIGINT)])
    func whoeverAsksForAnEndGetsAClosedShift(key: String, signal: Int32) throws {
        let shop = try Shop()
        let screen = try open(shop)
        try screen.press("3")
        if key.isEmpty { try screen.wait(for: "키위쥬스 나왔습니다!") } else { try screen.press(key) }
        if signal != 0 { try screen.send(signal) }
        #expect(try screen.end() == 0)
        #expect(screen.isRestored && screen.screen.text.contains("[정상] 주문 1건"), "\(screen.screen.text)")
        #expect(shop.files("reports").count == 2 && journal(shop) == ["order,키위쥬스,1"])
    }

    @Test func aKilledCounterGoesOnWhereItWas() throws {
        let shop = try Shop()
        let killed = try open(shop)
        try killed.press("3")
        try killed.wait(for: "키위쥬스 나왔습니다!")
        try killed.send(SIGKILL)
        #expect(try killed.end() == 128 + 9 && !killed.isRestored)
        let screen = try open(shop)
        try screen.wait(for: "키위쥬스 1잔")
        try screen.press("uu")
        try screen.wait(for: "키위쥬스 1잔 취소")
        try screen.press("\u{3}")
        #expect(try screen.end() == 0)
        #expect(journal(shop) == ["order,키위쥬스,1", "cancel,키위쥬스,1"])
    }

    /// A program that breaks down leaves a terminal that can be typed at.
    @Test(arguments: [SIGQUIT, SIGILL, SIGSEGV])
    func aBreakdownLeavesTheTerminalInOrder(signal: Int32) throws {
        let shop = try Shop()
        let screen = try open(shop)
        try screen.send(signal)
        #expect(try screen.end() == 128 + Int(signal))
        #expect(screen.isRestored)
    }

    /// Nobody has asked for an end where only the line broke: the shift stays open, with all that can be taken back.
    @Test func aLostTerminalLeavesTheShiftOpen() throws {
        let shop = try Shop()
        let lost = try open(shop)
        try lost.press("3")
        try lost.wait(for: "키위쥬스 나왔습니다!")
        lost.hangUp()
        try lost.vanish()
        #expect(shop.files("reports").isEmpty)
        let screen = try open(shop)
        try screen.wait(for: "키위쥬스 1잔")
        try screen.press("\u{3}")
        #expect(try screen.end() == 0 && shop.files("reports").count == 2)
    }

    @Test func aShiftThatIsClosedElsewhereEndsTheScreen() throws {
        let shop = try Shop()
        let screen = try open(shop)
        try screen.press("3")
        try screen.wait(for: "키위쥬스 나왔습니다!")
        #expect(try shop.run(["counter", "close", "--ledger", "shop.sqlite"]).exit == 0)
        #expect(try screen.end() == 0)
        #expect(screen.isRestored && screen.screen.text.contains("다른 곳에서 마감했습니다."))
    }

    @Test func whatCannotBeRecordedIsNotSaidToBeDone() throws {
        let shop = try Shop()
        let screen = try open(shop)
        try screen.press("3")
        try screen.wait(for: "키위쥬스 나왔습니다!")
        let limits = ProgramRunner(program: "/usr/bin/prlimit")
        let pid = try "--pid=\(screen.program())"
        #expect(try limits.run([pid, "--fsize=20:"]).exit == 0)
        try screen.press("2")
        let shown = try screen.wait(for: "기록하지 못했습니다. 아무것도 만들지 마세요.")
        #expect(!shown.text.contains("바나나쥬스 나왔습니다!") && shown.text.contains("주문 1건, 나간 잔 1"))
        #expect(try limits.run([pid, "--fsize=unlimited:"]).exit == 0)
        // Nor is anything else, until the counter is opened again.
        try screen.press("4")
        screen.read(forMs: 200)
        try screen.press("\u{3}")
        #expect(try screen.end() == 0)
        #expect(journal(shop) == ["order,키위쥬스,1"])
    }

    @Test func aChangedWindowIsDrawnAnew() throws {
        let shop = try Shop()
        let screen = try open(shop)
        screen.resize(columns: 59, rows: 24)
        try screen.wait("a window too small") { $0.lines[0] == "창이 너무 작습니다(60x20부터)." && $0.lines[5].isEmpty }
        screen.resize(columns: 132, rows: 43)
        let shown = try screen.wait("a large window") { $0.lines[42].contains("q 마감") }
        #expect(shown.lines[0].hasPrefix(" 맛있는 쥬스를 만들어 드려요!"))
        // What has not changed is not written again.
        let before = screen.output.count
        screen.read(forMs: 300)
        #expect(screen.output.count == before)
        try screen.press("\u{C}")
        try screen.wait("it again") { _ in screen.output.count > before + 1_000 }
    }

    @Test func textIsNoOrder() throws {
        let shop = try Shop()
        let screen = try open(shop)
        try screen.press("\u{1B}[200~" + String(repeating: "24", count: 500) + "\u{1B}[201~")
        try screen.press(String(repeating: "24", count: 500))
        screen.read(forMs: 300)
        // A key that is held down, and sequences that mean nothing.
        for _ in 0..<15 {
            try screen.press("3")
            screen.read(forMs: 20)
        }
        try screen.press("\u{1B}[15~\u{1B}]11;?\u{7}\u{1B}x")
        try screen.wait(for: "키위쥬스 나왔습니다!")
        try screen.press("\u{3}")
        #expect(try screen.end() == 0)
        #expect(journal(shop) == ["order,키위쥬스,1"])
    }

    @Test func withoutColoursSignsAreLeft() throws {
        let shop = try Shop()
        let screen = try open(shop, options: ["--language", "en"], environment: ["NO_COLOR": "1"])
        try screen.press("1")
        try screen.wait(for: "[ Yes ]")
        let shown = screen.screen
        #expect(shown.colours.isEmpty && shown.text.contains("> 1 딸기쥬스") && shown.text.contains("sold out"))
        try screen.press("n\u{3}")
        #expect(try screen.end() == 0)
        #expect(screen.screen.colours.isSubset(of: ["0"]))
    }

    @Test func whatCannotShowTheScreensIsTold() throws {
        let shop = try Shop()
        let arguments = ["counter", "--ledger", "shop.sqlite", "--terminal"]
        let piped = try shop.run(arguments, environment: ["TERM": "xterm"])
        #expect(piped.exit == 64 && piped.errorText.contains("--terminal: 표준 입력과 출력이 터미널이어야"), "\(piped.errorText)")
        var dumb = PseudoTerminal()
        dumb.kind = "dumb"
        let session = try dumb.run("\"$@\"", [ProgramRunner.find().program] + arguments, in: shop.folder.path)
        #expect(session.exit == 64 && session.text.contains("--terminal: 표준 입력과 출력이 터미널이어야"))
        #expect(!session.output.contains(0x1B) && shop.entries.isEmpty)
    }
}
