import JuiceBatch
import TestSupport

/// The reader of times against a plain one.
///
/// The first byte says the order of dates, and when a day begins.
final class TimesFuzz: FuzzChecker {
    func problem(with bytes: [UInt8]) -> String? {
        let choice = Int(bytes.first ?? 0)
        let cell = Array(bytes.dropFirst())
        // The reader of an input has seen that it is text.
        guard PlainEncoding.firstInvalidUTF8(cell) == nil else { return nil }
        let order = choice % 4 == 3 ? nil : DateOrder.allCases[choice % 4]
        let hour = choice / 4 % 24
        guard let start = DayStart(hour < 10 ? "0\(hour):30" : "\(hour):30") else {
            return "no day start at \(hour):30"
        }
        let movesDates = choice >= 96
        let reader = TimeReader(dateOrder: order, dayStart: start, addsDayToDates: movesDates)
        let rules = PlainTime.Rules(dateOrder: order?.rawValue, dayStart: start.minutes, movesDates: movesDates)
        let text = String(decoding: cell, as: UTF8.self)
        let ours = cell.withUnsafeBufferPointer { reader.read($0) }
        let theirs = PlainTime.read(text, rules)
        guard let ours, let theirs else {
            if (ours == nil) == (theirs == nil) { return nil }
            return "'\(text)': \(String(describing: ours)) for \(String(describing: theirs))"
        }
        return isSame(ours, theirs) ? nil : "'\(text)': \(ours) for \(theirs)"
    }

    private func isSame(_ ours: RowTime, _ theirs: PlainTime) -> Bool {
        ours.seconds == Int64(theirs.seconds) && Int(ours.nanoseconds) == theirs.nanoseconds
            && ours.kind.contains(.date) == (theirs.day != nil)
            && ours.kind.contains(.timeOfDay) == (theirs.secondOfDay != nil)
            && ours.kind.contains(.offset) == (theirs.offsetMinutes != nil)
            && isSame(ours.date, theirs.day)
    }

    private func isSame(_ ours: CalendarDay?, _ theirs: Int?) -> Bool {
        guard let ours, let theirs else { return (ours == nil) == (theirs == nil) }
        let (year, month, day) = ours.parts
        // The day behind the last one of the calendar has no name in four digits.
        return PlainTime.day(year, month, day) == theirs || year == 10_000
    }
}
