import Foundation
import JuiceBatch
import JuiceCore
import JuiceLedger
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// An open shift is resumed from its shift log.
@Suite struct ShiftLogRecoveryTests {
    private let setup: TestShop
    private let recorder = MessageRecorder()
    private let path = "journal/2026-11-21-1.csv"

    init() throws {
        setup = try TestShop()
        _ = try setup.openCounter().book([
            CounterRequest(id: "press-01", .row(.order, "키위쥬스", 2)),
            CounterRequest(id: "press-02", .row(.order, "딸기쥬스", 1)),
            CounterRequest(id: "press-03", .row(.restock, "딸기", 6)),
        ])
    }

    private func open() throws -> Shift { try setup.openCounter(notifying: recorder) }

    private func close() throws -> RunOutcome? { try setup.closeCounter(notifying: recorder) }

    /// The reported error of the shift log.
    private func fault<Value>(_ body: () throws -> Value) -> ShiftLogError? {
        let error = #expect(throws: BatchError.self) { try body() }
        guard case .badShiftLog(_, let fault)? = error else { return nil }
        return fault
    }

    private var shiftLog: [UInt8] { setup.folder.read(path) ?? [] }

    /// Overwrites the shift log in place.
    private func write(_ bytes: some Sequence<UInt8>) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: setup.path(path)))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    @Test func reopenedShiftKnowsConfirmedBookings() throws {
        let shift = try open()
        #expect(shift.view.fruits.map(\.stock) == [16, 10, 10, 4, 10])
        #expect(shift.view.rows == 3 && shift.view.latest.map(\.isDone) == [true, false, true])
        let again = shift.book([CounterRequest(id: "press-02", .row(.order, "딸기쥬스", 1))])
        guard case .booked(let booking, isRepeat: true)? = again.first else {
            throw ProgramError(description: "\(again)")
        }
        #expect(booking.missing.map(\.pieces) == [6] && recorder.notices == [])
    }

    @Test func truncatedShiftLogKeepsCompleteRows() throws {
        let whole = shiftLog
        let header = "time,id,action,item,quantity\n".utf8.count
        for size in stride(from: whole.count, through: header, by: -1) {
            try write(whole[..<size])
            let rows = whole[..<size].count { $0 == 0x0A } - 1
            #expect(try open().view.rows == rows, "\(size) bytes")
            #expect(shiftLog.count <= size && shiftLog.last == 0x0A, "\(size) bytes")
        }
    }

    @Test(arguments: [
        ("press-01", "press 01", 2), ("order,키위쥬스,2", "order,키위쥬스,02", 2), ("order,키위쥬스,2", "order,키위주스,2", 2),
        ("order,키위쥬스,2", "order,포도쥬스,2", 2), ("press-02", "press-01", 3), ("restock,딸기,6", "discard,딸기,60", 4),
        ("restock,딸기,6", "restock,딸기,6,", 4), ("restock,딸기,6\n", "restock,딸기,6\n\n", 5), ("time,id", "id,time", 1),
        ("2026-11-21 03:30:00,press-03", "2026-11-21 03:29:59,press-03", 4), ("order,키위쥬스,2", "\"order\",키위쥬스,2", 2),
        ("딸기쥬스", "딸기쥬\u{FF}스", 3), ("03:30:00,press-03", "04:61:00,press-03", 4),
        ("2026-11-21 03:30:00,press-03", "내일,press-03", 4),
    ])
    func foreignShiftLogIsSetAside(text: String, other: String, line: Int) throws {
        let changed = setup.text(path).replacing(text, with: other)
        try write(changed.utf8)
        let shift = try open()
        #expect(shift.view.rows == 0 && shift.view.fruits.map(\.stock) == [10, 10, 10, 10, 10])
        #expect(shift.shiftLog.hasSuffix(path))
        guard case .shiftLogSetAside(_, line: line, let aside)? = recorder.notices.first else {
            throw ProgramError(description: "nobody was told: \(recorder.notices)")
        }
        #expect(aside.hasSuffix(path + ".damaged") && setup.text(path + ".damaged") == changed)
    }

    /// A log without a complete header line is no input that could be read.
    @Test(arguments: ["", "time,id,a", "\0\0\0", "garbage", "time,id,action\n", "time,id,item,item,quantity\n"])
    func shiftLogWithoutAHeaderIsSetAside(text: String) throws {
        try write(text.utf8)
        let isClosed = text.count % 2 == 0
        if isClosed {
            guard case .setAside(line: 1, _)? = fault({ try close() }) else {
                throw ProgramError(description: "closed")
            }
        }
        #expect(try open().view.rows == 0 && setup.text(path + ".damaged") == text)
    }

    @Test func closingSetsAForeignShiftLogAside() throws {
        try write(shiftLog + Array("그리고 아무 말\n".utf8))
        guard case .setAside(line: 5, let aside)? = fault({ try close() }) else {
            throw ProgramError(description: "it was closed")
        }
        #expect(try aside.hasSuffix(".damaged") && setup.runs().isEmpty && close()?.exitStatus == nil)
        // Its orders are in no run, which status reports until the file is resolved.
        let status = try setup.shop().status(StatusRequest(folder: ".", ledger: TestShop.ledger))
        #expect(status.files?.map(\.path) == [path + ".damaged"])
    }

    @Test func missingOrReplacedShiftLogIsKept() throws {
        let manager = FileManager.default
        try manager.moveItem(atPath: setup.path(path), toPath: setup.path(path + ".away"))
        #expect(fault { try open() } == .missing)
        try manager.copyItem(atPath: setup.path(path + ".away"), toPath: setup.path(path))
        #expect(fault { try open() } == .replaced && fault { try close() } == .ended(.replaced))
        #expect(try setup.runs().isEmpty && close()?.exitStatus == nil)
        #expect(shiftLog == setup.folder.read(path + ".away"))
        // The message of the command that ended the shift does not advise that command.
        for cause in [ShiftLogError.missing, .replaced] {
            let text = MessageLanguage.english.text(BatchError.badShiftLog(path: path, error: .ended(cause)))
            #expect(text.contains("the shift has ended") && !text.contains("counter close"))
        }
    }

    @Test(arguments: [true, false])
    func deletedOrTruncatedShiftLogIsNoticedAtTheNextPress(isDeleted: Bool) throws {
        let shift = try open()
        if isDeleted { try setup.remove(path) } else { try write(shiftLog.prefix(40)) }
        let before = shiftLog
        for press in ["press-04", "press-05"] {
            let answer = shift.book([CounterRequest(id: press, .row(.order, "망고쥬스", 1))])
            guard case .refused(.notRecorded)? = answer.first else { throw ProgramError(description: "\(answer)") }
        }
        #expect(shiftLog == before && shift.view.rows == 3)
    }

    @Test func counterLeavesAShiftOpenWhoseLogIsOutOfReach() throws {
        let shift = try open()
        let run = RunRequest(input: InputRequest(paths: []), language: .english)
        try FileManager.default.moveItem(atPath: setup.path("journal"), toPath: setup.path("away"))
        #expect(fault { try shift.close(run, notifying: recorder) } == .missing)
        try FileManager.default.moveItem(atPath: setup.path("away"), toPath: setup.path("journal"))
        #expect(try shift.close(run, notifying: recorder)?.exitStatus == .done && setup.runs().count == 1)
    }

    @Test(arguments: [false, true])
    func changedShiftLogIsNotClosedByItsCounter(isTruncated: Bool) throws {
        let shift = try open()
        let edited = Array(String(decoding: shiftLog, as: UTF8.self).replacing("쥬스,2", with: "쥬스,3").utf8)
        try write(isTruncated ? shiftLog.prefix(40) : edited[...])
        let run = RunRequest(input: InputRequest(paths: []), language: .english)
        let wanted = isTruncated ? ShiftLogError.changed : .contradicted(row: 3)
        #expect(fault { try shift.close(run, notifying: recorder) } == wanted)
        #expect(try setup.runs().isEmpty && !recorder.messages.contains("applied"), "no result of a run is printed")
        _ = shift.book([CounterRequest(id: "press-04", .row(.order, "망고쥬스", 1))])
        if isTruncated { #expect(fault { try shift.close(run, notifying: recorder) } == wanted) }
    }

    /// A restored ledger may have a shift whose log a later run has applied.
    @Test func shiftOlderThanTheLedgerIsNotResumed() throws {
        let shift = try setup.read { try $0.shift() }
        _ = try close()
        do {
            let ledger = try Ledger(
                path: setup.path("shop.sqlite"), shownPath: "shop.sqlite", purpose: .change, waitSeconds: 0,
                cancellation: CancellationToken())
            try ledger.write { transaction in try shift.map { try transaction.open($0) } }
        }
        let over = ShiftLogError.ledgerChanged(openedAfter: 0, lastRun: 1)
        #expect(fault { try open() } == over && fault { try close() } == .ended(over))
        #expect(try close()?.exitStatus == nil)
        #expect(try setup.runs().count == 1 && open().view.rows == 0)
    }
}
