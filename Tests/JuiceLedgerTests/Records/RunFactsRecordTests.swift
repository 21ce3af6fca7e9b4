import JuiceBatch
import JuiceLedger
import Testing

/// What a ledger keeps of the runs of a chain's nights.
@Suite struct RunFactsRecordTests {
    private static let night = "2026-11-20"
    private static let texts = [#"{"file":"가.csv"}"#, #"{"file":"나.csv"}"#, #"{"file":"다.csv"}"#]

    private let store: TestLedger
    private let ledger: Ledger

    /// Two runs of a night, and one of the next.
    init() throws {
        store = try TestLedger()
        ledger = try store.open()
        for (index, text) in Self.texts.enumerated() {
            let receipt = try store.record(store.rows(["A\(index)"]), in: ledger).receipt
            let night = index < 2 ? Self.night : "2026-11-21"
            try ledger.write { try $0.keepFacts(text, night: night, run: receipt.run) }
        }
    }

    private func facts(_ night: String = night, in ledger: Ledger? = nil) throws -> [Int: String] {
        let found = try (ledger ?? self.ledger).read { try $0.facts(ofNight: night) }
        #expect(found.map(\.run) == found.map(\.run).sorted())
        return Dictionary(found.map { ($0.run, $0.json) }) { first, _ in first }
    }

    @Test func theyAreGivenBackByTheirNight() throws {
        #expect(try facts() == [1: Self.texts[0], 2: Self.texts[1]])
        #expect(try facts("2026-11-21") == [3: Self.texts[2]])
        #expect(try facts("2026-11-19").isEmpty)
        _ = try ledger.read { try $0.verify() }
        #expect(try facts(in: store.open(.read)) == facts())
    }

    @Test func thoseOfARunThatWasTakenBackAreNotAmongThem() throws {
        _ = try ledger.write { try $0.reverse(1, recordedAt: "2026-11-21T18:30:00Z") }
        #expect(try facts() == [2: Self.texts[1]])
        _ = try ledger.read { try $0.verify() }
    }

    @Test func theyGoWithARunThatIsErased() throws {
        let receipt = try store.record(store.rows(["B"]), in: ledger).receipt
        try ledger.write { try $0.keepFacts("{}", night: Self.night, run: receipt.run) }
        #expect(try facts().count == 3)
        try ledger.erase(receipt)
        #expect(try facts() == [1: Self.texts[0], 2: Self.texts[1]])
        _ = try ledger.read { try $0.verify() }
    }

    /// Other text, another night, another run's, and a signature by a program that did not know how.
    @Test(arguments: [
        ("UPDATE facts SET content = content || ' ' WHERE run = 2", [2]),
        ("UPDATE facts SET night = '2026-11-20' WHERE run = 3", [3]),
        ("UPDATE facts SET sha256 = upper(sha256) WHERE run = 1", [1]),
        (
            """
            UPDATE facts SET (content, sha256) =
                (SELECT content, sha256 FROM facts AS other WHERE other.run = 1) WHERE run = 2
            """, [2]
        ),
    ])
    func whatIsNotWhatWasWrittenIsFound(sql: String, runs: [Int]) throws {
        try store.edit(sql)
        let ledger = try store.open(.read)
        let findings = runs.map { LedgerFinding.changedFacts(run: $0) }
        let expected = BatchError.unsoundLedger(path: "l.sqlite", findings: findings)
        for ask in [{ _ = try ledger.read { try $0.verify() } }, { _ = try facts(in: ledger) }] {
            let error = #expect(throws: BatchError.self) { try ask() }
            #expect("\(String(describing: error))" == "\(Optional(expected).debugDescription)")
        }
    }

    /// Where the run's own record was changed, that is what is said.
    @Test func aChangedRunIsToldOnce() throws {
        try store.edit("UPDATE run SET sha256 = '\(String(repeating: "0", count: 64))' WHERE number = 2")
        let error = #expect(throws: BatchError.self) { try store.open(.read).read { _ = try $0.verify() } }
        guard case .unsoundLedger(_, let findings) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(findings == [.changedRun(2), .changedRun(3)])
    }
}
