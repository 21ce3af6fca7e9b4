internal import CSV
package import JuiceBatch
internal import JuiceCore
internal import JuiceReports

extension Shop {
    /// Looks at exports of a till that nobody has told it about, and proposes how to read them; nothing is kept.
    ///
    /// - Throws: the refusal of an input that cannot be read at all.
    package func inspect(_ request: InputRequest, telling listener: any ProgressListener) throws -> InspectionOutcome {
        let work = InputWork(request: request, surroundings: surroundings)
        let settings = try work.settings()
        let progress = listener.beginProgress()
        let files = try work.open(spoolFolder: surroundings.temporaryFolder, progress: progress)
        return try InspectionWork(
            request: request, settings: settings, files: files, surroundings: surroundings, progress: progress
        ).perform()
    }
}

/// What came of an inspection.
package struct InspectionOutcome {
    package let inspection: Inspection
    /// `done` if a run with what is proposed would reject and refuse nothing.
    package let ending: Ending
}

/// An inspection on its way.
private struct InspectionWork {
    let request: InputRequest
    let settings: RunSettings
    let files: [InputFile]
    let surroundings: Surroundings
    let progress: any RunProgress

    /// How often something is proposed or asked, and tried again.
    private static let trialsMax = 24

    func perform() throws -> InspectionOutcome {
        let settled = try request.settledTill()
        let surveyor = InputSurveyor(settings: settings, interruption: surroundings.interruption)
        let nearest = NearestName(menu: settings.menu)
        let proposer = Proposer(names: settings.names, settled: settled) { nearest.nearest(to: $0, action: .order) }
        var inputs: [(survey: InputSurvey, found: ColumnFindings)] = []
        for file in files {
            var survey = try surveyor.survey(file)
            let columns = proposer.columns(of: survey)
            survey.relations = try surveyor.relations(of: file, survey, columns)
            var found = proposer.rows(of: survey, columns)
            if found.variant != nil {
                // What is on the menu is another matter now.
                survey.relations = try surveyor.relations(of: file, survey, found)
                found = proposer.rows(of: survey, found)
            }
            inputs.append((survey, found))
        }
        let before = try trial(TillProposal())
        var (proposal, questions) = proposer.together(inputs)
        var assumed = questions.reduce(TillProposal()) { $0.adding($1.answers.first?.settings ?? TillProposal()) }
        var after = try trial(proposal.adding(assumed))
        for _ in 0..<Self.trialsMax {
            let step = proposer.step(
                after: after, inputs, asked: questions, proposal: proposal.adding(assumed))
            switch step {
            case nil: break
            // Later findings go before what was proposed of the same.
            case .propose(let more)?: proposal = more.adding(proposal)
            case .ask(let question, let assume)?:
                questions.append(question)
                assumed = assumed.adding(assume)
            }
            if step == nil { break }
            after = try trial(proposal.adding(assumed))
        }
        if !assumed.isEmpty { after = try trial(proposal) }
        if let refusal = after.refusal, refusal.isOfBytes { throw BatchError.refused(refusal) }
        let inspection = Inspection(
            surveys: inputs.map(\.survey), settled: settled, proposal: proposal, questions: questions, before: before,
            after: after)
        return InspectionOutcome(inspection: inspection, ending: after.isGood ? .done : .rejected)
    }

    /// What a run would come to with what is proposed.
    private func trial(_ proposal: TillProposal) throws -> TrialOutcome {
        let work = InputWork(request: request.adding(proposal), surroundings: surroundings)
        let sink = TrialSink()
        var outcome = TrialOutcome()
        do {
            let result = try work.apply(try work.settings(), to: files, sink: sink, progress: progress)
            outcome.rows = result.tally.rows
            outcome.codes = OutcomeCode.allCases.map { ($0, result.tally.count($0)) }.filter { $0.1 > 0 }
            outcome.failures = sink.failures
        } catch BatchError.refused(let refusal) {
            outcome.refusal = refusal
        }
        return outcome
    }
}

extension Refusal {
    /// Whether no setting could ever settle it: the file is not what it was, or no CSV.
    fileprivate var isOfBytes: Bool {
        switch reason {
        case .fault, .checksumMismatch, .alreadyApplied, .tooManyColumns, .noHeader: true
        case .noItemColumn, .duplicateColumn, .doubt, .totalMismatch: false
        }
    }
}

extension InputRequest {
    /// What is settled and typed, in the words of a proposal.
    fileprivate func settledTill() throws(BatchError) -> TillProposal {
        var said = TillProposal()
        said.columns = try ColumnOptions(parsing: columns, defaults: settled.columns).columns
        said.rules = try rules.rules()
        var before = TillProposal()
        before.rules = settled.rules
        said = said.adding(before)
        said.negative = till.negative == .reject ? nil : till.negative
        said.decimal = till.decimal
        said.header = till.header == .first ? nil : till.header
        said.trailing = till.trailing == .keep ? nil : till.trailing
        said.sequence = till.sequence
        said.dayStart = till.dayStart == .midnight ? nil : till.dayStart
        said.dateOrder = till.dateOrder
        return said
    }

    /// The request with what is proposed as if it had been settled.
    fileprivate func adding(_ proposal: TillProposal) -> InputRequest {
        var request = self
        request.settled.columns.merge(proposal.columns) { settled, _ in settled }
        var before = TillProposal()
        before.rules = request.settled.rules
        request.settled.rules = before.adding(proposal).rules
        if till.negative == .reject, let negative = proposal.negative { request.till.negative = negative }
        request.till.decimal = till.decimal ?? proposal.decimal
        if till.header == .first, let header = proposal.header { request.till.header = header }
        if till.trailing == .keep, let trailing = proposal.trailing { request.till.trailing = trailing }
        request.till.sequence = till.sequence ?? proposal.sequence
        if till.dayStart == .midnight, let dayStart = proposal.dayStart { request.till.dayStart = dayStart }
        request.till.dateOrder = till.dateOrder ?? proposal.dateOrder
        return request
    }
}
