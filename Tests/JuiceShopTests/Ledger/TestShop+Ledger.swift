import Foundation
import JuiceBatch
import JuiceLedger
import JuiceReports
import JuiceShop
import TestSupport

extension TestShop {
    /// Carries out a run.
    @discardableResult
    func apply(_ request: RunRequest) throws -> CompletedRun {
        let outcome = try shop().run(request, notifying: MessageRecorder())
        guard case .done(let run) = outcome else { throw ProgramError(description: "\(outcome.exitStatus)") }
        return run
    }

    @discardableResult
    func verify() throws -> LedgerExtent { try shop().verify(Self.ledger, notifying: MessageRecorder()) }

    func openCounter(notifying recorder: MessageRecorder = MessageRecorder()) throws -> Shift {
        try shop().openShift(on: Self.ledger, process: 4_711, notifying: recorder)
    }

    /// Closes the shift from another process than the counter's.
    func closeCounter(notifying recorder: MessageRecorder = MessageRecorder()) throws -> RunOutcome? {
        let run = RunRequest(input: InputRequest(paths: []), language: .english)
        return try shop().closeShift(of: Self.ledger, by: run, notifying: recorder)
    }

    /// The pieces of each fruit in the ledger.
    func stock() throws -> [Int] { try shop().stock(of: Self.ledger).stock.map(\.pieces) }

    /// Opens the ledger to read it.
    func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        try Ledger(
            path: path("shop.sqlite"), shownPath: "shop.sqlite", purpose: .read, waitSeconds: 0,
            cancellation: CancellationToken()
        ).read(body)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
}
