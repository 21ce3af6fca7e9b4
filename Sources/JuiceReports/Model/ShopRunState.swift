/// The result of a shop's nightly run, ordered from most to least in need of attention.
package enum ShopRunState: String, Sendable, CaseIterable {
    /// Something kept its night from being done that no file is to blame for: a full disk, a damaged ledger, another
    /// process at work.
    case failed
    /// A file was refused, or its settings, menu or ledger make no sense.
    case refused
    /// It has not been run yet, or the export that it waited for was refused.
    case notRun = "not_run"
    /// It was run, and no file had come.
    case missing
    /// All is applied, and some rows were rejected or a file was a repeated one.
    case rejected
    case done

    /// The state of a shop whose nightly run had an exit status.
    package init(of status: ExitStatus) {
        self =
            switch ExitStatus(status.reasons, isOfChain: true).code {
            case 70, 74: .failed
            case 65, 78: .refused
            case 4, 6: .rejected
            default: .done
            }
    }

    /// A word or two for the state.
    package func word(in language: MessageLanguage) -> String {
        switch self {
        case .failed: language.pick(ko: "못 돌림", en: "failed")
        case .refused: language.pick(ko: "거절", en: "refused")
        case .notRun: language.pick(ko: "아직 안 돌림", en: "not run")
        case .missing: language.pick(ko: "파일 없음", en: "no file")
        case .rejected: language.pick(ko: "고칠 것 있음", en: "to correct")
        case .done: language.pick(ko: "끝남", en: "done")
        }
    }
}

/// Something that kept a file, or the night, from being applied.
package struct ShopProblem: Sendable, Equatable {
    /// The name of the file; nil where it is about no file.
    package var file: String?
    /// Why it is one; nil where it is only to be known.
    package var reason: ExitReason?
    /// The message, on one line.
    package var text: String

    /// The message with the file's name in front, unless it contains the name.
    package var line: String { (file.map { text.contains($0) ? "" : $0 + ": " } ?? "") + text }

    package init(file: String?, _ reason: ExitReason?, text: String) {
        self.file = file
        self.reason = reason
        self.text = text
    }
}
