/// Says when a line that keeps changing is to be drawn anew.
package struct RedrawPace: Sendable {
    /// The least time between two drawings, in milliseconds; the first comes that long after the start, so that
    /// what takes no time shows nothing.
    package static let interval_ms = 100

    private let start_ms: Int
    private var drawn_ms: Int

    /// - Parameter start_ms: the time when it all began, by a clock that never goes back.
    package init(start_ms: Int) {
        self.start_ms = start_ms
        drawn_ms = start_ms
    }

    /// How long it has been going on, in milliseconds.
    package func elapsed_ms(at now_ms: Int) -> Int { now_ms - start_ms }

    /// Whether to draw now; if so, this is the drawing that the next one keeps its distance to.
    package mutating func isDue(at now_ms: Int) -> Bool {
        guard now_ms - drawn_ms >= Self.interval_ms else { return false }
        drawn_ms = now_ms
        return true
    }
}
