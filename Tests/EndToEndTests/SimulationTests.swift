import TestSupport
import Testing

/// Random runs of the program against the plain model of the contract.
@Suite("Simulation")
struct SimulationTests {
    private static let shards = 8
    private static let cases = CaseSeries(
        "simulation", seed: 20_240_229, count: 500, counter: "JUICE_BATCH_SIMULATION_CASES")
    /// What exports come to is tried on many more in memory, by `ExportSimulationTests`.
    private static let exports = CaseSeries(
        "exports through the program", seed: 20_261_122, count: 24, counter: "JUICE_BATCH_SIMULATION_CASES")

    @Test("The program does what the model says", arguments: 0..<shards)
    func programAgreesWithModel(shard: Int) throws {
        try check(Self.cases.seeds(shard: shard, of: Self.shards)) { RandomShop.makeCase(seed: $0) }
    }

    /// Settings are typed and in juice-batch.json, files on a disk.
    @Test("The program does with a till's exports what the model says", arguments: 0..<shards)
    func programAgreesWithModelOnExports(shard: Int) throws {
        try check(Self.exports.seeds(shard: shard, of: Self.shards)) { RandomExportSettings.makeCase(seed: $0) }
    }

    private func check(_ seeds: [UInt64], _ makeCase: (UInt64) -> RandomCase) throws {
        let program = try ProgramRunner.find()
        let problems = try seeds.compactMap { try CaseChecker.check(makeCase($0), with: program) }
        for problem in problems.prefix(3) { Issue.record(Comment(rawValue: problem)) }
        #expect(problems.isEmpty, "\(problems.count) cases failed; the first 3 are shown")
    }

    /// A code, an encoding or a status that never comes up would not be tested.
    @Test func everyCodeEncodingDelimiterAndStatusComesUp() {
        var (codes, refusals, encodings): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        var (delimiters, exits): (Set<UInt8>, Set<Int>) = ([], [])
        for seed in UInt64(20_240_229)..<20_240_829 {
            switch RandomShop.makeCase(seed: seed).modelResult() {
            case .stopped(let exit, let refusal):
                exits.insert(exit)
                if let refusal { refusals.insert(refusal.code) }
            case .done(let run):
                exits.insert(run.exit)
                codes.formUnion(run.failures.compactMap(\.code))
                encodings.formUnion(run.inputs.map(\.encoding))
                delimiters.formUnion(run.inputs.map(\.delimiter))
            }
        }
        let onlyByExports: Set = ["ignored", "unknown_value", "invalid_time", "assertion_failed"]
        #expect(codes == Set(PlainModel.codeOrder).subtracting(onlyByExports))
        #expect(encodings == ["utf-8", "utf-16le", "utf-16be", "cp949"])
        #expect(delimiters == Set(PlainStart.delimiters))
        #expect(exits.isSuperset(of: [0, 3, 4, 65, 78]))
        #expect(
            refusals.isSuperset(of: [
                "bad_quoting", "bad_encoding", "nul_byte", "field_too_long", "no_header", "no_item_column",
                "duplicate_column", "too_many_columns", "already_applied", "changed_report",
            ]))
    }
}
