import TestSupport

/// One export of a till, read by the model.
struct PlainExportSettings {
    /// The options.
    var options = PlainOptions()
    /// The ledger, if there is one.
    var ledger: PlainLedger?
    /// Text of the stock file.
    var stock: String? = "fruit,stock\n딸기,1000\n바나나,1000\n파인애플,1000\n키위,1000\n망고,1000\n"

    /// What the model makes of files called a.csv, b.csv and so on.
    func result(_ texts: [String], checksums: [String?] = []) -> PlainModel.Result {
        let sources = texts.enumerated().map { number, text in
            let name = String(UnicodeScalar(UInt8(97 + number))) + ".csv"
            let checksum = number < checksums.count ? checksums[number].map { Array($0.utf8) } : nil
            return PlainSource(name: name, bytes: Array(text.utf8), checksum: checksum)
        }
        return PlainModel.run(sources, stock: stock, options: options, ledger: ledger)
    }

    /// The run; throws with the refusal.
    func run(_ texts: String...) throws -> PlainRun {
        switch result(texts) {
        case .done(let run): return run
        case .stopped(let exit, let refusal): throw ProgramError(description: "\(exit) \(refusal?.description ?? "")")
        }
    }

    /// The refusal, or the exit status of a run that is stopped without one; nil for a run that is done.
    func stop(_ texts: String...) -> String? {
        switch result(texts) {
        case .done: return nil
        case .stopped(let exit, let refusal): return refusal?.description ?? "\(exit)"
        }
    }

    /// Runs the texts, and records that in the ledger.
    mutating func record(_ text: String) throws {
        let run = try run(text)
        ledger?.record(run, inputs: [Array(text.utf8)])
    }

    /// A till with these options.
    static func with(_ change: (inout PlainOptions) -> Void) -> PlainExportSettings {
        var exportSettings = PlainExportSettings()
        change(&exportSettings.options)
        return exportSettings
    }
}

extension PlainRun {
    /// For each row, in the order applied: line, action or code, and quantity.
    var viewModel: [String] {
        outcomes.map { outcome in
            let what = outcome.code ?? outcome.action?.rawValue ?? ""
            return "\(outcome.row.line) \(what)" + (outcome.quantity.map { " \($0)" } ?? "")
        }
    }

    /// The ids of all rows.
    var ids: [String] { outcomes.map { $0.row.roles[.id] ?? "" } }
}
