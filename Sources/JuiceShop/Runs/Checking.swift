internal import JuiceBatch
package import JuiceReports

extension Shop {
    /// Applies inputs without recording anything, and lists every problem.
    ///
    /// - Parameters:
    ///   - language: the language of the problems.
    ///   - form: the format of the list.
    ///   - problems: receives the rejected rows as well; nil for no listener.
    package func check(
        _ request: InputRequest, language: MessageLanguage, form: CheckForm, telling listener: any ProgressListener,
        problems: (any ProblemListener)? = nil
    ) throws -> CheckOutcome {
        let work = InputWork(request: request, surroundings: surroundings)
        let settings = try work.settings()
        let progress = listener.beginProgress()
        let files = try work.open(spoolFolder: surroundings.temporaryFolder, progress: progress)
        let document = try CheckDocument(form, language: language, folder: surroundings.temporaryFolder)
        let failures = FirstFailuresSink(menu: settings.menu, language: language)
        let sink = JoinedSink([document.sink(menu: settings.menu)] + (problems == nil ? [] : [failures]))
        do {
            let result = try work.apply(settings, to: files, sink: sink, progress: progress)
            problems?.rejected(
                RejectedRows(
                    first: failures.firstFailures, tally: result.tally, paths: files.paths, failOn: request.failOn,
                    hasReports: false))
            return CheckOutcome(
                tally: result.tally, inputs: ReportModel.inputs(of: result, settings.reading), document: document,
                exitStatus: ExitStatus(of: result.tally, failOn: request.failOn))
        } catch BatchError.refused(let refusal) {
            let input = RefusedInput(refusal: refusal, path: files.paths[refusal.file])
            problems?.refused(input)
            throw CheckRefusal(input: input, document: document)
        }
    }
}
