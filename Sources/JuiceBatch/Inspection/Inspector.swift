/// An inspector of inputs that proposes settings and tries them, until nothing is left to propose.
package struct Inspector {
    private let settings: RunSettings
    private let files: [InputFile]
    private let settled: SettingsProposal
    private let cancellation: CancellationToken
    private let nearest: (String) -> String?
    private let progress: @Sendable (Progress) -> Void

    /// The maximum number of proposals and questions, each followed by a trial.
    private static let trialsMax = 24

    /// Creates an inspector of some inputs.
    ///
    /// - Parameters:
    ///   - settings: the settings with all that is settled and typed.
    ///   - settled: the same in the form of a proposal.
    ///   - nearest: the juice on the menu whose name is nearest, nil where none is near.
    ///   - progress: receives the progress of a trial now and then.
    package init(
        settings: RunSettings, files: [InputFile], settled: SettingsProposal, cancellation: CancellationToken,
        nearest: @escaping (String) -> String?, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.settings = settings
        self.files = files
        self.settled = settled
        self.cancellation = cancellation
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
        var (proposal, questions) = proposer.together(inputs)
        var assumed = questions.reduce(SettingsProposal()) { $0.adding($1.assumption) }
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
        let surveyor = InputSurveyor(settings: settings, cancellation: cancellation)
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

extension SettingsQuestion {
    /// The settings that a trial run assumes until the user answers the question, so that further problems show.
    fileprivate var assumption: SettingsProposal {
        // What is said of a column of items that is none would be noise.
        if case .itemColumn = subject { return SettingsProposal() }
        return answers.first?.settings ?? SettingsProposal()
    }
}

extension Refusal {
    /// Whether no setting could ever settle it: the file is not what it was, or no CSV.
    ///
    /// A file without any header has been refused before; here it is one without the header that others have.
    fileprivate var isOfBytes: Bool {
        switch reason {
        case .fault, .checksumMismatch, .alreadyApplied, .changedReport, .tooManyColumns, .noShopColumn: true
        case .noHeader, .noItemColumn, .duplicateColumn, .ambiguity, .totalMismatch: false
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

/// A proposer of settings for a POS' exports, and of questions that only a person can decide.
///
/// It reads no file: surveys and outcomes of trials are its input.
package struct Proposer {
    private let names: NameIndex
    /// The settings that are settled or typed.
    private let settled: SettingsProposal
    private let nearest: (String) -> String?

    /// - Parameters:
    ///   - settled: the settled or typed settings, which are not proposed again.
    ///   - nearest: the juice on the menu whose name is nearest, nil where none is near.
    package init(names: NameIndex, settled: SettingsProposal, nearest: @escaping (String) -> String?) {
        self.names = names
        self.settled = settled
        self.nearest = nearest
    }

    /// The proposed roles of an input's columns, each judged on its own.
    package func columns(of survey: InputSurvey) -> ColumnFindings {
        ColumnFinder(survey, names: names, settled: settled).findings()
    }

    /// The same, with what rows say as a whole.
    package func rows(of survey: InputSurvey, _ columns: ColumnFindings) -> ColumnFindings {
        RowFinder(survey, columns, names: names, settled: settled).findings()
    }

    /// The proposal and the questions for several inputs together.
    ///
    /// - Parameter inputs: the inputs in their order, and the findings about each.
    package func together(
        _ inputs: [(survey: InputSurvey, found: ColumnFindings)]
    ) -> (proposal: SettingsProposal, questions: [SettingsQuestion]) {
        var proposal = SettingsProposal()
        var questions: [SettingsQuestion] = []
        for (survey, found) in inputs {
            for (role, columns) in found.proposal.columns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                guard let other = proposal.columns[role], other != columns else { continue }
                // What has more parts tells more rows apart.
                if has(survey, other) {
                    if other.names.count < columns.names.count, has(inputs, columns) {
                        proposal.columns[role] = columns
                    }
                    continue
                }
                let question = SettingsQuestion(
                    .otherExportSettings(file: survey.file, role: role, header: columns.names.joined(separator: "+")),
                    [])
                questions.append(question)
            }
            proposal = proposal.adding(found.proposal)
            for question in found.questions where !questions.contains(question) { questions.append(question) }
        }
        let timed = inputs.filter { $0.survey.ownFile == nil && isTimed($0.survey) }
        if timed.count > 1, settled.sequence == nil {
            for (survey, found) in timed {
                proposal = proposal.adding(RowFinder(survey, found, names: names, settled: settled).timeProposal(found))
            }
            proposal.sequence = .time
        }
        return (proposal, questions)
    }

    /// Whether an input has all columns of a composite.
    private func has(_ survey: InputSurvey, _ columns: RoleColumns) -> Bool {
        columns.names.allSatisfy { name in survey.header.contains { nameKey($0) == nameKey(name) } }
    }

    /// Whether each input has all of them, or none.
    private func has(_ inputs: [(survey: InputSurvey, found: ColumnFindings)], _ columns: RoleColumns) -> Bool {
        inputs.allSatisfy { input, _ in
            has(input, columns)
                || !columns.names.contains { name in input.header.contains { nameKey($0) == nameKey(name) } }
        }
    }

    private func isTimed(_ survey: InputSurvey) -> Bool {
        guard let direction = survey.relations.direction else { return false }
        return !direction.first.isEmpty && direction.unreadable == 0
    }

    /// The consequence of a trial.
    package enum Step: Sendable, Equatable {
        /// The next trial adds these settings.
        case propose(SettingsProposal)
        /// The question has to be asked; the next trial uses an assumption meanwhile.
        case ask(SettingsQuestion, assume: SettingsProposal)
    }

    /// The consequence of a trial with the proposed settings; nil where there is none.
    ///
    /// - Parameters:
    ///   - asked: the questions asked so far.
    ///   - proposal: the settings of the trial besides settled ones.
    package func step(
        after trial: TrialOutcome, _ inputs: [(survey: InputSurvey, found: ColumnFindings)], asked: [SettingsQuestion],
        proposal: SettingsProposal
    ) -> Step? {
        let reaction = TrialReaction(
            inputs: inputs, names: names, settled: settled.adding(proposal),
            areIDsSettled: settled.columns[.id] != nil, nearest: nearest)
        if let refusal = trial.refusal {
            guard let input = inputs.first(where: { $0.survey.file == refusal.file }) else { return nil }
            return reaction.step(after: refusal, input.survey, input.found, asked)
        }
        return reaction.step(after: trial, asked)
    }
}
