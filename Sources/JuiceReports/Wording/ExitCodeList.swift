/// The exit codes of a command with all their causes, for its help.
struct ExitCodeList {
    /// The causes of other codes than 0, in any order.
    let reasons: [ExitReason]
    let language: MessageLanguage

    /// Columns of a line of help.
    private static let widthMax = 76
    private static let indent = 8

    /// One line for 0 and for each code, or several where its causes need more room; without a line feed behind the last.
    var text: String {
        let done = [(0, language.pick(ko: "모두 됨", en: "done"))]
        let others = Dictionary(grouping: reasons, by: \.code).sorted { $0.key < $1.key }
            .map { code, reasons in (code, reasons.map { $0.text(in: language) }.joined(separator: "; ")) }
        return (done + others).flatMap { code, causes in
            DisplayWidth.folded(causes, to: Self.widthMax - Self.indent).enumerated().map { place, line in
                let start = place == 0 ? "  \(code)" : ""
                return start.padding(to: Self.indent) + line
            }
        }
        .joined(separator: "\n")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension ExitReason {
    private static let ofAnyRun: [ExitReason] = [
        .bug, .usage, .invariant, .argumentsUnreadable, .inputOutput, .commitUnknown, .ledgerBusy, .shiftOpen,
        .badSetting, .badLedger, .hungUp, .interrupted, .terminated,
    ]
    /// The reasons for which `run` can fail.
    static let ofRun =
        [
            .rowsShort, .rowsRejected, .allRowsIgnored, .inputKnown, .inputRefused, .tooManyRejected, .unreadable,
            .badChecksum, .cannotCreate, .outputNotOurs, .inputChanged,
        ] + ofAnyRun
    /// The reasons for which `nightly` can fail.
    static let ofNightly =
        [
            .rowsShort, .rowsRejected, .allRowsIgnored, .inputRepeated, .earlierRepeated, .shiftRejected, .filesMissing,
            .inputRefused, .tooManyRejected, .earlierRefused, .inputOutgrown, .shiftLogSetAside, .unreadable,
            .inboxMissing, .shiftLogMissing, .ledgerUnsound, .shiftContradicted, .cannotCreate, .outputNotOurs,
            .inputChanged, .inputNotPutAway, .oldNotRemoved, .ledgerNotBackedUp, .anotherAtWork, .ledgerGone,
            .shiftLogReplaced,
        ] + ofAnyRun
    /// The reasons for which `chain run` can fail; some have another code there.
    static let ofChain = ofNightly + [.shopWithoutFile, .shopNotRun, .rowsWithoutShop, .badChain]
}
