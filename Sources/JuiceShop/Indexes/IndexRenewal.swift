internal import JuiceBatch
internal import JuiceReports

/// Makes the index of a folder of reports anew when a set has come to it.
///
/// The reports are in place by now and stay there, whatever comes of the index: that is told and changes nothing.
struct IndexRenewal {
    let surroundings: Surroundings
    let language: MessageLanguage
    let closed: ClosedDays
    /// Whether to wait until the disk has it.
    let isDurable: Bool
    let listener: any NoticeListener

    /// Makes the indexes of the folders that a set counts in: the one that it lies in, and where that is called by a
    /// date, the one above.
    ///
    /// - Parameters:
    ///   - reports: the folder of the set, as its user named it.
    ///   - isWanted: whether the folder furthest out gets one if it has none.
    func renew(around reports: String, isWanted: Bool) {
        let folders = Self.folders(around: reports, in: surroundings)
        for (place, folder) in folders.enumerated() {
            renew(folder, isWanted: isWanted && place == folders.count - 1)
        }
    }

    /// Makes the index of a folder.
    ///
    /// - Parameter isWanted: whether it gets one if it has none.
    func renew(_ folder: String, isWanted: Bool) {
        let index = FolderIndex(shownFolder: folder, surroundings: surroundings)
        do {
            guard let isThere = try index.isThere() else {
                if isWanted { throw BatchError.indexNotOurs(path: index.shownPath) }
                return
            }
            if isThere || isWanted { try index.make(language, closed, durable: isDurable) }
        } catch {
            if isWanted || !isUnreadable(error) { tell(error, index) }
        }
    }

    /// Whether an error says that the folder cannot be read.
    private func isUnreadable(_ error: any Error) -> Bool {
        if case BatchError.unreadable = error { true } else { false }
    }

    private func tell(_ error: any Error, _ index: FolderIndex) {
        switch error {
        case BatchError.indexNotOurs(let path): listener.notice(.indexNotOurs(path: path))
        // The folder is itself a set of reports. It gets no index, and that is not an error here.
        case BatchError.indexInReports: break
        case let error as BatchError: listener.notice(.indexLost(path: index.shownPath, errno: error.systemErrno))
        default: listener.notice(.indexLost(path: index.shownPath, errno: nil))
        }
    }

    /// The folders around a set, from within.
    private static func folders(around reports: String, in surroundings: Surroundings) -> [String] {
        guard let real = try? ReportFolder.resolved(surroundings.path(reports)) else { return [] }
        let inner = ReportFolder.split(real).parent
        let (outer, name) = ReportFolder.split(inner)
        let folders = CalendarDay(name) == nil ? [inner] : [inner, outer]
        return folders.enumerated().map { depth, folder in shown(reports, up: depth + 1, real: folder, surroundings) }
    }

    /// A folder as its user would call it, if that leads there.
    private static func shown(_ reports: String, up levels: Int, real: String, _ surroundings: Surroundings) -> String {
        var shown = reports
        for _ in 0..<levels { shown = ReportFolder.split(shown).parent }
        return (try? ReportFolder.resolved(surroundings.path(shown))) == real ? shown : real
    }
}

extension Shop {
    /// Makes the index of the reports beside a ledger anew, if it is there, when the ledger has changed what is open.
    func renewIndex(beside file: LedgerFile, _ settings: IndexSettings?, telling listener: any NoticeListener) {
        guard let settings else { return }
        IndexRenewal(
            surroundings: surroundings, language: settings.language, closed: settings.closed, isDurable: true,
            listener: listener
        ).renew(file.reportsFolder, isWanted: false)
    }
}
