internal import Glibc
internal import JuiceReports
internal import JuiceShop

/// Goes between terminal, model and desk until the screens end.
struct TerminalLoop {
    /// Why the screens have ended.
    enum Ending {
        /// Somebody asked for it: by a key, by a signal.
        case asked
        /// The shift is closed.
        case closed
        /// The terminal is no more.
        case gone
    }

    /// So often stock is looked at, in milliseconds, and so long a changed window may go unnoticed.
    private static let pauseMs = 200
    /// While an answer, or a piece of a key, is awaited.
    private static let shortPauseMs = 10
    /// So often it is looked at whether the shift is still open, in milliseconds.
    private static let lookMs = 1_000
    /// More keys than that at once are no keys but a text, which somebody has pasted.
    private static let keysAtOnceMax = 16
    /// What follows within that time belongs to it, in milliseconds.
    private static let pasteGapMs = 200
    /// How long the desk is waited for at the end, in milliseconds: longer than it waits for anything itself.
    private static let lastAnswersMs = 15_000

    private let desk: Desk
    private let device: TerminalDevice
    private let mail: DeskMail
    private let ink: Ink
    private let renderer: TerminalRenderer
    private var model: TerminalModel
    private var reader = KeyReader()
    private var painter = ScreenPainter()
    private var size = (columns: 0, rows: 0)
    private var isDrawnAnew = true
    private var lookedMs = TerminalLoop.nowMs
    private var pastedMs = TerminalLoop.nowMs - TerminalLoop.pasteGapMs

    init(_ desk: Desk, _ device: TerminalDevice, _ wording: CounterWording, _ ink: Ink) {
        self.desk = desk
        self.device = device
        self.ink = ink
        mail = DeskMail(desk)
        renderer = TerminalRenderer(wording)
        model = TerminalModel(wording, desk.view)
    }

    /// Shows the screens until they end; whatever was pressed is answered then.
    mutating func run(until isAsked: () -> Bool) -> Ending {
        var ending: Ending?
        while ending == nil {
            draw()
            let event = device.wait(
                ms: mail.isAwaited || reader.isWaiting || model.isWaiting ? Self.shortPauseMs : Self.pauseMs)
            ending = take(event)
            if ending == nil, isAsked() { ending = device.isGone ? .gone : .asked }
            if ending == nil, desk.ending != nil { ending = .closed }
        }
        if let wish = model.finish(atMs: Self.nowMs) { _ = perform(wish) }
        awaitLastAnswers()
        return ending ?? .asked
    }

    private mutating func draw() {
        model.take(mail.fetch())
        model.update(desk.view)
        let size = device.size
        if size != self.size { isDrawnAnew = true }
        self.size = size
        model.isTooSmall = TerminalRenderer.isTooSmall(columns: size.columns, rows: size.rows)
        let lines = renderer.lines(model, columns: size.columns, rows: size.rows).map { $0.painted(ink) }
        let text = painter.text(lines, isAnew: isDrawnAnew)
        // What the terminal has not taken in whole leaves nobody knowing what it shows.
        isDrawnAnew = !text.isEmpty && !device.write(text)
    }

    private mutating func take(_ event: TerminalDevice.Event) -> Ending? {
        let nowMs = Self.nowMs
        if nowMs - lookedMs >= Self.lookMs {
            lookedMs = nowMs
            desk.look()
        }
        var keys: [Key] = []
        switch event {
        case .bytes(let bytes): keys = reader.take(bytes, atMs: nowMs)
        case .quiet: keys = reader.settle(atMs: nowMs)
        case .gone: return .gone
        }
        if !keys.isEmpty, keys.count > Self.keysAtOnceMax || nowMs - pastedMs < Self.pasteGapMs {
            pastedMs = nowMs
            keys = keys.filter { $0 == .interrupt }
        }
        for key in keys {
            if let wish = model.press(key, atMs: nowMs), perform(wish) { return .asked }
        }
        if let wish = model.tick(atMs: nowMs), perform(wish) { return .asked }
        return nil
    }

    /// Does what is wished; true if that is the end.
    private mutating func perform(_ wish: TerminalModel.Wish) -> Bool {
        switch wish {
        case .book(let wishes):
            if !mail.handIn(wishes) { model.refused(wishes) }
        case .redraw: isDrawnAnew = true
        case .end: return true
        }
        return false
    }

    /// What was pressed is booked before the shift is closed.
    private func awaitLastAnswers() {
        let startMs = Self.nowMs
        while mail.isAwaited, Self.nowMs - startMs < Self.lastAnswersMs { usleep(1_000) }
    }

    /// The time by a clock that never goes back, in milliseconds.
    private static var nowMs: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
    }
}
