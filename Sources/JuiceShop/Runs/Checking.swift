internal import JuiceBatch
package import JuiceReports

extension Shop {
    /// Applies inputs without keeping anything, and lists every problem.
    ///
    /// - Parameters:
    ///   - language: of the problems.
    ///   - ink: the colours of the place where they are read.
    package func check(
        _ request: InputRequest, language: MessageLanguage, ink: Ink, telling listener: any ProgressListener
    ) throws -> CheckOutcome {
        let work = InputWork(request: request, surroundings: surroundings)
        let settings = try work.settings()
        let progress = listener.beginProgress()
        let files = try work.open(spoolFolder: surroundings.temporaryFolder, progress: progress)
        let spool = try TextSpool(folder: surroundings.temporaryFolder)
        let sink = ProblemSink(menu: settings.menu, language: language, ink: ink, spool: spool)
        let result = try work.apply(settings, to: files, sink: sink, progress: progress)
        return CheckOutcome(
            tally: result.tally, inputs: ReportModel.inputs(of: result, settings.reading), problems: spool,
            ending: Ending(of: result.tally, failOn: request.failOn))
    }
}
