internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports

/// A run on its way: what all kinds of it have in common.
struct RunWork {
    let request: RunRequest
    /// The environment of the use case.
    let environment: Environment
    /// The listener to the run.
    let listener: any RunListener

    /// The menu, where it is none that the request names.
    var menu: (menu: Menu, names: NameIndex)?

    /// The steps that concern the inputs.
    var input: InputWork { InputWork(request: request.input, environment: environment, menu: menu) }

    /// The outcome of a run that applies nothing; it is thrown so that no transaction commits.
    struct Unapplied: Error {
        let outcome: RunOutcome
    }

    /// Opens all inputs of the request.
    func open(_ progress: any RunProgress) throws -> [InputFile] {
        try input.open(spillFolder: spillFolder(), progress: progress)
    }

    /// The folder for temporary data that does not fit into memory: beside the reports, if there are any.
    private func spillFolder() throws(BatchError) -> String {
        request.isDryRun ? environment.temporaryFolder : try RunTarget.spillFolder(request, in: environment)
    }

    /// The destination of the reports.
    ///
    /// - Parameters:
    ///   - paths: the inputs that are applied.
    ///   - ledger: the run's ledger, if it has one.
    func target(of paths: [String], ledger: LedgerFile?) throws(BatchError) -> RunTarget {
        try RunTarget(request, paths: paths, ledger: ledger, in: environment)
    }

    /// Applies inputs, stages their reports and tells the listener of the result; puts no reports in place.
    ///
    /// - Parameters:
    ///   - recorded: the recorded business day, if reports of an earlier run are made again.
    ///   - watcher: receives the outcomes of the rows as well; nil for none.
    /// - Throws: `Unapplied` if more rows are rejected than the request allows, besides errors.
    func produce(
        _ settings: RunSettings, _ files: [InputFile], _ target: RunTarget, view: LedgerView?,
        recorded: BusinessDay? = nil, watcher: (any OutcomeSink)? = nil, _ progress: any RunProgress
    ) throws -> (result: RunResult, model: ReportModel) {
        let isDryRun = request.isDryRun
        let folder = target.folder
        var settings = settings
        settings.spillFolder = try spillFolder()
        let style = CellStyle(isForExcel: request.isForExcel)
        let failures = FirstFailuresSink(
            menu: settings.menu, language: request.language, terminal: request.messageLanguage)
        let rows =
            isDryRun
            ? nil
            : CSVReportSink(
                menu: settings.menu, style: style, language: request.language,
                success: request.reports == .all ? try folder.create("success.csv") : nil,
                failure: try folder.create("failure.csv"))
        let byColumn = SalesByColumnSink(settings.reading.exportSettings, menu: settings.menu)
        let sink = TeeSink([rows, failures, byColumn, watcher].compactMap(\.self))
        let result = try apply(settings, files, sink, progress)
        let first = failures.firstFailures
        try judge(result.tally, first, files)
        let day = day(of: result, recorded: recorded)
        var model = ReportModel(
            language: request.language, menu: settings.menu, result: result, first: first, day: day, ledger: view,
            reading: settings.reading, shop: request.shop,
            currency: request.currency, daysWithoutRun: daysWithoutRun(day, view, result),
            limits: request.limits)
        model.salesByColumn = byColumn?.figures ?? []
        try rows?.checkRows(result.tally)
        if !isDryRun { try request.reports.write(model, style: style, threads: settings.threads, to: folder) }
        // What cannot be told is not done: it is told before the reports are put in place.
        try listener.applied(model, reports: isDryRun ? nil : target.shownFolder)
        return (result, model)
    }

    /// Applies inputs, and tells the listener of a refused one.
    private func apply(
        _ settings: RunSettings, _ files: [InputFile], _ sink: TeeSink,
        _ progress: any RunProgress
    ) throws -> RunResult {
        do {
            return try input.apply(settings, to: files, sink: sink, progress: progress)
        } catch BatchError.refused(let refusal) where !request.isTrial {
            listener.refused(RefusedInput(refusal: refusal, path: files.paths[refusal.file]))
            throw BatchError.refused(files.withPath(refusal))
        }
    }

    /// Reports the rejected rows, and throws if they are too many.
    private func judge(
        _ tally: Tally, _ first: FirstFailures, _ files: [InputFile]
    ) throws(Unapplied) {
        let isTooMany = request.maxRejected.map { tally.count(.rejected) > $0 } ?? false
        listener.rejected(
            RejectedRows(
                first: first, tally: tally, paths: files.paths, givenPaths: files.givenPaths,
                failOn: request.input.failOn,
                hasReports: !request.isDryRun && !isTooMany))
        if isTooMany { throw Unapplied(outcome: .tooManyRejected(tally)) }
    }

    /// The business days without a run, as of this one; nil if no day is known.
    private func daysWithoutRun(_ day: BusinessDay?, _ view: LedgerView?, _ result: RunResult) -> [CalendarDay]? {
        guard let view, let own = day.flatMap({ CalendarDay($0.date) }) else { return nil }
        let days = view.demand.businessDays.dates.union(result.days.map(\.date)).union([own])
        return request.closed.daysWithoutRun(between: days.filter { $0 <= own })
    }

    /// The business day of a run; nil if nothing says it.
    private func day(of result: RunResult, recorded: BusinessDay?) -> BusinessDay? {
        let given = request.input.date
        if let recorded, given == nil || given == recorded.date { return recorded }
        if let given { return BusinessDay(date: given, source: .given) }
        let others = request.otherDates
        // Before the first day of the calendar there is none.
        guard let rows = result.businessDay?.text, CalendarDay(rows) != nil else { return others.day }
        return BusinessDay(date: rows, source: .rows, named: others.named == rows ? nil : others.named)
    }

    /// Performs a run without a ledger, which keeps nothing but its reports; a dry run writes nothing.
    ///
    /// - Parameter opened: the inputs, if the caller has opened them already; nil to open those of the request.
    func performWithoutLedger(_ opened: [InputFile]?) throws -> DoneRun {
        let settings = try input.settings()
        let target = try target(of: request.input.paths, ledger: nil)
        let progress = listener.beginProgress()
        let files = try opened ?? open(progress)
        let (_, model) = try produce(settings, files, target, view: nil, progress)
        try environment.cancellation.check()
        if !request.isDryRun { try target.folder.commit(durable: false) }
        return finish(target, model, number: nil)
    }

    /// Completes a run whose reports are in place, if it has any.
    ///
    /// - Parameter number: the run's number in its ledger; nil without a ledger.
    func finish(_ target: RunTarget, _ model: ReportModel, number: Int?, leftOut: [KnownInput] = []) -> DoneRun {
        if let notice = replaced(target, model) { listener.notice(notice) }
        renewIndex(around: target)
        return DoneRun(
            model: model, number: number, reports: request.isDryRun ? nil : target.shownFolder, leftOut: leftOut,
            exitStatus: ExitStatus(of: model.tally, failOn: request.input.failOn))
    }

    private func renewIndex(around target: RunTarget) {
        guard !request.isDryRun, request.index != .left else { return }
        IndexRenewal(
            environment: environment, language: request.language, closed: request.closed, isDurable: target.isDurable,
            listener: listener
        ).renew(around: target.shownFolder, isWanted: request.index == .made)
    }

    /// The notice that the reports have replaced a set with short orders or rejected rows; nil if they have not.
    ///
    /// It goes to the listener and not into the reports, which do not depend on what was there before. A set of the same
    /// inputs does not count: this is the same run once more, and its open rows are in the new set.
    private func replaced(_ target: RunTarget, _ model: ReportModel) -> ShopNotice? {
        guard !request.isDryRun, let earlier = target.earlier, earlier.inputs != model.inputs.map(\.sha256),
            earlier.ordersShort + earlier.rowsRejected > 0
        else { return nil }
        return .replaced(
            reports: target.shownFolder, ordersShort: earlier.ordersShort, rowsRejected: earlier.rowsRejected)
    }
}

extension [InputFile] {
    /// The path of each by its name in the reports; standard input has none.
    var paths: [String: String] {
        Dictionary(filter { $0.path != "-" }.map { ($0.name, $0.path) }) { first, _ in first }
    }

    /// The path of each as the user gave it, by its name in the reports; none if no user did.
    var givenPaths: [String: String] {
        Dictionary(compactMap { file in file.givenPath.map { (file.name, $0) } }) { first, _ in first }
    }

    /// A refusal of one of them that names its path as the user gave it.
    func withPath(_ refusal: Refusal) -> Refusal {
        givenPaths[refusal.file].map { refusal.renamed($0) } ?? refusal
    }
}
