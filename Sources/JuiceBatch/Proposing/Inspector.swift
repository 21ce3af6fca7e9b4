/// Looks at inputs, proposes, tries what it proposes, and looks again.
package struct Inspector {
    private let settings: RunSettings
    private let files: [InputFile]
    private let settled: TillProposal
    private let interruption: Interruption
    private let nearest: (String) -> String?
    private let progress: @Sendable (Progress) -> Void

    /// The maximum number of proposals and questions, each followed by a trial.
    private static let trialsMax = 24

    /// An inspector of some inputs.
    ///
    /// - Parameters:
    ///   - settings: with all that is settled and typed.
    ///   - settled: the same, in the words of a proposal.
    ///   - nearest: the juice on the menu whose name comes nearest, nil where none does.
    ///   - progress: is told now and then how far a trial is.
    package init(
        settings: RunSettings, files: [InputFile], settled: TillProposal, interruption: Interruption,
        nearest: @escaping (String) -> String?, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.settings = settings
        self.files = files
        self.settled = settled
        self.interruption = interruption
        self.nearest = nearest
        self.progress = progress
    }

    /// All that can be said of the inputs.
    ///
    /// - Throws: the refusal of an input that no setting could settle, besides errors.
    package func inspect() throws -> Inspection {
        let proposer = Proposer(names: settings.names, settled: settled, nearest: nearest)
        let inputs = try files.map { try look(at: $0, proposer) }
        let before = try trial(TillProposal())
        var (proposal, questions) = proposer.together(inputs)
        var assumed = questions.reduce(TillProposal()) { $0.adding($1.assumption) }
        var after = try trial(proposal.adding(assumed))
        for _ in 0..<Self.trialsMax {
            guard
                let step = proposer.step(
                    after: after, inputs, asked: questions, proposal: proposal.adding(assumed))
            else { break }
            switch step {
            // Later findings go before what was proposed of the same.
            case .propose(let more): proposal = more.adding(proposal)
            case .ask(let question, let assume):
                questions.append(question)
                assumed = assumed.adding(assume)
            }
            after = try trial(proposal.adding(assumed))
        }
        if !assumed.isEmpty { after = try trial(proposal) }
        if let refusal = after.refusal, refusal.isOfBytes { throw BatchError.refused(refusal) }
        return Inspection(
            surveys: inputs.map(\.survey), settled: settled, proposal: proposal, questions: questions, before: before,
            after: after)
    }

    /// The findings about an input, by its columns and by its rows.
    private func look(
        at file: InputFile, _ proposer: Proposer
    ) throws -> (survey: InputSurvey, found: ColumnFindings) {
        let surveyor = InputSurveyor(settings: settings, interruption: interruption)
        var survey = try surveyor.survey(file)
        let columns = proposer.columns(of: survey)
        survey.relations = try surveyor.relations(of: file, survey, columns)
        let found = proposer.rows(of: survey, columns)
        guard found.variant != nil else { return (survey, found) }
        // What is on the menu is another matter now.
        survey.relations = try surveyor.relations(of: file, survey, found)
        return (survey, proposer.rows(of: survey, found))
    }

    /// The predicted result of a run with the proposed settings.
    private func trial(_ proposal: TillProposal) throws -> TrialOutcome {
        let sink = TrialSink()
        var outcome = TrialOutcome()
        do {
            let run = BatchRun(settings: try settings.adding(proposal), files: files, interruption: interruption)
            let result = try run.run(sink: sink, progress: progress)
            outcome.rows = result.tally.rows
            outcome.codes = OutcomeCode.allCases.map { ($0, result.tally.count($0)) }.filter { $0.1 > 0 }
            outcome.failures = sink.failures
        } catch BatchError.refused(let refusal) {
            outcome.refusal = refusal
        }
        return outcome
    }
}

extension TillQuestion {
    /// The settings that a trial run assumes until the user answers the question, so that further problems show.
    fileprivate var assumption: TillProposal {
        // What is said of a column of items that is none would be noise.
        if case .itemColumn = subject { return TillProposal() }
        return answers.first?.settings ?? TillProposal()
    }
}

extension Refusal {
    /// Whether no setting could ever settle it: the file is not what it was, or no CSV.
    ///
    /// A file without any header has been refused before; here it is one without the header that others have.
    fileprivate var isOfBytes: Bool {
        switch reason {
        case .fault, .checksumMismatch, .alreadyApplied, .changedReport, .tooManyColumns, .noShopColumn: true
        case .noHeader, .noItemColumn, .duplicateColumn, .doubt, .totalMismatch: false
        }
    }
}

extension RunSettings {
    /// The settings of a run with what is proposed, as if that had been settled before.
    package func adding(_ proposal: TillProposal) throws(BatchError) -> RunSettings {
        var settings = self
        let till = reading.till
        settings.reading.columns.add(defaults: proposal.columns)
        do throws(TillRules.Misplaced) {
            try proposal.rules.check()
            // What is said already goes before.
            let readings = settings.reading.till.values
            try settings.reading.till.add(proposal.rules, isTyped: false, names: names, menu: menu)
            for (role, values) in readings {
                settings.reading.till.values[role, default: [:]].merge(values) { _, said in said }
            }
        } catch {
            throw .invariant("a proposal makes no sense: \(error)")
        }
        if till.negative == .reject, let negative = proposal.negative { settings.reading.till.negative = negative }
        settings.reading.till.decimal = till.decimal ?? proposal.decimal
        if till.header == .first, let header = proposal.header { settings.reading.till.header = header }
        if till.trailing == .keep, let trailing = proposal.trailing { settings.reading.till.trailing = trailing }
        settings.reading.till.sequence = till.sequence ?? proposal.sequence
        if till.dayStart == .midnight, let dayStart = proposal.dayStart { settings.reading.till.dayStart = dayStart }
        settings.reading.till.dateOrder = till.dateOrder ?? proposal.dateOrder
        return settings
    }
}
