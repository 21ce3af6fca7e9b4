internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// Tells on standard error of a chain's night while it lasts: a line on a terminal that says how far it is, and what was met.
final class ChainProgress: ChainListener {
    private let language: MessageLanguage
    private let isProgressWanted: Bool
    private let line: Guarded<CountLine>

    /// - Parameter isProgressWanted: whether the user wants to see how far it is; it is shown on a terminal only.
    init(language: MessageLanguage, isProgressWanted: Bool) {
        self.language = language
        self.isProgressWanted = isProgressWanted
        line = Guarded(CountLine(isWanted: isProgressWanted))
    }

    func beginProgress() -> any RunProgress {
        ProgressLine(language: language, isWanted: isProgressWanted)
    }

    func shops(done: Int, of count: Int, withProblems: Int) {
        line.withLock {
            $0.draw(ProgressText.shops(done: done, of: count, withProblems: withProblems, language: language))
        }
    }

    func problem(_ problem: ShopProblem, of shop: String?) {
        write((shop.map { "\($0): " } ?? "") + problem.line)
    }

    func notice(_ notice: ShopNotice, of shop: String) {
        write("\(shop): " + NoticeText(language).text(notice))
    }

    func shopsEnded() {
        line.withLock { $0.clear() }
    }

    private func write(_ text: String) {
        line.withLock { line in
            line.clear()
            StandardStream.error.write("juice-batch: \(SafeText.terminal(text))\n")
        }
    }
}

/// A line on a terminal that is written over again and again.
private struct CountLine {
    private let isWanted: Bool
    private var pace: RedrawPace
    private var isShown = false

    init(isWanted: Bool) {
        self.isWanted = isWanted && StandardStream.error.isTerminal
        pace = RedrawPace(startMs: Clock.monotonicMs)
    }

    mutating func draw(_ text: @autoclosure () -> String) {
        guard isWanted, pace.isDue(at: Clock.monotonicMs), let width = StandardStream.error.width else { return }
        isShown = true
        StandardStream.error.write("\r\(DisplayWidth.truncated(text(), to: width - 1))\u{1B}[K")
    }

    mutating func clear() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
        isShown = false
    }
}
