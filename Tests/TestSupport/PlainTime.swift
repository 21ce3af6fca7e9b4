import Foundation

/// A time as a cell says it, read by trying one form after the other: for reading, and not for speed.
package struct PlainTime: Equatable, Sendable {
    /// Days from 0001-01-01, from 0; nil where the cell says no date.
    package var day: Int?
    /// Seconds from midnight by the cell's own clock; nil where the cell says none.
    package var secondOfDay: Int?
    package var nanoseconds = 0
    /// How many minutes the cell's clock is ahead of UTC; nil where the cell does not say it.
    package var offsetMinutes: Int?

    /// What a time says of itself; only times of one kind can be compared.
    package struct Kind: Equatable, Sendable {
        /// True with a date.
        package var hasDate: Bool
        /// True with a time of day.
        package var hasClock: Bool
        /// True with `Z` or an offset.
        package var hasOffset: Bool

        /// A kind by hand.
        package init(hasDate: Bool, hasClock: Bool, hasOffset: Bool) {
            self.hasDate = hasDate
            self.hasClock = hasClock
            self.hasOffset = hasOffset
        }
    }

    /// What it says of itself.
    package var kind: Kind {
        Kind(hasDate: day != nil, hasClock: secondOfDay != nil, hasOffset: offsetMinutes != nil)
    }

    /// What a reader needs to know besides the cell.
    package struct Rules: Sendable {
        /// `mdy`, `dmy`, `ymd`, or nil.
        package var dateOrder: String?
        /// Minutes behind midnight.
        package var dayStart = 0
        /// Whether dates are those of business days.
        package var movesDates = false

        package init(dateOrder: String? = nil, dayStart: Int = 0, movesDates: Bool = false) {
            self.dateOrder = dateOrder
            self.dayStart = dayStart
            self.movesDates = movesDates
        }
    }

    /// Seconds since 1970-01-01 00:00, less the offset if there is one; without a date, of that day.
    package var seconds: Int {
        ((day ?? Self.epoch) - Self.epoch) * 86_400 + (secondOfDay ?? 0) - (offsetMinutes ?? 0) * 60
    }

    /// True when this is earlier than a time of the same kind.
    package func isBefore(_ other: PlainTime) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// The time that a cell says; nil when it says none.
    ///
    /// The day that `dayStart` adds is in `day`, and where there is no date in `secondOfDay`.
    package static func read(_ cell: String, _ rules: Rules = Rules()) -> PlainTime? {
        let text = narrowed(PlainText.trimmed(cell))[...]
        for fields in readings(of: text, order: rules.dateOrder) {
            guard var time = PlainTime(fields) else { continue }
            if let clock = time.secondOfDay, clock < rules.dayStart * 60 {
                if time.day == nil { time.secondOfDay = clock + 86_400 }
                if rules.movesDates { time.day = time.day.map { $0 + 1 } }
            }
            return time
        }
        return nil
    }

    private static func narrowed(_ text: String) -> [Character] {
        let scalars = text.unicodeScalars.map { scalar in
            (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        // With its syllables whole, each character is one scalar.
        return PlainText.string(scalars).precomposedStringWithCanonicalMapping.unicodeScalars.map(Character.init)
    }

    /// The numbers in all forms that a text is written in, by the letters of `PlainForm`.
    private static func readings(of text: ArraySlice<Character>, order: String?) -> [[Character: Int]] {
        var readings = whole(clocks, text)
        for date in dates[order ?? "", default: []].compactMap({ $0.match(text) }) {
            if date.rest.isEmpty { readings.append(date.fields) }
            for gap in gaps.compactMap({ $0.match(date.rest) }) {
                readings += whole(clocks, gap.rest).map { $0.merging(date.fields) { $1 } }
            }
        }
        guard let date = digitsOfDate.match(text) else { return readings }
        if date.rest.isEmpty { readings.append(date.fields) }
        readings += whole(digitsOfClock, date.rest).map { $0.merging(date.fields) { $1 } }
        for gap in gaps.compactMap({ $0.match(date.rest) }) {
            readings += whole(clocks + digitsOfClock, gap.rest).map { $0.merging(date.fields) { $1 } }
        }
        return readings
    }

    /// The numbers of those forms that all of a text is in.
    private static func whole(_ forms: [PlainForm], _ text: ArraySlice<Character>) -> [[Character: Int]] {
        forms.compactMap { $0.match(text) }.filter(\.rest.isEmpty).map(\.fields)
    }

    private static let gaps = ["T", "1_"].map(PlainForm.init)
    private static let digitsOfDate = PlainForm("YYYYMMDD")
    private static let digitsOfClock = withOffsets(["hhii", "hhiiss", "hhiiss.f"])
    private static let clocks = withOffsets(
        ["h:i", "h:i:s", "h:i:s.f"].flatMap { [$0, "\($0)_a", "p_\($0)", "a_\($0)"] }
            + ["h시_n분", "h시_n분_t초"].flatMap { [$0, "p_\($0)", "a_\($0)"] })

    private static func withOffsets(_ clocks: [String]) -> [PlainForm] {
        ["", "z", "1z"].flatMap { offset in clocks.map { PlainForm($0 + offset) } }
    }

    /// The forms of dates with marks, by the order that the rules know.
    private static let dates: [String: [PlainForm]] = [
        "": dates(["Y년_m월_d일", "Y?m?d"]),
        "ymd": dates(["Y년_m월_d일", "y년_m월_d일", "Y?m?d", "y?m?d"]),
        "mdy": dates(["Y년_m월_d일", "y년_m월_d일", "Y?m?d", "m?d?Y", "m?d?y"]),
        "dmy": dates(["Y년_m월_d일", "y년_m월_d일", "Y?m?d", "d?m?Y", "d?m?y"]),
    ]

    private static func dates(_ forms: [String]) -> [PlainForm] {
        forms.flatMap { form in
            let pointed = form.replacing("?", with: "_._")
            guard form.contains("?") else { return [PlainForm(form)] }
            return ["-", "/"].map { PlainForm(form.replacing("?", with: $0)) }
                + [PlainForm(pointed), PlainForm(pointed + ".")]
        }
    }

    private init?(_ fields: [Character: Int]) {
        if let month = fields["m"], let dayOfMonth = fields["d"] {
            guard let year = fields["Y"] ?? fields["y"].map({ 2_000 + $0 }),
                let day = Self.day(year, month, dayOfMonth)
            else { return nil }
            self.day = day
        }
        if let minute = fields["i"] {
            guard var hour = fields["h"], minute < 60, fields["s", default: 0] < 60 else { return nil }
            if let half = fields["p"] {
                guard hour >= 1, hour <= 12 else { return nil }
                hour = (hour == 12 ? 0 : hour) + half * 12
            }
            guard hour < 24 else { return nil }
            secondOfDay = (hour * 60 + minute) * 60 + fields["s", default: 0]
            nanoseconds = fields["f", default: 0]
            offsetMinutes = fields["z"]
        }
    }

    /// The date of a day, counted from 0001-01-01, as `YYYY-MM-DD`.
    static func date(_ day: Int) -> String {
        Date(timeIntervalSince1970: Double(day - epoch) * 86_400)
            .formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
    }

    /// The days from 0001-01-01 to a day; nil when there is no such day.
    package static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
        let lengths = Self.lengths(year)
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        return yearStarts[year - 1] + lengths[..<(month - 1)].reduce(0, +) + day - 1
    }

    private static func lengths(_ year: Int) -> [Int] {
        let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    }

    private static let yearStarts: [Int] = (1...9_999).reduce(into: [0]) { starts, year in
        starts.append(starts[year - 1] + lengths(year).reduce(0, +))
    }

    private static let epoch = yearStarts[1_969]
}
