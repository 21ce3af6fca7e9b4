/// The sequential checks before rows are applied, input after input.
struct ValidationState: ~Copyable {
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let settings: RunSettings
    private var settler: InputValidator?
    private var input = -1
    private var recorder: SequenceTracker
    /// The inputs in which the figure of a totals row has not been looked at.
    private(set) var inputsWithUncheckedTotals: Set<Int> = []
    /// The combined hash of each input's header and rows; nil without `RunSettings.earlierInputs` and for files that this
    /// program wrote itself.
    private(set) var records: [RecordDigest?]
    /// Whether it has to be done before ids are made and looked up, in a turn of its own.
    let isAhead: Bool

    /// Settles the rows of inputs with these plans.
    ///
    /// - Parameter times: finds out when rows stand in the sequence of the run.
    init(plans: [InputPlan], ambiguityRules: [AmbiguityRules], settings: RunSettings, times: consuming SequenceTracker)
    {
        self.plans = plans
        self.ambiguityRules = ambiguityRules
        self.settings = settings
        recorder = times
        records = plans.map { _ in nil }
        isAhead = plans.contains { $0.columns.dependsOnRowsAbove || $0.columns.idComposite?.hasPlace == true }
    }

    /// Settles the batch of a worker.
    ///
    /// - Parameter read: the origin of the batch; nil behind the last one.
    /// - Returns: the first finding, at the end of an earlier input or in the batch; nil if there is none.
    /// - Throws: `SequenceBreak`, besides errors.
    mutating func settle(_ worker: inout Worker, _ read: ChunkSource.Read?) throws -> Diagnostic? {
        let next = read?.input ?? plans.count
        while input < next {
            if let found = finish() { return found }
            input += 1
            settler =
                input < plans.count
                ? InputValidator(
                    plans[input], ambiguityRules[input], input: input, seed: settings.hashSeed,
                    earlier: settings.earlierInputs) : nil
        }
        if read == nil { try recorder.finish() }
        guard read != nil, var settler = settler.take() else { return nil }
        let found = try worker.settle(&settler, plans[input])
        self.settler = consume settler
        if plans[input].isTimed { try recorder.track(&worker.batch.rows, input: input) }
        return found
    }

    private mutating func finish() -> Diagnostic? {
        guard let found = settler?.finish() else {
            if settler?.hasUncheckedTotals == true { inputsWithUncheckedTotals.insert(input) }
            if let found = settler?.records { records[input] = found }
            return nil
        }
        return found
    }
}
