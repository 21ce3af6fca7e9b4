/// What a shop's night came to: all that a chain's roll-up knows of it.
package struct ShopFacts: Sendable, Equatable {
    /// What became of a shop in a night, from what needs a look most to what needs none.
    package enum State: String, Sendable, CaseIterable {
        /// Something kept its night from being done that no file is to blame for: a full disk, a damaged ledger,
        /// somebody else at work.
        case failed
        /// A file was refused, or its settings, menu or ledger make no sense.
        case refused
        /// Nobody has run it yet, or the export that it waited for was refused.
        case notRun = "not_run"
        /// It was run, and no file had come.
        case missing
        /// All is applied, and some rows were rejected or a file was a repeated one.
        case rejected
        /// All is applied.
        case done

        /// What has become of a shop whose night ended so.
        package init(of status: ExitStatus) {
            self =
                switch ExitStatus(status.reasons, isOfChain: true).code {
                case 70, 74: .failed
                case 65, 78: .refused
                case 4, 6: .rejected
                default: .done
                }
        }
    }

    /// Something that kept a file, or the night, from being applied.
    package struct Problem: Sendable, Equatable {
        /// The name of the file; nil where it is about no file.
        package var file: String?
        /// Why it is one; nil where it is only to be known.
        package var reason: ExitReason?
        /// What was told, on one line.
        package var text: String

        /// What was told, with the file's name in front unless it is in it.
        package var line: String { (file.map { text.contains($0) ? "" : $0 + ": " } ?? "") + text }

        package init(file: String?, _ reason: ExitReason?, text: String) {
            self.file = file
            self.reason = reason
            self.text = text
        }
    }

    /// The night, `YYYY-MM-DD`.
    package var date: String
    /// The shop's name at the time.
    package var shop: String
    /// Its folder, from the chain's.
    package var folder: String
    package var state: State
    /// How its night ended, in the codes of a chain.
    package var exitStatus: ExitStatus
    /// Its runs in their order; those that were taken back are not among them.
    package var runs: [RunFacts]
    /// In the order in which they were met.
    package var problems: [Problem]

    package init(
        date: String, shop: String, folder: String, state: State, _ reasons: [ExitReason], runs: [RunFacts],
        problems: [Problem]
    ) {
        self.date = date
        self.shop = shop
        self.folder = folder
        self.state = state
        exitStatus = ExitStatus(reasons, isOfChain: true)
        self.runs = runs
        self.problems = problems
    }

    /// What to buy as known behind its last run; nil where nobody can tell.
    package var plan: PlannedPurchase? { runs.last?.plan }
}
