/// The direction of the times of an input.
struct PlainDirection {
    /// The relation of a time to the previous one.
    enum Step {
        case rises, falls, stays, breaks
    }

    private var last: PlainTime?
    private var counts: [Step: Int] = [:]

    /// The next time.
    @discardableResult
    mutating func take(_ time: PlainTime) -> Step {
        defer { last = time }
        let step = Self.step(from: last, to: time)
        counts[step, default: 0] += 1
        return step
    }

    private static func step(from last: PlainTime?, to time: PlainTime) -> Step {
        guard let last else { return .stays }
        if last.kind != time.kind { return .breaks }
        if last.isBefore(time) { return .rises }
        return time.isBefore(last) ? .falls : .stays
    }

    /// Whether times fall at least ten times as often as they rise.
    var isNewestFirst: Bool {
        let falls = counts[.falls, default: 0]
        return falls > 0 && falls >= 10 * counts[.rises, default: 0] && counts[.breaks] == nil
    }
}

extension PlainInput {
    /// Whether the rows of an input are applied from its end.
    func isReadFromEnd(_ rows: [PlainRow]) -> Bool {
        guard ownKind == nil, columns?.sources[.time] != nil, let sequence = options.sequence, sequence.isByTime else {
            return false
        }
        if sequence == .newestFirst { return true }
        if options.countsPlacesFromStart { return false }
        let kind = rows.lazy.compactMap(\.time).first?.kind
        var direction = PlainDirection()
        for time in rows.compactMap(\.time) where time.kind == kind { direction.take(time) }
        return direction.isNewestFirst
    }
}

/// Sorts the rows of all inputs into the order in which they are applied.
struct PlainSequence {
    private struct Place {
        var outcome: PlainOutcome
        /// The time by which the row is sorted; nil if no row of the input has one.
        var time: PlainTime?
        var input: Int
        var number: Int
    }

    private let inputs: [PlainInput]
    private let outcomes: [[PlainOutcome]]
    /// The kind of the times by which rows are sorted.
    private let kind: PlainTime.Kind?

    /// The outcomes in order; rows whose time cannot be read become `invalid_time`.
    static func sorted(_ outcomes: [[PlainOutcome]], of inputs: [PlainInput], options: PlainOptions) -> [PlainOutcome] {
        guard options.sequence?.isByTime == true else { return outcomes.flatMap { $0 } }
        let timed = inputs.indices.filter { hasTime(inputs[$0]) }
        let first = timed.flatMap { outcomes[$0] }.first { $0.isReadable && $0.row.time != nil }
        let sequence = PlainSequence(inputs: inputs, outcomes: outcomes, kind: first?.row.time?.kind)
        return sequence.sorted()
    }

    private static func hasTime(_ input: PlainInput) -> Bool {
        input.ownKind == nil && input.columns?.sources[.time] != nil
    }

    private func sorted() -> [PlainOutcome] {
        var result: [PlainOutcome] = []
        var group: [Place] = []
        for number in inputs.indices {
            if Self.hasTime(inputs[number]) {
                group += places(number)
            } else {
                result += Self.sorted(group) + outcomes[number]
                group = []
            }
        }
        return result + Self.sorted(group)
    }

    private static func sorted(_ group: [Place]) -> [PlainOutcome] {
        group.sorted { left, right in
            switch (left.time, right.time) {
            case (nil, _?): return true
            case (_?, nil): return false
            case (let first?, let second?) where first.isBefore(second) || second.isBefore(first):
                return first.isBefore(second)
            default: return (left.input, left.number) < (right.input, right.number)
            }
        }.map(\.outcome)
    }

    /// The rows of one input, each with the time by which it is sorted.
    private func places(_ number: Int) -> [Place] {
        let times = outcomes[number].map { $0.row.time?.kind == kind ? $0.row.time : nil }
        var direction = PlainDirection()
        for time in times.compactMap({ $0 }) { direction.take(time) }
        let isReversed = direction.isNewestFirst || inputs[number].options.sequence == .newestFirst
        return outcomes[number].indices.map { index in
            var outcome = outcomes[number][index]
            if outcome.isReadable && outcome.code == nil && times[index] == nil { outcome.code = "invalid_time" }
            let above = times.prefix(index + 1).last { $0 != nil } ?? nil
            let below = times.dropFirst(index).first { $0 != nil } ?? nil
            return Place(
                outcome: outcome, time: above ?? below, input: number, number: isReversed ? -index : index)
        }
    }
}
