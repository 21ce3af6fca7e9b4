/// The record that a nightly run leaves in its folder, which shows whether it took place.
package struct NightRecord: Sendable, Equatable {
    /// The UTC time at which the run began, such as `2026-11-20T18:30:00Z`.
    package let beganAt: String
    /// The date that a run of a chain is for, `YYYY-MM-DD`; nil of a shop.
    package var date: String?
    /// The UTC time at which the run ended; nil while it is running, and after it was killed.
    package var endedAt: String?
    /// The exit status of the run; nil while it is running, and after it was killed.
    package var exitStatus: ExitStatus?
    /// Why it has put files aside so far; done once it has ended, since `exitStatus` has it all then.
    package var soFar = ExitStatus.done
    /// The number of files taken from the inbox; nil if the run did not get that far.
    package var files: Int?
    /// The number of those files whose content an earlier run has applied; nil if the run did not get that far.
    package var repeated: Int?
    /// The UTC time at which this or an earlier nightly run last ended well; nil if none has.
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
