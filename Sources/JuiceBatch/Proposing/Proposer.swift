/// Proposes settings for a till's exports from what they show, and asks what only a person can decide.
///
/// It looks at no file: surveys and outcomes of trials go in, proposals and questions come out.
package struct Proposer {
    private let names: NameIndex
    /// The settings that are settled or typed.
    private let settled: TillProposal
    private let nearest: (String) -> String?

    /// - Parameters:
    ///   - settled: what is settled or typed; it is not proposed again.
    ///   - nearest: the juice on the menu whose name comes nearest, nil where none does.
    package init(names: NameIndex, settled: TillProposal, nearest: @escaping (String) -> String?) {
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
    ) -> (proposal: TillProposal, questions: [TillQuestion]) {
        var proposal = TillProposal()
        var questions: [TillQuestion] = []
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
                let question = TillQuestion(
                    .otherTill(file: survey.file, role: role, header: columns.names.joined(separator: "+")), [])
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
        case propose(TillProposal)
        /// Something has to be asked; to see what else there is, something is assumed meanwhile.
        case ask(TillQuestion, assume: TillProposal)
    }

    /// The consequence of a trial with the proposed settings; nil where there is none.
    ///
    /// - Parameters:
    ///   - asked: the questions asked so far.
    ///   - proposal: the settings of the trial besides settled ones.
    package func step(
        after trial: TrialOutcome, _ inputs: [(survey: InputSurvey, found: ColumnFindings)], asked: [TillQuestion],
        proposal: TillProposal
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
