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
    }

    /// Something that kept a file, or the night, from being applied.
    package struct Problem: Sendable, Equatable {
        /// The name of the file; nil where it is about no file.
        package var file: String?
        /// `Ending.code`.
        package var code: Int
        /// What was told, on one line.
        package var text: String

        /// What was told, with the file's name in front unless it is in it.
        package var line: String { (file.map { text.contains($0) ? "" : $0 + ": " } ?? "") + text }

        package init(file: String?, code: Int, text: String) {
            self.file = file
            self.code = code
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
    /// The exit code that its night counts with: 70, 74, 65, 4, 3 or 0.
    package var code: Int
    /// Its runs in their order; those that were taken back are not among them.
    package var runs: [RunFacts]
    /// In the order in which they were met.
    package var problems: [Problem]

    package init(
        date: String, shop: String, folder: String, state: State, code: Int, runs: [RunFacts], problems: [Problem]
    ) {
        self.date = date
        self.shop = shop
        self.folder = folder
        self.state = state
        self.code = code
        self.runs = runs
        self.problems = problems
    }

    /// What to buy as known behind its last run; nil where nobody can tell.
    package var plan: PlannedPurchase? { runs.last?.plan }
}
