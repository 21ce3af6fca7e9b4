internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The text of notices, in one language.
struct NoticeText {
    private let language: MessageLanguage

    init(_ language: MessageLanguage) {
        self.language = language
    }

    func text(_ notice: ShopNotice) -> String {
        switch notice {
        case .leftOut(let input): LedgerMessages(language).skipped(input)
        case .nothingLeft: LedgerMessages(language).nothingLeft
        case .madeLedger(let path): LedgerMessages(language).made(path)
        case .unplaced(let reports): LedgerMessages(language).unplaced(reports)
        case .menuKept: ShiftMessages(language).menuKept
        case .journalSetAside(let journal, let line, let path):
            ErrorMessages(language).text(.badJournal(path: journal, fault: .setAside(line: line, path: path)))
        case .replaced(let reports, let ordersShort, let rowsRejected):
            ReplacementWording(language).text(reports, ordersShort: ordersShort, rowsRejected: rowsRejected)
        case .indexNotOurs(let path): IndexMessages(language).notOurs(path)
        case .indexLost(let path, let errno): IndexMessages(language).lost(path, errno: errno)
        case .runLogIncomplete(let path, let errno): LedgerMessages(language).runLogIncomplete(path, errno: errno)
        case .nightUnrecorded(let path, let errno): NightMessages.unrecorded(path, errno: errno, language)
        }
    }
}
