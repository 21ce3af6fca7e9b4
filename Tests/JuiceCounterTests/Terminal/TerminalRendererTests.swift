import JuiceCounter
import JuiceReports
import JuiceShop
import Testing

/// Every line of the terminal's screens has just the window's width.
@Suite struct TerminalRendererTests {
    /// Forty fruits and as many juices with long names, some of them hard to show.
    private static let longMenu =
        "juice,fruit,quantity\n"
        + (1...40).map { "아주달콤하고시원한여름한정과일쥬스\($0)호\($0 % 7 == 0 ? " Extra \u{202E}x" : ""),제주도감귤농장직송과일\($0),\($0)\n" }
        .joined()

    /// Looks at a screen in windows of many sizes, every eighth width beginning with the one given.
    private func check(
        _ screen: GivenTerminal, _ place: String, from first: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let widths = [1, 2, 20, 59] + stride(from: first, through: 200, by: 8)
        let sizes =
            widths.map { ($0, 24) } + [(60, 1), (60, 19), (60, 20), (80, 21), (60, 22), (80, 23), (80, 25), (80, 60)]
        for (number, (columns, rows)) in sizes.enumerated() {
            let renderer = TerminalRenderer(CounterWording(number % 2 == 0 ? .korean : .english))
            let lines = renderer.lines(screen.model, columns: columns, rows: rows)
            let isRight = lines.count == rows && lines.allSatisfy { DisplayWidth.of($0.text) == columns }
            #expect(isRight, "\(place), \(columns)x\(rows)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [false, true])
    func everyLineHasTheWindowsWidth(isMenuLong: Bool) throws {
        var screen = try GivenTerminal(menu: isMenuLong ? Self.longMenu : nil)
        check(screen, "orders", from: 60)
        screen.press("123456789")
        check(screen, "orders that were answered", from: 61)
        screen.press([.escape, .end, .enter])
        check(screen, "a question", from: 62)
        screen.press("y")
        check(screen, "stock", from: 63)
        screen.press("999999999999")
        screen.bookElsewhere(.restock(fruit: screen.shift.view.fruits[0].name, pieces: 1_000_000_000))
        screen.press([.end])
        check(screen, "stock that is edited", from: 64)
        screen.press([.escape])
        screen.press("u")
        check(screen, "the latest", from: 65)
        screen.press([.escape, .character("q")])
        check(screen, "closing", from: 66)
        screen.press("n?")
        check(screen, "help", from: 67)
    }

    @Test func theBuiltInMenuNeedsNoScrolling() throws {
        var screen = try GivenTerminal()
        screen.press("222223333344")
        for (columns, rows, latest) in [(60, 20, 9), (80, 24, 10), (200, 60, 10)] {
            let text = screen.text(columns: columns, rows: rows)
            for juice in screen.shift.view.juices { #expect(text.contains(juice.name)) }
            for fruit in screen.shift.view.fruits { #expect(text.contains(fruit.name)) }
            #expect(text.split(separator: "\n").count { $0.contains("18:30 ") } == latest, "\(text)")
            #expect(text.contains("품절") && text.contains("3잔") && text.contains("1-7 주문"))
        }
    }

    @Test func aLongMenuShowsThePageOfTheChosen() throws {
        var screen = try GivenTerminal(menu: Self.longMenu)
        #expect(screen.text().contains("쥬스 1-10/40") && screen.text().contains("> 1 아주"))
        screen.press([.pageDown, .down, .down])
        let text = screen.text()
        #expect(text.contains("쥬스 11-20/40") && text.contains("외 "))
        screen.press([.end])
        #expect(screen.text().contains("쥬스 31-40/40"))
        screen.press("s")
        screen.press([.end, .up])
        #expect(screen.text().contains("/40"))
    }

    @Test func wordsAreInTheLanguageAskedFor() throws {
        var screen = try GivenTerminal(.english)
        screen.press("q")
        let lines = TerminalRenderer(CounterWording(.english)).lines(screen.model, columns: 80, rows: 24).map(\.text)
        #expect(lines[0].hasPrefix(" Fresh juice, made for you!") && lines[0].hasSuffix(" 2026-11-20 "))
        #expect(lines.contains { $0.hasPrefix(" Close the day?") })
        #expect(lines.contains { $0.contains("[ No ]") })
    }

    @Test func coloursAreTheInksOwn() throws {
        var screen = try GivenTerminal()
        screen.press("1")
        let lines = TerminalRenderer(CounterWording(.korean)).lines(screen.model, columns: 80, rows: 24)
        #expect(lines.allSatisfy { $0.painted(.plain) == $0.text })
        #expect(lines[0].painted(Ink(isColoured: true)).hasPrefix("\u{1B}[7m 맛있는"))
        // Without colours signs say what is chosen.
        #expect(lines.contains { $0.text.contains("> 1 딸기쥬스") } && lines.contains { $0.text.contains("[ 예 ]") })
    }

    @Test(arguments: [
        (8, "딸기 10"), (7, "딸기 10"), (6, "딸기 …"), (5, "딸기…"), (4, "딸…"), (3, "딸…"), (2, "…"), (1, "…"), (0, ""),
    ])
    func aLineIsCutAtAnyColumn(width: Int, text: String) {
        var line = ScreenLine("딸기 ", .strong)
        line.add("10", .good)
        #expect(line.width == 7)
        let fitted = line.fitted(to: width)
        #expect(fitted.width == width)
        #expect(fitted.text == DisplayWidth.padded(text, to: width))
    }

    @Test func onlyChangedLinesAreWritten() {
        var painter = ScreenPainter()
        #expect(painter.text(["a", "b"], isAnew: true) == "\u{1B}[2J\u{1B}[1;1Ha\u{1B}[2;1Hb")
        #expect(painter.text(["a", "b"], isAnew: false).isEmpty)
        #expect(painter.text(["a", "c"], isAnew: false) == "\u{1B}[2;1Hc")
        #expect(painter.text(["a", "c", "d"], isAnew: false).hasPrefix("\u{1B}[2J"))
        #expect(painter.text(["a  ", "", " d"], isAnew: true) == "\u{1B}[2J\u{1B}[1;1Ha\u{1B}[K\u{1B}[3;1H d")
        #expect(painter.text(["  ", "", " d"], isAnew: false) == "\u{1B}[1;1H\u{1B}[K")
    }
}
