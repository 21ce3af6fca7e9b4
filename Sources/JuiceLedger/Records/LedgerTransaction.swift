internal import Foundation
internal import GRDB
package import JuiceBatch
internal import JuiceCore

/// A change to a ledger, which is made completely or not at all.
package struct LedgerTransaction {
    let ledger: Ledger
    let database: Database

    /// The ledger as this transaction sees it, with its own changes.
    package var snapshot: LedgerSnapshot { LedgerSnapshot(ledger: ledger, database: database) }

    /// The number of the run to record next, after a check of the stock (`LedgerSnapshot.checkStock`).
    func nextRun() throws -> Int {
        try snapshot.checkStock()
        return try snapshot.lastRun() + 1
    }

    /// Records a run that applied inputs, with the content of its line in the run log.
    ///
    /// The facts have the form that `RunContent` describes. `cancellation` is checked while ids are stored.
    package func record(
        _ result: RunResult, settings: RunSettings, recordedAt: String, day: BusinessDay? = nil,
        money: RecordedMoney? = nil, log: String = "", cancellation: CancellationToken
    ) throws -> RunReceipt {
        let menu = settings.menu
        let number = try nextRun()
        var items = try LedgerItems(database)
        let newItems = items.add(menu)
        let numbers = items.numbers(on: menu)
        let content = try content(
            number, result, menu, numbers, recordedAt: recordedAt, day: day, money: money,
            newItems: newItems, log: log)
        let openings = Dictionary(zip(numbers.fruits, result.tally.fruits.map { number == 1 ? $0.opening : 0 })) { $1 }
        try content.insert(into: database, openings: openings)
        for (index, summary) in result.inputSummaries.enumerated() where !summary.fingerprints.isEmpty {
            let bytes = RecordFingerprint.bytes(of: summary.fingerprints)
            try database.insert(into: "record_print", [number, index + 1, bytes])
        }
        for isShort in [false, true] {
            let bytes = FailedID.bytes(of: result.failedIDs.filter { $0.isShort == isShort })
            if !bytes.isEmpty { try database.insert(into: "failed_ids", [number, isShort ? 1 : 0, bytes]) }
        }
        // Fingerprints too old to be compared with new inputs, and rows that were short too long ago.
        try database.change("DELETE FROM record_print WHERE run <= ?", [number - RecordFingerprint.runsMax])
        try database.change("DELETE FROM failed_ids WHERE run <= ? AND short = 1", [number - FailedID.shortRunsMax])
        try insertUsedIDs(result.usedIDs, run: number, numbers, cancellation)
        return (number, try RunContent.storedDigest(number, in: database), nil)
    }

    /// The record of a run that applied inputs.
    func content(
        _ number: Int, _ result: RunResult, _ menu: Menu, _ numbers: ItemNumbers, recordedAt: String,
        day: BusinessDay?, money: RecordedMoney?, newItems: [RunContent.NewItem], log: String
    ) throws -> RunContent {
        let tally = result.tally
        let inputs = try result.inputSummaries.enumerated().map { index, summary in
            let (input, figures) = (result.inputs[index], tally.inputs[index])
            // The latest run whose failure.csv has this digest, as its line in the run log states.
            let retried =
                input.columns.isFailureFile
                ? try Int.fetchOne(
                    database, sql: "SELECT max(run) FROM run_log WHERE run < ? AND instr(content, ?) > 0",
                    arguments: [number, #""failures_sha256": "\#(summary.digest)""#]) : nil
            return RunContent.Input(
                name: input.name, sha256: summary.digest, bytes: input.file.sizeBytes, rows: figures.rows,
                blank: figures.blank, success: figures.success, asserts: figures.success - figures.changes,
                records: summary.records?.count ?? 0, recordsHash: summary.records?.hex ?? "",
                fingerprintsHash: RecordFingerprint.hash(of: RecordFingerprint.bytes(of: summary.fingerprints)),
                rejected: result.rejectedLines?[index] ?? LineNumbers(),
                unnamedColumns: summary.profile.columns.count, retries: retried)
        }
        let movements = zip(numbers.fruits, tally.fruits).map { fruit, figures in
            RunContent.Movement(
                fruit: fruit, opening: figures.opening, restocked: figures.restocked, discarded: figures.discarded,
                counted: figures.counted, used: Tally.sum(figures.used, figures.returned), closing: figures.closing,
                returned: figures.returned)
        }
        let cups = zip(numbers.juices, tally.juices).filter { $1.cupsServed > 0 || $1.cupsCancelled > 0 }
            .map { RunContent.Cups(juice: $0, served: $1.cupsServed, cancelled: $1.cupsCancelled) }
        let business = RunContent.Business(
            day: day, orders: tally.firstOrders, short: tally.firstOrdersShort, retries: tally.retriedOrders,
            retriesShort: tally.ordersShort - tally.firstOrdersShort, currency: money?.currency, sales: money?.sales,
            lostSales: money?.lostSales, days: Self.days(of: result, menu, numbers.fruits, day, money))
        var digest = IDDigest()
        for id in result.usedIDs { digest.add(id.key, StoredUse(of: id, numbers)) }
        return RunContent(
            number: number, recordedAt: recordedAt, success: tally.success,
            shortage: tally.count(.shortage), rejected: tally.count(.rejected), skipped: tally.count(.skipped),
            cupsServed: tally.cupsServed, ids: result.usedIDs.count, idsDigest: digest.finishHex(),
            failedIDs: (
                RecordFingerprint.hash(of: FailedID.bytes(of: result.failedIDs.filter { !$0.isShort })),
                RecordFingerprint.hash(of: FailedID.bytes(of: result.failedIDs.filter(\.isShort)))
            ), inputs: inputs, movements: movements.sorted { $0.fruit < $1.fruit }, newItems: newItems,
            cups: cups.sorted { $0.juice < $1.juice },
            newestTimes: result.newest.times.map { (Int($0.kind.rawValue), Int($0.seconds)) }, log: log,
            business: business)
    }

    /// The figures and demands of a run's business days: of each one for itself only if the rows determine the day.
    private static func days(
        of result: RunResult, _ menu: Menu, _ fruits: [Int], _ day: BusinessDay?, _ money: RecordedMoney?
    ) -> [RunContent.Business.Day] {
        func demands(_ pieces: [Int]) -> [RunContent.Business.Demand] {
            zip(fruits, pieces).filter { $1 > 0 }.sorted { $0.0 < $1.0 }.map { (fruit: $0, pieces: $1) }
        }
        if day?.source == .rows, !result.days.isEmpty {
            return result.days.map { ($0.dayFigures(menu), demands($0.demand(menu))) }
        }
        let tally = result.tally
        return [day?.date].compactMap { $0.flatMap { CalendarDay($0) } }.map { date in
            let sums = SalesFigures(
                orders: tally.firstOrders, ordersShort: tally.firstOrdersShort, cups: tally.cupsServed,
                sales: money?.sales, lostSales: money?.lostSales)
            let figures = DayFigures(date: date, sums: sums, fruitCost: money?.fruitCost)
            return (figures, demands(tally.fruits.map(\.demand)))
        }
    }

    /// Records the run log after a run was appended to it.
    package func keepCheckedLog(_ log: CheckedLog) throws {
        try database.change(
            "INSERT OR REPLACE INTO checked_log VALUES (1, ?, ?, ?)",
            [log.lines, log.identity.text, log.digestsSHA256])
    }

    /// Opens a shift; no other shift may be open.
    package func open(_ shift: OpenShift) throws {
        try database.insert(
            into: "shift",
            [
                1, shift.run, shift.openedAt, shift.date, shift.shiftLog, shift.device, shift.inode, shift.menu,
                shift.process,
            ])
    }

    /// Records the process that continues the shift.
    package func setProcess(_ process: Int32) throws {
        try database.change("UPDATE shift SET process = ?", [process])
    }

    /// Removes the record of the open shift, if there is one.
    package func endShift() throws { try database.execute(sql: "DELETE FROM shift") }
}

extension Ledger {
    /// Runs `body` on the ledger's current state without blocking other processes; `body` must not write.
    package func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        try translating {
            try connection.queue.read { database in
                if try Ledger.isEmpty(database) {
                    throw BatchError.badLedger(path: shownPath, error: .missing)
                }
                return try body(LedgerSnapshot(ledger: self, database: database))
            }
        }
    }

    /// Runs `body` in a write transaction that begins immediately and commits when `body` returns.
    ///
    /// The tables are created if the file is empty and `purpose` is `run`.
    package func write<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        precondition(purpose != .read, "Cannot commit to a ledger that was opened for reading")
        return try translating {
            try connection.queue.write { database in
                // This connection has SQLite's write lock now; it only has to wait for readers, which is short.
                timeout.extend()
                if try Ledger.isEmpty(database) {
                    guard purpose == .run else { throw BatchError.badLedger(path: shownPath, error: .missing) }
                    try Ledger.makeSchema(in: database)
                }
                return try body(LedgerTransaction(ledger: self, database: database))
            }
        }
    }

    /// Runs `body` in a write transaction after a commit, for work that the next opening would do otherwise.
    ///
    /// From this call on, each wait is limited to the few seconds that every run grants others.
    package func writeAfterwards<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        try writeLock?.check(path, shownPath)
        timeout.shorten()
        return try write(body)
    }

    /// Removes the latest run without a trace after its commit or its reports failed; does nothing if it is missing.
    ///
    /// - Throws: `commitUnknown` if another process has recorded a later run.
    package func erase(_ receipt: RunReceipt) throws {
        if try isNew() { return }
        try write { transaction in
            let database = transaction.database
            guard try RunContent.storedDigest(receipt.run, in: database) == receipt.sha256 else { return }
            guard try transaction.snapshot.lastRun() == receipt.run else {
                throw BatchError.commitUnknown(run: receipt.run, ledger: shownPath)
            }
            for statement in Self.erasingStatements { try database.change(statement, [receipt.run]) }
            if let shift = receipt.endedShift { try transaction.open(shift) }
        }
    }

    /// The statements that undo the effects of the latest run, whose number is `?1`, and delete its rows.
    private static let erasingStatements =
        [
            """
            UPDATE stock SET pieces = (SELECT opening FROM movement WHERE run = ?1 AND movement.fruit = stock.fruit)
            WHERE fruit IN (SELECT fruit FROM movement WHERE run = ?1)
            """,
            """
            UPDATE cancellable
            SET cups = cups - (SELECT served - cancelled FROM cups WHERE run = ?1 AND cups.juice = cancellable.juice)
            WHERE juice IN (SELECT juice FROM cups WHERE run = ?1)
            """,
        ]
        + [
            "report_set", "used_id", "record_print", "failed_ids", "input", "movement", "cups", "newest_time",
            "demand", "run_day", "business", "facts", "run_log",
        ].map { "DELETE FROM \($0) WHERE run = ?1" } + [
            "DELETE FROM cancellable WHERE juice IN (SELECT number FROM item WHERE since = ?1)",
            "DELETE FROM stock WHERE fruit IN (SELECT number FROM item WHERE since = ?1)",
            "DELETE FROM item WHERE since = ?1", "DELETE FROM run WHERE number = ?1",
        ]
}

/// The fruits and juices on record in a ledger.
///
/// An item on a menu is matched with the one on record that has its name, or otherwise one of its aliases. So a renamed
/// item keeps its stock and history if the former name remains as an alias.
struct LedgerItems {
    static let fruit = "fruit"
    static let juice = "juice"

    /// The numbers by kind and key, as in `fruit 딸기`.
    private var numbers: [String: Int]

    init(_ database: Database) throws {
        numbers = Dictionary(try database.rows("SELECT kind || ' ' || key, number FROM item") { ($0, $1) }) { $1 }
        guard numbers.values.allSatisfy({ (1...StoredUse.itemMax).contains($0) }) else {
            throw LedgerCorruption(text: "an item's number")
        }
    }

    /// The number in the ledger of a fruit on a menu; nil if it is not on record.
    func number(of fruit: Fruit) -> Int? { number(Self.fruit, fruit.name, fruit.aliases) }
    func number(of juice: Juice) -> Int? { number(Self.juice, juice.name, juice.aliases) }

    private func number(_ kind: String, _ name: String, _ aliases: [String]) -> Int? {
        ([name] + aliases).lazy.compactMap { numbers["\(kind) \(nameKey($0))"] }.first
    }

    /// The numbers of a menu's fruits and juices; 0 for those that are not on record.
    func numbers(on menu: Menu) -> ItemNumbers {
        (menu.fruits.map { number(of: $0) ?? 0 }, menu.juices.map { number(of: $0) ?? 0 })
    }

    /// Adds the fruits and juices of a menu that are not on record yet, and returns them.
    mutating func add(_ menu: Menu) -> [RunContent.NewItem] {
        let fruits = menu.fruits.filter { number(of: $0) == nil }.map { (Self.fruit, $0.name) }
        let juices = menu.juices.filter { number(of: $0) == nil }.map { (Self.juice, $0.name) }
        var last = numbers.values.max() ?? 0
        return (fruits + juices).map { kind, name in
            last += 1
            let key = nameKey(name)
            numbers["\(kind) \(key)"] = last
            return (last, kind, key, name)
        }
    }
}

/// The numbers that the fruits and juices of a menu have in a ledger, by their indices on the menu.
typealias ItemNumbers = (fruits: [Int], juices: [Int])
