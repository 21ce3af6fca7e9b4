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

    /// The proposal and the questions for several inputs together, in their order.
    package func together(_ inputs: [InspectedInput]) -> JointFindings {
        var joint = JointFindings(proposal: SettingsProposal())
        for input in inputs {
            let (survey, found) = (input.survey, input.found)
            for (role, columns) in found.proposal.columns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                guard let other = joint.proposal.columns[role], other != columns else { continue }
                // What has more parts tells more rows apart.
                if has(survey, other) {
                    if other.names.count < columns.names.count, has(inputs, columns) {
                        joint.proposal.columns[role] = columns
                    }
                    continue
                }
                let header = columns.names.joined(separator: "+")
                joint.ask(SettingsQuestion(.otherExportSettings(file: survey.file, role: role, header: header), []))
            }
            joint.proposal = joint.proposal.adding(found.proposal)
            for question in found.questions { joint.ask(question) }
        }
        let timed = inputs.filter { $0.survey.ownFile == nil && isTimed($0.survey) }
        if timed.count > 1, settled.sequence == nil {
            for input in timed {
                let finder = RowFinder(input.survey, input.found, names: names, settled: settled)
                joint.proposal = joint.proposal.adding(finder.timeProposal(input.found))
            }
            let areNewestFirst = timed.allSatisfy { $0.found.proposal.sequence == .newestFirst }
            joint.proposal.sequence = areNewestFirst ? .newestFirst : .time
        }
        return joint
    }

    /// Whether an input has all columns of a composite.
    private func has(_ survey: InputSurvey, _ columns: RoleColumns) -> Bool {
        columns.names.allSatisfy { name in survey.header.contains { nameKey($0) == nameKey(name) } }
    }

    /// Whether each input has all of them, or none.
    private func has(_ inputs: [InspectedInput], _ columns: RoleColumns) -> Bool {
        inputs.allSatisfy { input in
            has(input.survey, columns)
                || !columns.names.contains { name in input.survey.header.contains { nameKey($0) == nameKey(name) } }
        }
    }

    private func isTimed(_ survey: InputSurvey) -> Bool {
        guard let direction = survey.relations.direction else { return false }
        return !direction.first.isEmpty && direction.unreadable == 0
    }

    /// Asks about each column that is in doubt with what is proposed, and assumes that it means nothing.
    package func addDoubts(_ inputs: [InspectedInput], to joint: inout JointFindings) {
        for input in inputs {
            let settings = settled.adding(joint.tried)
            let doubts = ColumnDoubts(input.survey, settings, input.found, names: names)
            let asker = DoubtAsker(survey: input.survey, found: input.found, names: names)
            for doubt in doubts.all() {
                let question = asker.question(doubt.kind, input.survey.columns[doubt.column].name)
                joint.ask(question, assuming: .accepting(input.survey.columns[doubt.column].name))
            }
        }
    }

    /// The settings that describe the columns which neither what is settled nor what is proposed names.
    func description(of inputs: [InspectedInput], _ proposal: SettingsProposal) -> ExportDescription {
        ExportDescription(inputs, settings: settled.adding(proposal), names: names)
    }

    /// Adds what follows from a trial with all that is proposed and assumed.
    package func react(to trial: TrialOutcome, _ inputs: [InspectedInput], _ joint: inout JointFindings) {
        let reaction = TrialReaction(
            inputs: inputs, names: names, settled: settled, areIDsSettled: settled.columns[.id] != nil,
            nearest: nearest)
        if let refusal = trial.refusal {
            guard let input = inputs.first(where: { $0.survey.file == refusal.file }) else { return }
            reaction.add(refusal, input, &joint)
            reaction.addUnknownNames(input, &joint)
        } else {
            reaction.add(trial, &joint)
        }
    }
}
