/// What a night leaves of itself in its folder, so that it can be told whether there was one.
package struct NightRecord: Sendable, Equatable {
    /// When it began, in UTC, as in `2026-11-20T18:30:00Z`.
    package let beganAt: String
    /// The date that a run of a chain is for, `YYYY-MM-DD`; nil of a shop.
    package var date: String?
    /// When it ended; nil as long as it has not, and for ever if it was killed.
    package var endedAt: String?
    /// How it ended; nil likewise.
    package var exitStatus: ExitStatus?
    /// Why it has put files aside so far; done once it has ended, since `exitStatus` has it all then.
    package var soFar = ExitStatus.done
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

    /// Whether a nightly run went well though it has this reason: what was short or rejected is for the reports to tell.
    package static func isGood(_ reason: ExitReason) -> Bool { [3, 4].contains(reason.code) }

    /// Whether it ended, and well.
    package var isGood: Bool { exitStatus?.reasons.allSatisfy(Self.isGood) ?? false }

    /// The night when it has ended.
    package func ended(at moment: String, _ status: ExitStatus, files: Int?, repeated: Int? = nil) -> NightRecord {
        var night = self
        night.endedAt = moment
        night.exitStatus = status
        night.soFar = .done
        night.files = files
        night.repeated = repeated
        if night.isGood { night.goodAt = moment }
        return night
    }
}
