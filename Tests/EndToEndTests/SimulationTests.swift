import Foundation
import TestSupport
import Testing

/// Random runs of the program against the plain model of the contract.
@Suite("Simulation")
struct SimulationTests {
    private static let shards = 8
    private static let failuresShown = 3

    /// The seed of case 0; that of case N is N more.
    private static let baseSeed: UInt64 = {
        let seed = ProcessInfo.processInfo.environment["JUICE_BATCH_SEED"].flatMap { UInt64($0) } ?? 20_240_229
        print("simulation: \(caseCount) cases from seed \(seed)")
        return seed
    }()

    private static let caseCount =
        ProcessInfo.processInfo.environment["JUICE_BATCH_SIMULATION_CASES"].flatMap { Int($0) } ?? 500

    @Test("The program does what the model says", arguments: 0..<shards)
    func programAgreesWithModel(shard: Int) throws {
        let program = try ProgramRunner.find()
        var failures = 0
        for number in stride(from: shard, to: Self.caseCount, by: Self.shards) {
            let randomCase = RandomShop.makeCase(seed: Self.baseSeed &+ UInt64(number))
            guard let problem = try CaseChecker.check(randomCase, with: program) else { continue }
            failures += 1
            if failures <= Self.failuresShown { Issue.record(Comment(rawValue: problem)) }
        }
        #expect(failures == 0, "\(failures) cases of shard \(shard) failed; the first \(Self.failuresShown) are shown")
    }
}
