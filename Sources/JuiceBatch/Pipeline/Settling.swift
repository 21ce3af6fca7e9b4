/// What has to be settled from row to row before rows are applied, input after input; in turn.
struct Settling: ~Copyable {
    private let plans: [InputPlan]
    private let doubtRules: [DoubtRules]
    private let seed: HashSeed
    private var settler: InputSettler?
    private var input = -1
    private var keeper: TimeKeeper
    /// The inputs in which the figure of a totals row has not been looked at.
    private(set) var inputsWithUncheckedTotals: Set<Int> = []
    /// Whether any input needs it.
    let isNeeded: Bool

    /// Settles the rows of inputs with these plans.
    ///
    /// - Parameter times: finds out when rows stand in the sequence of the run.
    init(plans: [InputPlan], doubtRules: [DoubtRules], seed: HashSeed, times: consuming TimeKeeper) {
        self.plans = plans
        self.doubtRules = doubtRules
        self.seed = seed
        keeper = times
        isNeeded = plans.contains { $0.needsSettling } || doubtRules.contains { !$0.areSilent }
    }

    /// Settles the batch of a worker.
    ///
    /// - Parameter read: where it comes from; nil behind the last one.
    /// - Returns: what comes first of what is wrong, at the end of an earlier input or in the batch; nil if nothing is.
    /// - Throws: `SequenceBreak`, besides errors.
    mutating func settle(_ worker: inout Worker, _ read: ChunkSource.Read?) throws -> Finding? {
        let next = read?.input ?? plans.count
        while input < next {
            if let found = finish() { return found }
            input += 1
            settler =
                input < plans.count ? InputSettler(plans[input], doubtRules[input], input: input, seed: seed) : nil
        }
        if read == nil { try keeper.finish() }
        guard read != nil, var settler = settler.take() else { return nil }
        let found = try worker.settle(&settler, plans[input])
        self.settler = consume settler
        if plans[input].isTimed { try keeper.take(&worker.batch.rows, input: input) }
        return found
    }

    private mutating func finish() -> Finding? {
        guard let found = settler?.finish() else {
            if settler?.hasUncheckedTotals == true { inputsWithUncheckedTotals.insert(input) }
            return nil
        }
        return found
    }
}

extension InputPlan {
    /// Whether rows depend on those above them before they are applied.
    fileprivate var needsSettling: Bool {
        columns.dependsOnRowsAbove || columns.idComposite?.hasPlace == true || rules.hasTotals || timeReader != nil
    }
}
