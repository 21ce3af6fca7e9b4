package import JuiceBatch

/// The result of inspecting exports of an unfamiliar POS: their columns, the proposed settings and the open questions.
package struct Inspection: Sendable {
    /// The findings about an input.
    package struct Input: Sendable {
        package let export: ExportTable
        /// The direction of its times; nil if no column holds any.
        package let times: TimeDirection?
        /// The role of each column, with the existing and proposed settings.
        package let columns: [ColumnReading]
        /// The repetitions of its ids; nil if no column looks like an id.
        package let ids: IDReading?

        init(_ found: InputFindings, settled: SettingsProposal, proposal: SettingsProposal) {
            export = found.export
            times = found.direction
            let roles = ColumnRoles(export, settled: settled, proposal: proposal)
            let ambiguities = AmbiguityFinder(found, settled.adding(proposal))
            columns = found.export.columns.indices.map { column in
                var reading = roles.reading(column)
                if found.export.ownFile == nil, reading.isUnnamed {
                    reading.ambiguity = ambiguities.kind(column, hasQuantity: roles.hasQuantity)
                }
                return reading
            }
            ids = roles.ids
        }
    }

    package let inputs: [Input]
    /// The settings that exist: those of the configuration and of the command line.
    package let settled: SettingsProposal
    /// The additional settings that are proposed.
    package let proposal: SettingsProposal
    /// The additional settings that describe the export; empty unless requested.
    package let description: SettingsProposal
    package let questions: [SettingsQuestion]
    /// The predicted result of a run with the inputs as they are.
    package let before: TrialOutcome
    /// The predicted result of a run with the proposed settings.
    package let after: TrialOutcome

    /// Creates an inspection from its findings.
    package init(
        _ found: [InputFindings], settled: SettingsProposal, proposal: SettingsProposal,
        description: SettingsProposal = SettingsProposal(), questions: [SettingsQuestion], before: TrialOutcome,
        after: TrialOutcome
    ) {
        inputs = found.map { Input($0, settled: settled, proposal: proposal) }
        self.settled = settled
        self.proposal = proposal
        self.description = description
        self.questions = questions
        self.before = before
        self.after = after
    }

    /// The existing, proposed and describing settings together: the proposed content of juice-batch.json.
    package var whole: SettingsProposal { settled.adding(proposal).adding(description) }
}

extension Inspection {
    /// Inspects inputs, proposes settings for them, and asks what only the user can decide.
    ///
    /// Each input is read once, and at most three trial runs are made: with the inputs as they are, with all proposed
    /// and assumed settings, and with the proposed settings only.
    ///
    /// - Parameters:
    ///   - settings: The settings of a run, with all existing settings.
    ///   - settled: The same settings in the form of a proposal.
    ///   - describes: Whether the proposed settings are to describe the export.
    ///   - nearest: Returns the juice on the menu with the most similar name; nil if none is similar.
    ///   - progress: Called from time to time with the progress of a trial run.
    /// - Throws: The refusal of an input that no setting could resolve, besides errors.
    package init(
        of files: [InputFile], settings: RunSettings, settled: SettingsProposal, cancellation: CancellationToken,
        describes: Bool = false, nearest: @escaping (String) -> String?,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws {
        func trial(_ proposal: SettingsProposal) throws -> TrialOutcome {
            try TrialOutcome(settings.adding(proposal), files: files, cancellation: cancellation, progress: progress)
        }
        let reader = ExportReader(settings: settings, cancellation: cancellation)
        let inputs = try files.map { InputFindings(try reader.read($0), names: settings.names, settled: settled) }
        let before = try trial(SettingsProposal())
        var inference = Inference(inputs, names: settings.names, settled: settled, nearest: nearest)
        if settled.header == nil, inference.proposal.header == nil {
            let proposed = try settings.adding(inference.proposal)
            if try !zip(files, inputs).allSatisfy({ try $1.hasItemColumn(in: $0, proposed.reading) }) {
                inference.proposal.header = .find
            }
        }
        inference.askAboutColumns()
        let tried = inference.tried
        let triedOutcome = try tried.isEmpty ? before : trial(tried)
        inference.react(to: triedOutcome)
        let description = describes ? ExportDescription(inputs, settings: settled.adding(inference.proposal)) : nil
        let described = description?.proposal ?? SettingsProposal()
        let proposal = inference.proposal.adding(described)
        let after = try proposal.isEmpty ? before : proposal == tried ? triedOutcome : trial(proposal)
        if let refusal = after.refusal, refusal.isOfBytes { throw BatchError.refused(refusal) }
        self.init(
            inputs, settled: settled, proposal: inference.proposal, description: described,
            questions: inference.questions.map { description?.listingCells(in: $0) ?? $0 }, before: before,
            after: after)
    }
}

extension InputFindings {
    /// Whether a run with some options finds a header that has a column for the item.
    fileprivate func hasItemColumn(in file: InputFile, _ options: ReadingOptions) throws(BatchError) -> Bool {
        if item == nil { return true }
        defer { file.pause() }
        let reading = try HeaderReader(file: file, options: options).read(.decided(export.encoding))
        if case .failure(let refusal) = reading.result, case .noItemColumn = refusal.reason { return false }
        return true
    }
}

extension Refusal {
    /// Whether no setting could resolve the refusal, because the file has changed or is not CSV.
    ///
    /// A file without any header has been refused earlier; here, a file lacks only the header that other files have.
    fileprivate var isOfBytes: Bool {
        switch reason {
        case .fault, .checksumMismatch, .alreadyApplied, .changedReport, .tooManyColumns, .noShopColumn: true
        case .noHeader, .incompleteHeader, .noItemColumn, .duplicateColumn, .unknownColumn, .ambiguity, .totalMismatch:
            false
        }
    }
}
