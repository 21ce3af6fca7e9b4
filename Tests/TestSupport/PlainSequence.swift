extension PlainInput {
    /// Whether its rows are sorted by their times if the run's are.
    var hasTime: Bool { ownKind == nil && columns?.sources[.time] != nil }

    /// Whether the rows of an input are applied from its end.
    func isReadFromEnd(_ rows: [PlainRow]) -> Bool {
        guard hasTime, options.isByTime else { return false }
        if options.sequence == .newestFirst { return true }
        let times = rows.compactMap(\.time)
        return PlainSequence.isNewestFirst(times.filter { $0.kind == times.first?.kind })
    }
}

/// Sorts the rows of all inputs into the order in which they are applied.
enum PlainSequence {
    /// A row, and what it is sorted by: seconds, nanoseconds, input, and place in the input.
    private typealias Place = (outcome: PlainOutcome, key: (Int, Int, Int, Int))

    /// Whether times are of one kind, and fall at least ten times as often as they rise.
    static func isNewestFirst(_ times: [PlainTime]) -> Bool {
        let steps = zip(times, times.dropFirst())
        let (rises, falls) = (steps.count { $0.isBefore($1) }, steps.count { $1.isBefore($0) })
        return falls > 0 && falls >= 10 * rises && steps.allSatisfy { $0.kind == $1.kind }
    }

    /// The outcomes in order; rows whose time cannot be read become `invalid_time`.
    static func sorted(_ outcomes: [[PlainOutcome]], of inputs: [PlainInput], options: PlainOptions) -> [PlainOutcome] {
        guard options.isByTime else { return Array(outcomes.joined()) }
        let timed = zip(inputs, outcomes).filter(\.0.hasTime).flatMap(\.1)
        // Rows are sorted by times of one kind.
        let kind = timed.first { $0.isReadable && $0.row.time != nil }?.row.time?.kind
        var result: [PlainOutcome] = []
        var group: [Place] = []
        for (number, input) in inputs.enumerated() {
            if input.hasTime {
                group += places(outcomes[number], kind: kind, of: input, number)
            } else {
                result += sorted(group) + outcomes[number]
                group = []
            }
        }
        return result + sorted(group)
    }

    private static func sorted(_ group: [Place]) -> [PlainOutcome] {
        group.sorted { $0.key < $1.key }.map(\.outcome)
    }

    /// The rows of one input; one without a time that counts stands with the row above it, or else the next one.
    private static func places(
        _ outcomes: [PlainOutcome], kind: PlainTime.Kind?, of input: PlainInput, _ number: Int
    ) -> [Place] {
        let times = outcomes.map { $0.row.time?.kind == kind ? $0.row.time : nil }
        let isReversed = input.isReadFromEnd(outcomes.map(\.row))
        return outcomes.enumerated().map { index, read in
            var outcome = read
            if outcome.isReadable && outcome.code == nil && times[index] == nil { outcome.code = "invalid_time" }
            let time =
                times[...index].last { $0 != nil } ?? nil ?? times[index...].first { $0 != nil } ?? nil
            let place = isReversed ? -index : index
            return (outcome, (time?.seconds ?? .min, time?.nanoseconds ?? 0, number, place))
        }
    }
}
