/// A deliberately plain implementation of the contract for one run.
package struct PlainModel {
    package static let stockLimit = 1_000_000_000_000
    package static let sumLimit = 9_007_199_254_740_991
    /// Failure codes in the contract's order.
    package static let codeOrder = [
        "wrong_field_count", "ignored", "unknown_value", "unknown_action", "missing_item", "unknown_item",
        "missing_action", "invalid_quantity", "invalid_time", "already_processed", "id_conflict", "nothing_to_cancel",
        "stock_limit", "assertion_failed", "insufficient_stock",
    ]

    package enum Result {
        /// Nothing is applied: this exit status, and with 65 this refusal.
        case stopped(exit: Int, refusal: PlainRefusal?)
        case done(PlainRun)
    }

    /// Runs inputs, in order, on top of what a ledger holds, if there is one.
    package static func run(
        _ sources: [RandomCase.Input], menu menuText: String? = nil, stock stockText: String? = nil,
        options: PlainOptions = PlainOptions(), ledger: PlainLedger? = nil
    ) -> Result {
        let menu = menuText.map { PlainMenu.read($0) } ?? PlainMenu.builtIn
        let opening = menu.map { ledger?.opening(menu: $0) ?? PlainList.stock(stockText, menu: $0) } ?? nil
        guard let menu, let opening else { return .stopped(exit: 78, refusal: nil) }
        if let exit = options.exitOfBadSettings(menu: menu) { return .stopped(exit: exit, refusal: nil) }
        let inputs = zip(sources, names(of: sources.map(\.name))).map { source, file in
            PlainInputReader.read(source.bytes, file: file, options: options)
        }
        let checksums = zip(sources, inputs).map { source, input in
            source.checksum.map { PlainChecksum.check($0, name: source.name, sha256: input.sha256) }
        }
        if checksums.contains(.unreadable) { return .stopped(exit: 66, refusal: nil) }
        if lacksTypedColumn(inputs, options: options) { return .stopped(exit: 64, refusal: nil) }
        let extras = unionOfExtras(inputs)
        for (input, checksum) in zip(inputs, checksums) {
            let differs = checksum == .differs ? input.refusal("checksum_mismatch", 1) : nil
            let tooMany = extras.refusal?.file == input.file ? extras.refusal : nil
            if let first = differs ?? input.headerRefusal ?? tooMany { return .stopped(exit: 65, refusal: first) }
        }
        var reading = PlainReading(menu: menu, ledger: ledger)
        if let refusal = reading.read(inputs) { return .stopped(exit: 65, refusal: refusal) }
        let outcomes = Array(reading.outcomes.joined())
        let hasRows = [nil, outcomes.count].contains(options.expectedRows)
        if !hasRows || ![nil, cups(of: outcomes)].contains(options.expectedQuantity) {
            return .stopped(exit: 65, refusal: PlainRefusal(file: "run", line: 0, code: "total_mismatch"))
        }
        var run = PlainRun(menu: menu, inputs: inputs, extras: extras.union, opening: opening, options: options)
        if let ledger { run.take(ledger) }
        run.apply(PlainSequence.sorted(reading.outcomes, of: inputs, options: options))
        return .done(run)
    }

    static func names(of names: [String]) -> [String] {
        names.enumerated().map { index, name in
            let count = names[...index].count { PlainText.same($0, name) }
            return count == 1 ? name : "\(name)#\(count)"
        }
    }

    /// Whether a typed column is missing from all inputs, although all could be read and not all were written by the
    /// program.
    private static func lacksTypedColumn(_ inputs: [PlainInput], options: PlainOptions) -> Bool {
        let exports = inputs.filter { $0.ownKind == nil }
        let found = Set(exports.flatMap { $0.columns?.foundNames ?? [] })
        return inputs.allSatisfy(\.isHeaderReadable) && !exports.isEmpty
            && options.typedColumns.contains { found.isDisjoint(with: $0) }
    }

    /// The extras of all inputs, and the refusal of the one whose extras are too many.
    private static func unionOfExtras(_ inputs: [PlainInput]) -> (union: [PlainExtra], refusal: PlainRefusal?) {
        var union: [PlainExtra] = []
        for input in inputs {
            for extra in input.extras where !union.contains(extra) { union.append(extra) }
            if union.count > 256 { return (union, input.refusal("too_many_columns", input.header.line)) }
        }
        return (union, nil)
    }

    /// The cups of the orders among rows minus those of the cancels.
    static func cups(of outcomes: [PlainOutcome]) -> Int {
        outcomes.reduce(0) { $0 + ($1.action == .order ? $1.cups : $1.action == .cancel ? -$1.cups : 0) }
    }
}
