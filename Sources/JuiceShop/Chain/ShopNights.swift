internal import JuiceBatch
internal import JuiceReports
internal import Synchronization

/// Runs the nightly runs of a chain's shops in parallel, and holds the state that they share.
final class ShopNights: Sendable {
    let request: ChainRequest
    let environment: Environment
    let listener: any ChainListener
    /// The business day as `YYYY-MM-DD`.
    let date: String
    /// The path of the chain's folder with symbolic links resolved.
    let path: String
    let manifest: ChainNightManifest
    var language: MessageLanguage { request.run.language }
    var cancellation: CancellationToken { environment.cancellation }
    private let isTelling = LockedValue(())
    /// The warnings already given about the business days of exports; all shops share them.
    private let warned = LockedValue<Set<String>>([])

    init(
        _ request: ChainRequest, in environment: Environment, date: String, path: String, manifest: ChainNightManifest,
        telling listener: any ChainListener
    ) {
        self.request = request
        self.environment = environment
        self.listener = listener
        self.date = date
        self.path = path
        self.manifest = manifest
    }

    /// The facts of a shop's nightly run.
    ///
    /// - Parameter met: the problems of this attempt; recorded ones are added.
    func facts(of shop: ShopEntry, runs: [RunFacts], _ met: [ShopProblem]) -> ShopFacts {
        let earlier = manifest.content.shops[shop.folder]?.problems ?? []
        var problems = ChainNightManifest.MetProblem.open(of: earlier, behind: runs)
        problems += met.filter { !problems.contains($0) }
        let reasons = runs.flatMap(\.exitStatus.reasons) + problems.compactMap(\.reason)
        let isMissing = runs.isEmpty && problems.isEmpty
        return ShopFacts(
            date: date, shop: shop.name, folder: shop.folder,
            state: isMissing ? .missing : ShopRunState(of: ExitStatus(reasons)),
            isMissing ? [.shopWithoutFile] : reasons, runs: runs, problems: problems)
    }

    /// Reports a notice about a shop.
    func tell(_ notice: ShopNotice, of shop: ShopEntry) {
        isTelling.withLock { _ in listener.notice(notice, of: shop.name) }
    }

    /// Reports a problem of a shop, by name, or of an export.
    func tell(_ problem: ShopProblem, of shop: String?) {
        isTelling.withLock { _ in listener.problem(problem, of: shop) }
    }

    /// Reports a problem of the chain as a whole, or of an export.
    func tell(_ text: String, _ reason: ExitReason?, file: String? = nil) {
        tell(ShopProblem(file: file, reason, text: text), of: nil)
    }

    /// Reports a remark about a file that was applied; a remark about an export is reported once for all shops.
    ///
    /// - Parameter shop: the shop that the file belongs to; nil for an export.
    func tell(_ remark: String, ofFile name: String, of shop: String?) {
        let text = NightlyMessages(language).remark(remark, on: name)
        guard shop != nil || warned.withLock({ $0.insert(text).inserted }) else { return }
        tell(ShopProblem(file: name, nil, text: text), of: shop)
    }

    /// The number of finished shops, and the error that stops the others.
    private struct Count {
        var done = 0
        var withProblems = 0
        var failure: (any Error)?
    }

    /// Runs shops in parallel, each on one thread.
    ///
    /// - Parameter nights: the shops, in the order in which they start.
    /// - Returns: the results by folder.
    /// - Throws: an error that stops all of them.
    func perform(_ nights: [ShopNightlyRun], _ jobs: Int) throws -> [String: ShopNightlyRun.Outcome] {
        let count = LockedValue(Count())
        let outcomes = LockedValue<[String: ShopNightlyRun.Outcome]>([:])
        let next = Atomic<Int>(0)
        let work: @Sendable () -> Void = { [self] in
            while true {
                let place = next.add(1, ordering: .relaxed).oldValue
                guard place < nights.count, count.withLock({ $0.failure == nil }) else { return }
                do {
                    let done = try visit(nights[place])
                    outcomes.withLock { $0[done.facts.folder] = done }
                    count.withLock { count in
                        count.done += 1
                        if !done.facts.exitStatus.isDone { count.withProblems += 1 }
                        listener.shops(done: count.done, of: nights.count, withProblems: count.withProblems)
                    }
                } catch {
                    count.withLock { $0.failure = $0.failure ?? error }
                }
            }
        }
        let threads = (1..<max(1, min(jobs, nights.count))).compactMap { _ in WorkerThread(work) }
        work()
        for thread in threads { thread.join() }
        listener.shopsEnded()
        if let failure = count.withLock({ $0.failure }) { throw failure }
        return outcomes.withLock { $0 }
    }

    private func visit(_ night: ShopNightlyRun) throws -> ShopNightlyRun.Outcome {
        try cancellation.check()
        try manifest.begin(night.shop.folder)
        let outcome = try night.perform()
        for problem in outcome.facts.problems { tell(problem, of: night.shop.name) }
        try manifest.end(
            night.shop.folder, outcome.facts.state, isOpen: !outcome.isRecorded, exports: outcome.exports.sorted())
        return outcome
    }
}
