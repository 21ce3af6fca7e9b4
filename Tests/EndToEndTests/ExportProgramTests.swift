import Foundation
import TestSupport
import Testing

/// Random exports of tills through the program itself: settings typed and in juice-batch.json, files on a disk.
///
/// What they come to is tried on many more in memory, by `ExportSimulationTests`.
@Suite("Tills' exports through the program") struct ExportProgramTests {
    private static let shards = 4

    /// The seed of case 0; that of case N is N more.
    private static let baseSeed: UInt64 = {
        let seed = ProcessInfo.processInfo.environment["JUICE_BATCH_SEED"].flatMap { UInt64($0) } ?? 20_261_122
        print("tills through the program: \(caseCount) cases from seed \(seed)")
        return seed
    }()

    private static let caseCount =
        ProcessInfo.processInfo.environment["JUICE_BATCH_SIMULATION_CASES"].flatMap { Int($0) } ?? 24

    @Test("The program does with a till's exports what the model says", arguments: 0..<shards)
    func programAgreesWithModel(shard: Int) throws {
        let program = try ProgramRunner.find()
        for number in stride(from: shard, to: Self.caseCount, by: Self.shards) {
            let randomCase = RandomExportSettings.makeCase(seed: Self.baseSeed &+ UInt64(number))
            let problem = try CaseChecker.check(randomCase, with: program, suite: "TillProgramTests")
            #expect(problem == nil)
        }
    }
}
