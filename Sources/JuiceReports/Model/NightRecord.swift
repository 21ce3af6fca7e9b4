/// What a night leaves of itself in its folder, so that it can be told whether there was one.
package struct NightRecord: Sendable, Equatable {
    /// When it began, in UTC, as in `2026-11-20T18:30:00Z`.
    package let beganAt: String
    /// When it ended; nil as long as it has not, and for ever if it was killed.
    package var endedAt: String?
    /// The exit code that it ended with; nil likewise.
    package var code: Int?
    /// The largest exit code of the files that it has put aside so far, for whoever finds it cut short; nil if it has put
    /// none aside, or has ended.
    package var codeSoFar: Int?
    /// How many files it took from the inbox; nil if it did not get that far.
    package var files: Int?
    /// How many of them had the content of a file that an earlier night has applied; nil likewise.
    package var repeated: Int?
    /// When a night last ended well, this one or one before it; nil if none has.
    package var goodAt: String?

    /// A night that has begun.
    ///
    /// - Parameter goodAt: when one before it last ended well.
    package init(beganAt: String, goodAt: String? = nil) {
        self.beganAt = beganAt
        self.goodAt = goodAt
    }

    /// The exit codes of nights that went well: what was short or rejected is for the reports to tell.
    package static let goodCodes: Set<Int> = [0, 3, 4]

    /// Whether it ended, and well.
    package var isGood: Bool { code.map(Self.goodCodes.contains) ?? false }

    /// The night when it has ended.
    package func ended(at moment: String, code: Int, files: Int?, repeated: Int? = nil) -> NightRecord {
        var night = self
        night.endedAt = moment
        night.code = code
        night.codeSoFar = nil
        night.files = files
        night.repeated = repeated
        if night.isGood { night.goodAt = moment }
        return night
    }
}
