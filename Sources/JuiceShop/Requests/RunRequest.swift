internal import JuiceBatch
package import JuiceReports

/// Dates that tell the business day of a run where nothing better does, `YYYY-MM-DD`, the best one first.
package struct OtherDates: Sendable {
    /// The date in the input's name.
    package var named: String?
    /// The date that was asked for undated files.
    package var given: String?
    /// The business day on which the file was written.
    package var clock: String?

    /// The business day by the first of them; nil where there is none.
    var day: BusinessDay? {
        named.map { BusinessDay(date: $0, source: .name) } ?? given.map { BusinessDay(date: $0, source: .given) }
            ?? clock.map { BusinessDay(date: $0, source: .clock) }
    }
}

/// A request to apply inputs as a run.
package struct RunRequest: Sendable {
    /// The inputs, the menu and the opening stock.
    package var input: InputRequest
    /// The sources of the business day where neither the request nor the rows name it.
    package var otherDates = OtherDates()
    /// The ledger that carries stock, history and used ids; nil if nothing is kept.
    package var ledger: LedgerRequest?
    /// The folder of the reports; nil for `reports/<first input's name>`.
    package var output: String?
    /// Nothing is applied if more rows than this are rejected; nil for no limit.
    package var maxRejected: Int?
    /// Whether the CSV reports are for Excel: byte order mark, CRLF, formulas made harmless.
    package var isForExcel = false
    /// The shop's name in reports; nil for none.
    package var shop: String?
    /// Days on which the shop is closed, for the index.
    package var closed = ClosedDays()
    /// The sign of money in reports, `MoneyWording.isSign`.
    package var currency = MoneyWording.usualSign
    /// The language of reports and messages.
    package var language: MessageLanguage
    /// Whether everything is done but the writing: no reports, nothing in the ledger.
    package var isDryRun = false
    /// Whether the run only tests the settings, with an input that is always refused; that refusal is not reported to the
    /// listener.
    var isTrial = false
    /// The treatment of the index in the reports' folder.
    package var index = IndexWish.renewed
    /// The set of reports that is written.
    package var reports = ReportsWanted.all
    /// The words of the command line that change the result, as the run log keeps them.
    package var options: [String] = []
    /// The column of a chain's exports that names the shop; nil for none.
    package private(set) var shopColumn: String?
    /// The night of a chain that the run belongs to; nil for none.
    ///
    /// Its ledger keeps what the run came to, as `RunFacts`.
    package var chainNight: ChainNight?

    /// Sets the column that names the shop.
    ///
    /// Settings that fill the column are dropped: it was filled when the export was split.
    mutating func setShopColumn(_ column: String?) {
        shopColumn = column
        guard let key = column.map(nameKey) else { return }
        input.rules.fill.removeAll { nameKey($0) == key }
        input.settled.rules.fill.removeAll { nameKey($0) == key }
    }

    /// A run without a ledger.
    package init(input: InputRequest, language: MessageLanguage) {
        self.input = input
        self.language = language
    }
}
