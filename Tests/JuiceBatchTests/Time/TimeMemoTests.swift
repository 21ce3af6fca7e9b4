import TestSupport
import Testing

@testable import JuiceBatch

@Suite struct TimeMemoTests {
    private static let forms = [
        "2026-11-20 18:03:05", "2026-11-20 18:03", "18:03", "8:03", "18:03:05", "8:03:05", "2026-11-20T18:03:05+09:00",
        "2026-11-20 6:03 PM", "2026-11-20 오후 6:03:05", "20261120 1803", "2026-11-20", "2026년 11월 20일 18:03:59",
        "2026-11-20 18:03:05.5", "2026-11-20 18시 03분", "18:03:05Z", "",
    ]
    private static let bytes = Array("0123456789:-/. 95T".utf8)

    /// Cells of which each is as the one before, but for a byte or two.
    @Test(arguments: forms, [DayStart.midnight, DayStart(minutes: 390)])
    func readsEachCellAsTheReaderDoes(form: String, dayStart: DayStart) {
        var generator = SeededGenerator(seed: UInt64(form.utf8.count))
        let reader = TimeReader(dayStart: dayStart)
        // One after the other, since what a memo read last has to stay where it is.
        var text = Array(form.utf8)
        let length = text.count
        for _ in 0..<4_000 {
            var cell = generator.chance(50) ? Array(form.utf8) : Array(text.suffix(length))
            for _ in 0..<generator.int(0...2) where !cell.isEmpty {
                // Mostly among the digits of the time of day.
                let start = generator.chance(50) ? max(0, length - 5) : 0
                let at = generator.int(start...length - 1)
                cell[at] = generator.pick(Self.bytes, else: cell[at])
            }
            text += cell
        }
        var memo = TimeMemo(reader)
        let wrong = text.withUnsafeBufferPointer { text in
            (0...4_000).count { number in
                let cell = text.extracting(number * length..<(number + 1) * length)
                return memo.read(cell) != reader.read(cell).map { Timestamp($0) } ?? .none
            }
        }
        #expect(wrong == 0)
    }
}
