internal import JuiceBatch
internal import JuiceReports

/// Runs a chain's shops in parallel, and holds the state that they share.
struct ShopRunCoordinator: Sendable {
    let request: ChainRequest
    let environment: Environment
    let listener: any ChainListener
    /// The business day as `YYYY-MM-DD`.
    let date: String
    let chain: ChainFolder
    let manifest: ChainRunManifest
    /// The remarks about exports that are already reported; its lock keeps threads from calling the listener at once.
    private let reportedRemarks = LockedValue<Set<String>>([])

    var language: MessageLanguage { request.run.language }
    var messages: NightlyMessages { NightlyMessages(language) }
    var cancellation: CancellationToken { environment.cancellation }

    /// The content of facts.json for this attempt's problems and the unresolved ones in the manifest.
    func facts(of shop: ShopEntry, runs: [RunFacts], _ newProblems: [ShopProblem]) -> ShopFacts {
        var problems = manifest.content.shops[shop.folder]?.unresolvedProblems(after: runs) ?? []
        problems += newProblems.filter { !problems.contains($0) }
        let reasons = runs.flatMap(\.exitStatus.reasons) + problems.compactMap(\.reason)
        let isMissing = runs.isEmpty && problems.isEmpty
        return ShopFacts(
            date: date, shop: shop.name, folder: shop.folder,
            state: isMissing ? .missing : ShopRunState(of: ExitStatus(reasons)),
            isMissing ? [.shopWithoutFile] : reasons, runs: runs, problems: problems)
    }

    func notify(_ notice: ShopNotice, of shop: ShopEntry) {
        reportedRemarks.withLock { _ in listener.notice(notice, of: shop.name) }
    }

    /// Reports a message about a shop, or without one about the chain or an export.
    func report(_ line: String, of shop: ShopEntry? = nil) {
        reportedRemarks.withLock { _ in listener.message(line, of: shop?.name) }
    }

    /// Reports a remark about an export, of which all shops' parts may have the same, once.
    func reportOnce(_ line: String) {
        if reportedRemarks.withLock({ $0.insert(line).inserted }) { report(line) }
    }

    /// Runs shops in parallel on threads; returns their facts by folder, and throws an error that stops all of them.
    func runAll(_ shopRuns: [ShopRun], jobs: Int) throws -> [String: ShopFacts] {
        let queue = LockedValue(Queue(remaining: shopRuns[...]))
        let work: @Sendable () -> Void = { [self] in
            while let shopRun = queue.withLock({ $0.next() }) {
                let result = Result { try run(shopRun) }
                queue.withLock { queue in
                    queue.add(result)
                    let (done, withProblems) = (queue.facts.count, queue.shopsWithProblems)
                    reportedRemarks.withLock { _ in
                        listener.shops(done: done, of: shopRuns.count, withProblems: withProblems)
                    }
                }
            }
        }
        let threads = (1..<max(1, min(jobs, shopRuns.count))).compactMap { _ in WorkerThread(work) }
        work()
        for thread in threads { thread.join() }
        listener.shopsEnded()
        return try queue.withLock { queue in
            if let error = queue.error { throw error }
            return queue.facts
        }
    }

    /// The runs that threads take one after another, and the results of those that have ended.
    private struct Queue {
        var remaining: ArraySlice<ShopRun>
        private(set) var facts: [String: ShopFacts] = [:]
        private(set) var shopsWithProblems = 0
        /// The first error that concerns all shops; no further run begins after it.
        private(set) var error: (any Error)?

        mutating func next() -> ShopRun? { error == nil ? remaining.popFirst() : nil }

        mutating func add(_ result: Result<ShopFacts, any Error>) {
            switch result {
            case .success(let shop):
                facts[shop.folder] = shop
                if !shop.exitStatus.isDone { shopsWithProblems += 1 }
            case .failure(let failure): error = error ?? failure
            }
        }
    }
}

/// A listener for one shop's nightly run in a chain, without progress, that collects the problems for facts.json.
final class ShopRunListener: NightlyListener {
    private let language: MessageLanguage
    /// The path of the chain's folder with a slash, which is removed from messages.
    private let chainPath: String
    private let forwardNotice: (ShopNotice) -> Void
    /// The name of the file being processed; nil between two files.
    var file: String?
    private(set) var problems: [ShopProblem] = []
    /// The first three rejected rows of the last reported run, one line each.
    private(set) var rejectedLines: [String] = []
    var applied = ExitStatus.done
    /// Whether there was a problem that affects all further files.
    private(set) var isStopped = false
    private var lines: [String] = []

    /// Creates a listener whose messages show paths relative to the chain's folder, and not its location.
    init(_ language: MessageLanguage, in path: String, forwardNotice: @escaping (ShopNotice) -> Void) {
        self.language = language
        chainPath = path + "/"
        self.forwardNotice = forwardNotice
    }

    func notice(_ notice: ShopNotice) {
        // A new ledger is normal in the first nightly run of a shop.
        if case .ledgerCreated = notice { return }
        forwardNotice(notice)
    }

    func rejected(_ rows: RejectedRows) {
        rejectedLines = rows.first.rejected.prefix(3).map { $0.diagnostic() }
    }

    func writeLine(_ line: String) { lines.append(line) }

    var lastLine: String { lines.last ?? "" }
    /// The last two lines of output before the closing line.
    var lastLines: String { lines.dropLast().suffix(2).joined(separator: " ") }
    /// The path of the current file as its error has it; empty between two files.
    private var filePath: String { file.map { "\(NightlyRun.inboxFolder)/\($0)" } ?? "" }

    func failed(_ error: any Error) {
        add(error)
        if case .stopped = FileDisposition(of: error, path: filePath) { isStopped = true }
    }

    /// Adds an error to the problems without stopping the processing of further files.
    func add(_ error: any Error) {
        let text = language.text(of: error, after: .reportedElsewhere)
        switch error as? BatchError {
        case .refused(let refusal): file = refusal.file
        case .unreadable(let path, _), .changedWhileRead(let path):
            file = path.split(separator: "/").last.map(String.init) ?? file
        default: break
        }
        // Any error that makes the current file invalid counts as a refusal.
        let reason = ExitReason(of: error)
        let isRefusal = reason == .usage && FileDisposition(of: error, path: filePath) == .failed
        add(isRefusal ? .inputRefused : reason, text.replacing(chainPath, with: ""))
    }

    /// Appends to the last problem's text the number of files that were not processed.
    func addToLastProblem(filesWaiting count: Int) {
        guard count > 0, let last = problems.indices.last else { return }
        if !problems[last].text.hasSuffix(".") { problems[last].text += "." }
        problems[last].text += " " + language.waitInInbox(count)
    }

    /// Adds a problem with the current file, unless an equal one is there.
    func add(_ reason: ExitReason?, _ text: String) {
        let problem = ShopProblem(file: file, reason, text: text)
        if !problems.contains(problem) { problems.append(problem) }
    }
}
