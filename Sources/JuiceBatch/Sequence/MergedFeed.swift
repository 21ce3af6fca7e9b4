/// The rows of inputs that are each in order of time, merged as they are read: group after group.
final class MergedFeed: RowFeed {
    private let settings: RunSettings
    private let plans: [InputPlan]
    private let doubtRules: [DoubtRules]
    private let interruption: Interruption
    private var times: TimeAssumptions
    /// The group whose inputs are being read, from 0.
    private var group = -1
    private var cursors: [InputCursor] = []
    private var rows: SortedRows?
    private(set) var facts: [InputFacts]
    private(set) var readBytes = 0

    /// - Parameter times: what is known of the inputs' times.
    init(
        settings: RunSettings, plans: [InputPlan], doubtRules: [DoubtRules], times: TimeAssumptions,
        interruption: Interruption
    ) {
        self.settings = settings
        self.doubtRules = doubtRules
        self.plans = plans
        self.times = times
        self.interruption = interruption
        facts = plans.map { _ in InputFacts() }
    }

    func next(into packed: inout PackedRows) throws -> Bool {
        let last = plans.last?.group ?? 0
        while true {
            if rows != nil {
                let hasRows = try rows?.next(into: &packed, byteCount: feedBytes) ?? false
                readBytes = cursors.reduce(readBytes) { $0 + $1.takeReadBytes() }
                if hasRows { return true }
                for cursor in cursors { facts[cursor.input] = cursor.facts }
                rows = nil
            }
            guard group < last else { return false }
            group += 1
            try open()
        }
    }

    /// Opens the inputs of the group at hand.
    private func open() throws {
        cursors = []
        for (input, plan) in plans.enumerated() where plan.group == group {
            let cursor = try InputCursor(
                settings: settings, plan: plan, doubtRules: doubtRules[input], input: input, times: times,
                interruption: interruption)
            // The first row of the run that could be read past its quantity says in which kind times are compared.
            if plan.isTimed && times.kind == nil {
                try cursor.prime()
                guard let kind = cursor.certainKind else { throw SequenceBreak.outOfOrder }
                times.kind = kind
            }
            cursors.append(cursor)
        }
        rows = try SortedRows(cursors, interruption: interruption)
    }
}
