internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Makes the index of a folder of reports, or makes it anew.
    ///
    /// - Parameter closed: days on which the shop is closed.
    /// - Returns: its path.
    package func index(
        _ folder: String, language: MessageLanguage, closed: ClosedDays = ClosedDays()
    ) throws -> String {
        let index = FolderIndex(shownFolder: folder, surroundings: surroundings)
        try index.make(language, closed, durable: true)
        return index.shownPath
    }
}

/// The index of a folder, as use cases make it.
struct FolderIndex {
    /// The folder as its user named it.
    let shownFolder: String
    let surroundings: Surroundings

    /// Its path, as messages call it.
    var shownPath: String {
        shownFolder.hasSuffix("/") ? shownFolder + IndexFile.name : "\(shownFolder)/\(IndexFile.name)"
    }

    /// Whether there is one that this program has made; nil where something else has its name.
    func isThere() throws(BatchError) -> Bool? {
        let folder = try OpenFolder(root: surroundings.path(shownFolder))
        return switch try IndexFile(in: folder).state() {
        case .nothing: false
        case .ours: true
        case .foreign: nil
        }
    }

    /// Makes it, in the place of an earlier one.
    ///
    /// - Parameters:
    ///   - closed: days on which the shop is closed.
    ///   - durable: whether to wait until the disk has it.
    func make(_ language: MessageLanguage, _ closed: ClosedDays, durable: Bool) throws {
        let folder = try OpenFolder(root: surroundings.path(shownFolder))
        if folder.status(of: FileName("summary.json")) != nil {
            throw BatchError.indexInReports(path: shownFolder)
        }
        let file = IndexFile(in: folder)
        do {
            try file.inTurn(surroundings) {
                if case .foreign = try file.state() { throw BatchError.indexNotOurs(path: shownPath) }
                let view = try shopView(closed)
                let index = try ReportIndex(
                    of: folder, followUps: view.followUps, interruption: surroundings.interruption)
                var content = try index.content(language)
                content.tasks = tasks(of: view.status, language)
                try file.write(try IndexPage.render(content), durable: durable)
            }
        } catch BatchError.cannotCreate(_, let errno) {
            throw BatchError.cannotCreate(path: shownPath, errno: errno)
        } catch BatchError.inputOutput(_, let errno) {
            throw BatchError.inputOutput(path: shownPath, errno: errno)
        }
    }

    /// The state of the shop whose reports the folder holds: follow-ups of its runs, unresolved files, and days without
    /// a run.
    ///
    /// An unreadable ledger counts as none.
    ///
    /// The folder is the shop's `reports`, or that of one date in it, where only the runs count.
    private func shopView(_ closed: ClosedDays) throws -> (status: ShopStatus?, followUps: [RunFollowUp]) {
        var (shop, name) = ReportFolder.split(try ReportFolder.resolved(surroundings.path(shownFolder)))
        let isOfDate = CalendarDay(name) != nil
        if isOfDate { (shop, name) = ReportFolder.split(shop) }
        guard name == "reports" else { return (nil, []) }
        let search = UnresolvedFileSearch(
            root: try OpenFolder(root: shop), now: surroundings.now(), interruption: surroundings.interruption)
        var status = ShopStatus(.folder(shop), at: surroundings.now(), maxAgeSeconds: 0)
        var followUps: [RunFollowUp] = []
        do {
            let file = try LedgerFile(LedgerRequest(path: "\(shop)/\(LedgerRequest.shopPath)"), in: surroundings)
            if try !file.isBlank(), case let ledger = try file.open(.read), try !ledger.isNew() {
                try ledger.read { snapshot in
                    followUps = try snapshot.followUps()
                    if isOfDate { return }
                    status.daysWithoutRun = closed.daysWithoutRun(between: try snapshot.businessDays().dates)
                    status.files = try search.files(snapshot.standingInputs)
                }
            }
        } catch {
            if case BatchError.interrupted = error { throw error }
        }
        if isOfDate { return (nil, followUps) }
        if status.files == nil { status.files = try search.files { [] } }
        return (status, followUps)
    }

    /// The tasks in the shop apart from open rows, as sentences.
    private func tasks(of status: ShopStatus?, _ language: MessageLanguage) -> [String] {
        guard let status else { return [] }
        let wording = StatusWording(language) { moment in
            UTCMoment.seconds(of: moment).map { surroundings.localTimeAt($0) } ?? moment
        }
        return status.standingReasons.map(wording.sentence)
    }
}
