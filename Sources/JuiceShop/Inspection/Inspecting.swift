package import JuiceBatch
internal import JuiceCore
package import JuiceReports

extension Shop {
    /// Examines exports of a POS whose format is not configured, and proposes settings to read them; writes nothing.
    ///
    /// - Throws: the refusal of an input that cannot be read at all.
    package func inspect(_ request: InputRequest, telling listener: any ProgressListener) throws -> InspectionOutcome {
        let work = InputWork(request: request, surroundings: surroundings)
        let settings = try work.settings()
        let progress = listener.beginProgress()
        defer { progress.clear() }
        let files = try work.open(spoolFolder: surroundings.temporaryFolder, progress: progress)
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        let nearest = NearestName(menu: settings.menu)
        let inspector = Inspector(
            settings: settings, files: files, settled: try request.settledTill(),
            interruption: surroundings.interruption, nearest: { nearest.nearest(to: $0, action: .order) },
            progress: { progress.update($0, totalBytes: totalBytes) })
        return InspectionOutcome(inspection: try inspector.inspect())
    }
}

/// The result of an inspection.
package struct InspectionOutcome {
    package let inspection: Inspection

    /// `done` if a run with what is proposed would reject and refuse nothing.
    package var exitStatus: ExitStatus { inspection.after.isGood ? .done : ExitStatus(.proposalLacking) }
}

extension InputRequest {
    /// The settled and typed settings in the form of a proposal.
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
}
