internal import CSV

/// Reads the times of one input's column: `2026-11-20 18:03`, `2026년 11월 20일 오후 6:03`, `20261120180305`, `18:03:05`.
///
/// A date, a time of day or both, in the forms that tills and spreadsheets write, with full-width ASCII taken as ASCII.
/// Whatever could mean two times is none: a two-digit year, and a year that does not come first, need a `DateOrder`.
package struct TimeReader: Sendable {
    private let dateOrder: DateOrder?
    private let dayStartSeconds: Int
    private let addsDayToDates: Bool

    /// A reader for a column.
    ///
    /// - Parameters:
    ///   - dateOrder: order of year, month and day in dates of numbers; if nil, these must begin with a four-digit year.
    ///   - dayStart: a time of day before it is of the day after, where no date says its day.
    ///   - addsDayToDates: whether the dates are those of business days, so that `dayStart` moves times with a date, too.
    package init(dateOrder: DateOrder? = nil, dayStart: DayStart = .midnight, addsDayToDates: Bool = false) {
        self.dateOrder = dateOrder
        dayStartSeconds = dayStart.seconds
        self.addsDayToDates = addsDayToDates
    }

    /// Reads a cell of UTF-8; nil for what is no time.
    @inline(__always)
    package func read(_ cell: UnsafeBufferPointer<UInt8>) -> RowTime? {
        readPlain(cell) ?? readAny(cell)
    }

    /// Whether a business day starts within an hour of the day, 0 … 23, so that its minutes decide what day they are of.
    func startsDay(within hour: Int) -> Bool {
        dayStartSeconds % 3_600 != 0 && dayStartSeconds / 3_600 == hour
    }

    /// Reads `YYYY-MM-DD HH:MM` and `YYYY-MM-DD HH:MM:SS`, with a space or `T`; nil for anything else.
    ///
    /// Most inputs hold nothing but these, so they get by without looking at one byte after the other.
    @inline(__always)
    private func readPlain(_ cell: UnsafeBufferPointer<UInt8>) -> RowTime? {
        guard cell.count == 16 || cell.count == 19 else { return nil }
        var wrong: UInt8 = 0
        @inline(__always) func digit(_ at: Int) -> Int {
            let value = cell[at] &- Ascii.zero
            wrong |= value > 9 ? 1 : 0
            return Int(value)
        }
        @inline(__always) func pair(_ at: Int) -> Int { digit(at) &* 10 &+ digit(at &+ 1) }
        wrong |= (cell[4] ^ Ascii.hyphen) | (cell[7] ^ Ascii.hyphen) | (cell[13] ^ Ascii.colon)
        if cell[10] != Ascii.space && cell[10] != Ascii.upperT { wrong = 1 }
        let year = pair(0) &* 100 &+ pair(2)
        let month = pair(5)
        let dayOfMonth = pair(8)
        let hour = pair(11)
        let minute = pair(14)
        var second = 0
        if cell.count == 19 {
            wrong |= cell[16] ^ Ascii.colon
            second = pair(17)
        }
        guard wrong == 0, hour < 24, minute < 60, second < 60,
            let day = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        let secondsOfDay = hour &* 3_600 &+ minute &* 60 &+ second
        return RowTime(
            day: day, secondsOfDay: secondsOfDay, nanoseconds: 0, offsetSeconds: nil,
            addsDay: addsDayToDates && secondsOfDay < dayStartSeconds)
    }

    /// Reads a time in any form.
    @inline(never)
    private func readAny(_ cell: UnsafeBufferPointer<UInt8>) -> RowTime? {
        var text = TimeText(cell)
        if var dated = DateForm.read(&text, order: dateOrder) {
            if text.isAtEnd && dated.clock == nil {
                return RowTime(day: dated.day, secondsOfDay: nil, nanoseconds: 0, offsetSeconds: nil, addsDay: false)
            }
            if dated.clock == nil {
                guard text.skip(Ascii.upperT) || text.skipBlanks() > 0 else { return nil }
                dated.clock = dated.isUnmarked ? ClockForm.readUnmarked(&text) : nil
            }
            guard let clock = dated.clock ?? ClockForm.read(&text) else { return nil }
            return time(clock, of: dated.day, &text)
        }
        guard let clock = ClockForm.read(&text) else { return nil }
        return time(clock, of: nil, &text)
    }

    /// The time of a date and a time of day, behind which nothing may stand but a fraction and an offset.
    private func time(_ clock: ClockForm, of day: CalendarDay?, _ text: inout TimeText) -> RowTime? {
        var nanoseconds: UInt32 = 0
        if clock.hasSeconds && text.skip(Ascii.point) {
            guard let fraction = text.fraction() else { return nil }
            nanoseconds = fraction
        }
        guard let hour = clock.hourOfDay(half: clock.isMarked ? text.halfOfDay() : nil) else { return nil }
        var offset: Int?
        if !text.isAtEnd {
            guard let seconds = text.offsetSeconds(), text.isAtEnd else { return nil }
            offset = seconds
        }
        let secondsOfDay = hour * 3_600 + clock.minute * 60 + clock.second
        return RowTime(
            day: day, secondsOfDay: secondsOfDay, nanoseconds: nanoseconds, offsetSeconds: offset,
            addsDay: (day == nil || addsDayToDates) && secondsOfDay < dayStartSeconds)
    }
}
