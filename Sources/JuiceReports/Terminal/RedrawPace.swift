/// Says when a line that keeps changing is to be drawn anew.
package struct RedrawPace: Sendable {
    /// The least time between two drawings, in milliseconds; the first comes that long after the start, so that
    /// what takes no time shows nothing.
    package static let intervalMs = 100

    private let startMs: Int
    private var drawnMs: Int

    /// - Parameter startMs: the time when it all began, by a clock that never goes back.
    package init(startMs: Int) {
        self.startMs = startMs
        drawnMs = startMs
    }

    /// The elapsed time in milliseconds.
    package func elapsedMs(at nowMs: Int) -> Int { nowMs - startMs }

    /// Whether to draw now; if so, this is the drawing that the next one keeps its distance to.
    package mutating func isDue(at nowMs: Int) -> Bool {
        guard nowMs - drawnMs >= Self.intervalMs else { return false }
        drawnMs = nowMs
        return true
    }
}
