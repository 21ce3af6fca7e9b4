/// An inspector of inputs that proposes settings for them and asks what only a person can decide.
///
/// It reads each input once, and tries a run at most three times: with the inputs as they are, with all that is proposed
/// and assumed, and with what is proposed.
package struct Inspector {
    private let settings: RunSettings
    private let files: [InputFile]
    private let settled: SettingsProposal
    private let cancellation: CancellationToken
    private let describes: Bool
    private let nearest: (String) -> String?
    private let progress: @Sendable (Progress) -> Void

    /// Creates an inspector of some inputs.
    ///
    /// - Parameters:
    ///   - settings: the settings with all that is settled and typed.
    ///   - settled: the same in the form of a proposal.
    ///   - describes: whether the settings are to describe the export.
    ///   - nearest: the juice on the menu whose name is nearest, nil where none is near.
    ///   - progress: receives the progress of a trial now and then.
    package init(
        settings: RunSettings, files: [InputFile], settled: SettingsProposal, cancellation: CancellationToken,
        describes: Bool = false, nearest: @escaping (String) -> String?,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.settings = settings
        self.files = files
        self.settled = settled
        self.cancellation = cancellation
        self.describes = describes
        self.nearest = nearest
        self.progress = progress
    }

    /// Inspects the inputs, and tries what it proposes.
    ///
    /// - Throws: the refusal of an input that no setting could resolve, besides errors.
    package func inspect() throws -> Inspection {
        let proposer = Proposer(names: settings.names, settled: settled, nearest: nearest)
        let inputs = try files.map { try look(at: $0, proposer) }
        let before = try trial(SettingsProposal())
        var findings = proposer.together(inputs)
        if settled.header == nil, findings.proposal.header == nil, try !readsHeaders(inputs, findings.proposal) {
            findings.proposal.header = .find
        }
        proposer.addDoubts(inputs, to: &findings)
        let trialled = findings.tried
        let tried = try trialled.isEmpty ? before : trial(trialled)
        proposer.react(to: tried, inputs, &findings)
        let description = describes ? proposer.description(of: inputs, findings.proposal) : nil
        let described = description?.proposal ?? SettingsProposal()
        let proposal = findings.proposal.adding(described)
        let after = try proposal.isEmpty ? before : proposal == trialled ? tried : trial(proposal)
        if let refusal = after.refusal, refusal.isOfBytes { throw BatchError.refused(refusal) }
        return Inspection(
            inputs, names: settings.names, settled: settled, proposal: findings.proposal,
            description: described, questions: description?.listingCells(in: findings.questions) ?? findings.questions,
            before: before, after: after)
    }

    /// The findings about an input, by its columns and by its rows.
    private func look(at file: InputFile, _ proposer: Proposer) throws -> InspectedInput {
        let surveyor = InputSurveyor(settings: settings, cancellation: cancellation)
        var survey = try surveyor.survey(file)
        let columns = proposer.columns(of: survey)
        survey.examineRows(columns, names: settings.names)
        let found = proposer.rows(of: survey, columns)
        guard found.variant != nil else { return InspectedInput(survey: survey, found: found) }
        // What is on the menu is another matter now.
        survey.examineRows(found, names: settings.names)
        return InspectedInput(survey: survey, found: proposer.rows(of: survey, found))
    }

    /// Whether a run with the proposed settings takes the same records for headers.
    private func readsHeaders(_ inputs: [InspectedInput], _ proposal: SettingsProposal) throws -> Bool {
        let options = try settings.adding(proposal).reading
        for (file, input) in zip(files, inputs) where input.survey.ownFile == nil && input.found.item != nil {
            defer { file.pause() }
            let reading = try HeaderReader(file: file, options: options).read(.decided(input.survey.encoding))
            if case .failure(let refusal) = reading.result, case .noItemColumn = refusal.reason { return false }
        }
        return true
    }

    /// The predicted result of a run with the proposed settings.
    private func trial(_ proposal: SettingsProposal) throws -> TrialOutcome {
        let sink = TrialSink()
        var outcome = TrialOutcome()
        do {
            let run = BatchRun(settings: try settings.adding(proposal), files: files, cancellation: cancellation)
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

/// An input that has been read, and the findings about it.
package struct InspectedInput: Sendable {
    package let survey: InputSurvey
    package let found: ColumnFindings
}

/// The proposal and the questions for several inputs, and the settings assumed until the questions are answered.
package struct JointFindings: Sendable {
    package var proposal: SettingsProposal
    package var questions: [SettingsQuestion] = []
    /// The settings that a trial assumes until the questions are answered, so that further problems show.
    package var assumed = SettingsProposal()

    /// All that is proposed and assumed.
    var tried: SettingsProposal { proposal.adding(assumed) }

    /// Adds a question, unless it has been asked.
    mutating func ask(_ question: SettingsQuestion, assuming assumption: SettingsProposal? = nil) {
        guard !questions.contains(question) else { return }
        questions.append(question)
        // What is said of a column of items that is none would be noise.
        if case .itemColumn = question.subject { return }
        assumed = assumed.adding(assumption ?? question.answers.first?.settings ?? SettingsProposal())
    }
}

extension Refusal {
    /// Whether no setting could ever settle it: the file is not what it was, or no CSV.
    ///
    /// A file without any header has been refused before; here it is one without the header that others have.
    fileprivate var isOfBytes: Bool {
        switch reason {
        case .fault, .checksumMismatch, .alreadyApplied, .changedReport, .tooManyColumns, .noShopColumn: true
        case .noHeader, .noItemColumn, .duplicateColumn, .unknownColumn, .ambiguity, .totalMismatch: false
        }
    }
}

extension RunSettings {
    /// The settings of a run in which the proposal is settled.
    package func adding(_ proposal: SettingsProposal) throws(BatchError) -> RunSettings {
        var settings = self
        let exportSettings = reading.exportSettings
        settings.reading.columns.add(defaults: proposal.columns)
        do throws(RowFilterSettings.Misplaced) {
            try proposal.rules.check()
            // What is said already goes before.
            let readings = settings.reading.exportSettings.values
            try settings.reading.exportSettings.add(proposal.rules, isTyped: false, names: names, menu: menu)
            for (role, values) in readings {
                settings.reading.exportSettings.values[role, default: [:]].merge(values) { _, said in said }
            }
        } catch {
            throw .invariant("a proposal makes no sense: \(error)")
        }
        if exportSettings.negative == .reject, let negative = proposal.negative {
            settings.reading.exportSettings.negative = negative
        }
        settings.reading.exportSettings.decimal = exportSettings.decimal ?? proposal.decimal
        if exportSettings.header == .first, let header = proposal.header {
            settings.reading.exportSettings.header = header
        }
        if exportSettings.trailing == .keep, let trailing = proposal.trailing {
            settings.reading.exportSettings.trailing = trailing
        }
        settings.reading.exportSettings.sequence = exportSettings.sequence ?? proposal.sequence
        if exportSettings.dayStart == .midnight, let dayStart = proposal.dayStart {
            settings.reading.exportSettings.dayStart = dayStart
        }
        settings.reading.exportSettings.dateOrder = exportSettings.dateOrder ?? proposal.dateOrder
        return settings
    }
}
