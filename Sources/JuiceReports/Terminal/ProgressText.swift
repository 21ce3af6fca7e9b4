package import JuiceBatch

extension MessageLanguage {
    /// The progress line of a run: the percentage, rows, rows per second, and the time left.
    ///
    /// `totalBytes` is the size of all inputs, which must be positive, and `elapsedMs` the time since reading began.
    /// Parts that do not fit into `widthMax` columns are left out from the end.
    package func progress(_ progress: Progress, totalBytes: Int, elapsedMs: Int, widthMax: Int) -> String {
        precondition(totalBytes > 0, "totalBytes must be positive")
        let share = min(1, Double(progress.readBytes) / Double(totalBytes))
        let rate = grouped(perSecond(progress.rows, elapsedMs))
        let percentage = "\(Int(share * 100))%"
        var parts = [
            String(repeating: " ", count: max(0, 4 - percentage.count)) + percentage,
            pick(ko: "\(grouped(progress.rows))행", en: counted(progress.rows, "row")),
            pick(ko: "초당 \(rate)행", en: "\(rate)/s"),
        ]
        // In the first second, the estimate would jump.
        if elapsedMs >= 1_000, share > 0 {
            let remainingSeconds = Int((Double(elapsedMs) * (1 - share) / share / 1_000).rounded(.up))
            parts.append(pick(ko: "\(time(remainingSeconds)) 남음", en: "\(time(remainingSeconds)) left"))
        }
        return fitting(parts, widthMax)
    }

    /// The progress line while a pipe is copied before its rows are read: bytes, and bytes per second.
    package func copying(_ bytes: Int, elapsedMs: Int, widthMax: Int) -> String {
        let rate = megabytes(perSecond(bytes, elapsedMs))
        let words = pick(ko: "입력을 받는 중", en: "Reading the input")
        return fitting([words, megabytes(bytes), pick(ko: "초당 \(rate)", en: "\(rate)/s")], widthMax)
    }

    /// The progress line of a chain's nightly run: the numbers of finished shops and of shops that need attention.
    package func shopProgress(done: Int, of count: Int, withProblems: Int) -> String {
        let problems = pick(
            if: withProblems > 0, ko: "  확인할 매장 \(grouped(withProblems))곳", en: "  \(grouped(withProblems)) to check")
        return pick(ko: "매장 \(grouped(done))/\(grouped(count))", en: "\(grouped(done))/\(counted(count, "shop"))")
            + (problems ?? "")
    }

    /// The first parts as text, as many as fit.
    private func fitting(_ parts: [String], _ widthMax: Int) -> String {
        let texts = parts.indices.reversed().map { parts[...$0].joined(separator: "  ") }
        return (texts.first { $0.displayWidth <= widthMax } ?? parts[0]).truncated(to: widthMax)
    }

    private func perSecond(_ count: Int, _ elapsedMs: Int) -> Int {
        Int(Double(count) * 1_000 / Double(max(1, elapsedMs)))
    }

    private func megabytes(_ bytes: Int) -> String { "\(grouped(bytes / 1_000_000)).\(bytes / 100_000 % 10) MB" }

    /// A number of seconds as `M:SS` or `H:MM:SS`.
    private func time(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let parts = (hours > 0 ? [hours] : []) + [minutes, seconds % 60]
        return parts.enumerated().map { $0 > 0 && $1 < 10 ? "0\($1)" : "\($1)" }.joined(separator: ":")
    }
}

/// Decides when a changing line is redrawn.
package struct RedrawThrottle: Sendable {
    /// The time in milliseconds before the first redraw, so that short operations show nothing, and between redraws.
    private static let intervalMs = 100

    private let startMs: Int
    private var drawnMs: Int

    /// Creates a throttle that starts at a given time of a monotonic clock.
    package init(startMs: Int) { (self.startMs, drawnMs) = (startMs, startMs) }

    package func elapsedMs(at nowMs: Int) -> Int { nowMs - startMs }

    /// Whether to redraw now; if so, the time is recorded as that of the last redraw.
    package mutating func isDue(at nowMs: Int) -> Bool {
        guard nowMs - drawnMs >= Self.intervalMs else { return false }
        drawnMs = nowMs
        return true
    }
}
