import JuiceBatch
import Testing

@testable import JuiceLedger

/// The audit finds each inconsistency and nothing else.
@Suite struct LedgerAuditTests {
    /// The content of a ledger.
    private struct Books {
        var openings = [1: 10, 2: 10]
        var runs: [RunContent] = []
        var digests: [String] = []
        /// Whether the digests are those of the changed content.
        var isSigned = true
        var stock = [1: 10, 2: 12]
        var cancellable = [7: 2, 8: 0]
        var ids: [Int: LedgerAudit.IDs] = [2: (1, "two")]

        /// Two runs and a reversal of the first.
        init() {
            var first = RunContent(number: 1, recordedAt: "2026-11-20T18:30:00Z")
            first.movements = [
                .init(fruit: 1, opening: 10, restocked: 5, discarded: 1, counted: 0, used: 4, closing: 10),
                .init(fruit: 2, opening: 10, restocked: 0, discarded: 0, counted: 2, used: 3, closing: 9),
            ]
            (first.cupsServed, first.cups) = (3, [.init(juice: 7, served: 3, cancelled: 0)])
            (first.ids, first.idsDigest) = (3, "one")
            var second = RunContent(number: 2, recordedAt: "2026-11-21T18:30:00Z")
            second.movements = [
                .init(fruit: 2, opening: 9, restocked: 2, discarded: 0, counted: 0, used: 0, closing: 11)
            ]
            (second.cupsServed, second.cups) = (
                8, [.init(juice: 7, served: 4, cancelled: 2), .init(juice: 8, served: 4, cancelled: 4)]
            )
            (second.ids, second.idsDigest) = (1, "two")
            var third = RunContent(number: 3, reverses: 1, recordedAt: "2026-11-22T18:30:00Z")
            third.movements = [
                .init(fruit: 1, opening: 10, restocked: -5, discarded: -1, counted: 0, used: -4, closing: 10),
                .init(fruit: 2, opening: 11, restocked: 0, discarded: 0, counted: -2, used: -3, closing: 12),
            ]
            third.cups = [.init(juice: 7, served: -3, cancelled: 0)]
            runs = [first, second, third]
            sign()
        }

        /// Sets the correct digest of each run.
        mutating func sign() {
            digests = []
            for run in runs { digests.append(run.digest(previous: digests.last ?? "")) }
        }

        var findings: [LedgerFinding] {
            var audit = LedgerAudit(openings: openings, names: [1: "키위", 2: "망고", 7: "키위쥬스", 8: "망고쥬스"])
            for (run, digest) in zip(runs, digests) { audit.add(run, digest: digest) }
            audit.checkMovements()
            audit.checkStock(stock)
            audit.checkCups()
            audit.checkCancellable(cancellable)
            audit.checkIDs(ids)
            return audit.findings
        }
    }

    /// A change of the content, and the expected findings.
    private struct Fault: CustomTestStringConvertible {
        let testDescription: String
        let findings: [LedgerFinding]
        let change: @Sendable (inout Books) -> Void

        init(_ name: String, _ findings: LedgerFinding..., change: @escaping @Sendable (inout Books) -> Void) {
            (testDescription, self.findings, self.change) = (name, findings, change)
        }
    }

    private static let faults = [
        Fault("none") { _ in },
        Fault("a changed record, and none behind it", .changedRun(2)) {
            $0.isSigned = false
            $0.runs[1].recordedAt = "2026-11-21T18:30:01Z"
        },
        Fault("a record that was signed anew, found by the one behind it", .changedRun(3)) {
            $0.isSigned = false
            $0.runs[1].recordedAt = "2026-11-21T18:30:01Z"
            $0.digests[1] = $0.runs[1].digest(previous: $0.digests[0])
        },
        Fault(
            "a missing run", .changedRun(2), .changedRun(3), .brokenMovement(run: 3, fruit: "키위"),
            .brokenMovement(run: 3, fruit: "망고"), .brokenCups(run: 3, juice: "키위쥬스")
        ) {
            $0.isSigned = false
            $0.runs.remove(at: 0)
            $0.digests.remove(at: 0)
            $0.cancellable = [7: -1, 8: 0]
            $0.openings[2] = 9
            $0.ids[3] = (0, IDDigest.ofNothing)
        },
        Fault("a movement that does not add up", .brokenMovement(run: 2, fruit: "망고")) {
            $0.runs[1].movements[0].restocked = 3
        },
        // The next run began with the correct stock.
        Fault(
            "a movement that does not begin where the last ended", .brokenMovement(run: 2, fruit: "망고"),
            .brokenMovement(run: 3, fruit: "망고")
        ) {
            $0.runs[1].movements[0].opening = 8
            $0.runs[1].movements[0].closing = 10
        },
        Fault("a reversal that is no inverse", .brokenMovement(run: 3, fruit: "키위")) {
            $0.runs[2].movements[0].used = -3
            $0.runs[2].movements[0].restocked = -4
        },
        Fault(
            "stock that no movements explain", .wrongStock(fruit: "키위", stock: 9, sum: 10),
            .wrongStock(fruit: "망고", stock: 13, sum: 12)
        ) { $0.stock = [2: 13, 1: 9] },
        Fault("more cancels than cups", .brokenCups(run: 2, juice: "망고쥬스")) {
            $0.runs[1].cups[1].cancelled = 5
            $0.cancellable[8] = -1
        },
        Fault("cups that are not those of the sum", .brokenCups(run: 2, juice: "")) {
            $0.runs[1].cups[1].served = 5
            $0.cancellable[8] = 1
        },
        Fault("cups of a reversal that is no inverse", .brokenCups(run: 3, juice: "키위쥬스")) {
            $0.runs[2].cups[0].served = -2
            $0.cancellable[7] = 3
        },
        Fault("a reversal without cups", .brokenCups(run: 3, juice: "")) {
            $0.runs[2].cups = []
            $0.cancellable[7] = 5
        },
        Fault(
            "cancellable cups that no runs explain", .wrongCups(juice: "키위쥬스", cups: 3, sum: 2),
            .wrongCups(juice: "망고쥬스", cups: 1, sum: 0)
        ) { $0.cancellable = [8: 1, 7: 3] },
        Fault("other ids", .changedIDs(run: 2)) { $0.ids = [2: (1, "other")] },
        Fault("more ids", .changedIDs(run: 2)) { $0.ids = [2: (2, "two")] },
        Fault("no ids", .changedIDs(run: 2)) { $0.ids = [:] },
        Fault("ids of a run that was taken back", .changedIDs(run: 1)) { $0.ids[1] = (3, "one") },
    ]

    @Test(arguments: faults) private func auditFindsExactlyEachFault(_ fault: Fault) {
        var books = Books()
        fault.change(&books)
        if books.isSigned { books.sign() }
        #expect(books.findings == fault.findings)
    }
}
