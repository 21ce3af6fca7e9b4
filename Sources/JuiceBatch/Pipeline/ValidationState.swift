/// The checks that run on all rows in sequence before they are applied, one input after the other.
struct ValidationState: ~Copyable {
    private let plans: [InputPlan]
    private let ambiguityRules: [AmbiguityRules]
    private let settings: RunSettings
    /// Whether an input, by its index from 0, is read from its end.
    private let isNewestFirst: (Int) -> Bool
    private let cancellation: CancellationToken
    private var validator: InputValidator?
    private var input = -1
    private var recorder: SequenceTracker
    /// The inputs, from 0, with a totals row whose figure was not checked.
    private(set) var inputsWithUncheckedTotals: Set<Int> = []
    /// The combined hash of each input's header and rows; nil without `RunSettings.earlierInputs` and for files that this
    /// program wrote itself.
    private(set) var records: [RecordDigest?]
    /// The fingerprints of each input's rows; empty if there are too many.
    private(set) var prints: [[RecordPrint]]
    /// The profile of each input.
    private(set) var profiles: [InputProfile]
    /// Whether rows have to be validated in a turn of its own, before ids are derived and looked up.
    ///
    /// True if derived cells or ids depend on earlier rows.
    let isAhead: Bool

    /// Creates the state before the first row of inputs with these plans.
    ///
    /// - Parameters:
    ///   - times: Tracks whether rows come in the order of their times.
    ///   - isNewestFirst: Whether an input, by its index from 0, is read from its end.
    init(
        plans: [InputPlan], ambiguityRules: [AmbiguityRules], settings: RunSettings, times: consuming SequenceTracker,
        cancellation: CancellationToken, isNewestFirst: @escaping (Int) -> Bool
    ) {
        self.isNewestFirst = isNewestFirst
        self.cancellation = cancellation
        self.plans = plans
        self.ambiguityRules = ambiguityRules
        self.settings = settings
        recorder = times
        records = plans.map { _ in nil }
        prints = plans.map { _ in [] }
        profiles = plans.map { _ in .none }
        isAhead = plans.contains { $0.columns.dependsOnRowsAbove || $0.columns.idComposite?.hasPlace == true }
    }

    /// Validates the current batch of a worker.
    ///
    /// - Parameter read: The chunk that the batch comes from; nil after the last chunk.
    /// - Returns: The first finding, at the end of an earlier input or in the batch; nil if there is none.
    /// - Throws: `SequenceBreak` if rows are not in the assumed order, besides errors.
    mutating func validate(_ worker: inout Worker, _ read: ChunkSource.Read?) throws -> Diagnostic? {
        let next = read?.input ?? plans.count
        while input < next {
            if let found = finish() { return found }
            input += 1
            validator =
                input < plans.count
                ? InputValidator(
                    plans[input], ambiguityRules[input], input: input, seed: settings.hashSeed,
                    earlier: settings.earlierInputs, counters: try occurrenceCounters()) : nil
        }
        if read == nil { try recorder.finish() }
        guard read != nil, var validator = validator.take() else { return nil }
        let found = try worker.validate(&validator, plans[input])
        self.validator = consume validator
        if plans[input].isTimed { try recorder.track(&worker.batch.rows, input: input) }
        return found
    }

    /// The occurrence counters of the current input, set to count down if the input is read from its end.
    private func occurrenceCounters() throws -> OccurrenceCounters {
        let columns = plans[input].columns
        let hasPlaces = columns.idComposite?.hasPlace == true || columns.composites.contains(where: \.hasPlace)
        guard hasPlaces, isNewestFirst(input) else { return OccurrenceCounters() }
        return try InputScan(settings: settings, plan: plans[input], cancellation: cancellation).occurrenceCounters()
    }

    private mutating func finish() -> Diagnostic? {
        guard let found = validator?.finish() else {
            if validator?.hasUncheckedTotals == true { inputsWithUncheckedTotals.insert(input) }
            if let found = validator?.records { records[input] = found }
            if let found = validator?.prints { prints[input] = found }
            if let found = validator?.inputProfile { profiles[input] = found }
            return nil
        }
        return found
    }
}
