import Foundation
import JuiceCore
import JuiceReports
import JuiceShop
import Synchronization
import TestSupport
import Testing

@testable import JuiceBatch

/// Swift Testing has a type of the same name.
typealias ExitStatus = JuiceReports.ExitStatus

/// A shop in a temporary folder, with a fixed clock, seed and disk.
struct TestShop {
    static let now = "2026-11-20T18:30:00Z"
    /// The local date, which differs from the date in UTC.
    static let today = "2026-11-21"
    /// An order for each of two juices, and a row that is rejected.
    static let orders = "id,item,quantity\nA-1,키위쥬스,2\nA-2,망고쥬스,1\nA-3,포도쥬스,1\n"

    let folder: TemporaryFolder
    let cancellation = CancellationToken()

    /// - Parameter files: texts by path in the folder.
    init(_ files: [String: String] = ["orders.csv": orders]) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    }

    /// Makes the shop.
    ///
    /// - Parameters:
    ///   - disk: the disk of its reports.
    ///   - wait: is called instead of waiting.
    ///   - localTime: the local clock.
    ///   - now: the time at which runs are recorded.
    func shop(
        on disk: any ReportDisk & Sendable = SystemDisk(), wait: @escaping @Sendable (_ ms: Int) -> Void = { _ in },
        localTime: @escaping @Sendable () -> String = { Self.today + " 03:30:00" },
        now: @escaping @Sendable () -> String = { Self.now }
    ) -> Shop {
        Shop(
            Environment(
                folder: folder.path, temporaryFolder: folder.path, processorCount: 2, now: now,
                localTime: localTime,
                localTimeAt: { String(utcText(of: $0).prefix(19).replacing("T", with: " ")) }, wait: wait,
                makeSeed: { HashSeed(low: 1, high: 2) },
                cancellation: cancellation,
                disk: disk))
    }

    /// A request to run files, by default `orders.csv`.
    func request(
        _ paths: String..., ledger: LedgerRequest? = nil, output: String? = nil, date: String? = nil,
        menu: String? = nil
    ) -> RunRequest {
        var request = RunRequest(input: InputRequest(paths: paths.isEmpty ? ["orders.csv"] : paths), language: .english)
        (request.ledger, request.output, request.input.date, request.input.menu) = (ledger, output, date, menu)
        return request
    }

    @discardableResult
    func run(
        _ path: String = "orders.csv", ledger: LedgerRequest? = nil, output: String? = nil, date: String? = nil,
        menu: String? = nil, notifying recorder: MessageRecorder = MessageRecorder()
    ) throws -> RunOutcome {
        let request = request(path, ledger: ledger, output: output, date: date, menu: menu)
        return try shop().run(request, notifying: recorder)
    }

    /// Delivers files to the inbox and performs a nightly run without a quiet period.
    ///
    /// - Parameters:
    ///   - files: texts by name.
    ///   - day: the local date of the run.
    @discardableResult
    func nightlyRun(
        _ files: [String: String] = [:], on day: String = Self.today, by run: RunRequest? = nil, keepDays: Int? = nil,
        keepBackups: Int = NightlyRequest.keepBackupsUsual, filesExpected: Int? = nil,
        notifying recorder: MessageRecorder = MessageRecorder()
    ) throws -> ExitStatus {
        for (name, text) in files { try write(text, to: "inbox/" + name) }
        var request = NightlyRequest(run: run ?? self.request(), quietPeriodMs: 0, keepDays: keepDays)
        (request.keepBackups, request.filesExpected) = (keepBackups, filesExpected)
        return try shop(localTime: { day + " 03:30:00" }).runNightly(request, notifying: recorder)
    }

    /// The ledger of nightly runs.
    static let ledger = LedgerRequest(path: LedgerRequest.shopPath)

    /// The state of the folder.
    func status() throws -> ShopStatus { try shop().status(StatusRequest(folder: ".", ledger: Self.ledger)) }

    /// Reverses a run of the ledger.
    func reverse(_ run: Int) throws { try shop().reverse(run, in: Self.ledger, notifying: MessageRecorder()) { _ in } }

    /// Opens a shift on the ledger with an order of kiwi juice.
    func openShift(cups: Int = 1) throws -> Shift {
        let shift = try shop().openShift(on: Self.ledger, process: 1, notifying: MessageRecorder())
        _ = shift.book([CounterRequest(id: "press-01", .row(.order, "키위쥬스", cups))])
        return shift
    }

    /// The absolute path of a file.
    func path(_ name: String) -> String { folder.path + "/" + name }

    func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: path(name)) }
    }

    /// Sets the time at which a file was last modified.
    func setModified(_ name: String, _ timestamp: String) throws {
        let date = try Date(timestamp, strategy: .iso8601)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: some StringProtocol, to path: String) throws -> String {
        try folder.write(Array(text.utf8), to: path)
    }

    /// A file as text; empty if there is none.
    func text(_ path: String) -> String { String(decoding: folder.read(path) ?? [], as: UTF8.self) }

    /// Removes the run log, so that only the ledger is checked.
    func removeRunLog() throws { try remove("shop.sqlite.runs") }

    /// The runs on record; none if there is no ledger yet.
    func runs() throws -> [RecordedRun] {
        guard let bytes = folder.read("shop.sqlite"), !bytes.isEmpty else { return [] }
        return try shop().history(of: LedgerRequest(path: "shop.sqlite")).runs
    }

    /// The bytes of all files of a folder, by path.
    func content(of name: String = "") throws -> [String: [UInt8]] {
        let names = FileManager.default.enumerator(atPath: path(name))?.allObjects as? [String] ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.read(name + "/" + $0) ?? []) })
    }

    /// The names of the entries of a folder.
    func reports(_ name: String) -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name)) ?? [])
    }
}

/// Expects that a body throws a `BatchError` for which `fits` is true.
func expectError<Value>(
    _ body: () throws -> Value, fits: (BatchError) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: BatchError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error.map(fits) != false, "\(String(describing: error))", sourceLocation: sourceLocation)
}

/// Records the notifications of a use case.
final class MessageRecorder: NightlyListener {
    /// The kind of each notification in order; printed lines as they are.
    private(set) var messages: [String] = []
    private(set) var notices: [ShopNotice] = []
    private(set) var failures: [any Error] = []
    private(set) var rejections: [RejectedRows] = []
    private let onApplied: (String?) throws -> Void
    private let onLine: (String) throws -> Void

    /// - Parameters:
    ///   - onApplied: is called when a run's reports are written but not yet in place.
    ///   - onLine: is called after each printed line.
    init(
        onApplied: @escaping (String?) throws -> Void = { _ in }, onLine: @escaping (String) throws -> Void = { _ in }
    ) {
        self.onApplied = onApplied
        self.onLine = onLine
    }

    func notice(_ notice: ShopNotice) {
        messages.append("notice")
        notices.append(notice)
    }

    func rejected(_ rows: RejectedRows) {
        messages.append("rejected")
        rejections.append(rows)
    }

    func willCommit(_ model: ReportModel, reports: String?) throws {
        messages.append("applied")
        try onApplied(reports)
    }

    func writeLine(_ line: String) throws {
        messages.append(line)
        try onLine(line)
    }

    func failed(_ error: any Error) { failures.append(error) }
}

/// A file system in which chosen steps fail.
final class FaultyDisk: ReportDisk, Sendable {
    /// A kind of step.
    enum Step: Hashable, Sendable, CaseIterable {
        case entry, move, exchange, removeSet, sync
    }

    private let failing: @Sendable (_ number: Int, Step) -> Bool
    private let count = Mutex(0)

    /// - Parameter failing: whether a step fails, with nothing done, by its number from 1 and its kind.
    init(failing: @escaping @Sendable (_ number: Int, Step) -> Bool) {
        self.failing = failing
    }

    var steps: Int { count.withLock { $0 } }

    /// The disk for a step.
    private func disk(_ step: Step) throws(BatchError) -> SystemDisk {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if failing(number, step) { throw .inputOutput(path: "disk", errno: EIO) }
        return SystemDisk()
    }

    func entry(at path: String) throws(BatchError) -> PathEntry { try disk(.entry).entry(at: path) }

    func move(_ path: String, to newPath: String) throws(BatchError) -> Bool {
        try disk(.move).move(path, to: newPath)
    }

    func exchange(_ path: String, with other: String) throws(BatchError) -> Bool {
        try disk(.exchange).exchange(path, with: other)
    }

    func removeSet(at path: String, _ identity: SetIdentity) throws(BatchError) {
        try disk(.removeSet).removeSet(at: path, identity)
    }

    func sync(_ folder: String) throws(BatchError) { try disk(.sync).sync(folder) }
}

extension StatusReason {
    var kind: String { StatusMessages(.english) { $0 }.described(self).kind }
}
