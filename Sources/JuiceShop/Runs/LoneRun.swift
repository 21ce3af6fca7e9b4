internal import JuiceBatch
internal import JuiceReports

/// A run without a ledger: it keeps nothing but its reports.
struct LoneRun {
    /// The steps shared with other runs.
    let work: RunWork

    /// Applies the inputs and puts their reports in place; a dry run writes nothing.
    ///
    /// - Parameter opened: the inputs, if the caller has opened them already; nil to open those of the request.
    func perform(_ opened: [InputFile]?) throws -> DoneRun {
        let settings = try work.input.settings()
        let target = try work.target(of: work.request.input.paths, ledger: nil)
        let progress = work.listener.beginProgress()
        let files = try opened ?? work.open(progress)
        let (_, model) = try work.produce(settings, files, target, view: nil, progress)
        try work.surroundings.interruption.check()
        if !work.request.isDryRun { try target.folder.commit(durable: false) }
        return work.finish(target, model, number: nil)
    }
}
