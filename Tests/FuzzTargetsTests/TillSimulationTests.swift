import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Random exports of tills with random settings, run in memory and compared with the plain model of the contract.
@Suite("Simulation of tills") struct TillSimulationTests {
    private static let shards = 4
    private static let failuresShown = 3

    /// The seed of case 0; that of case N is N more.
    private static let baseSeed: UInt64 = {
        let seed = ProcessInfo.processInfo.environment["JUICE_BATCH_SEED"].flatMap { UInt64($0) } ?? 20_261_120
        print("simulation of tills: \(caseCount) cases from seed \(seed)")
        return seed
    }()

    private static let caseCount =
        ProcessInfo.processInfo.environment["JUICE_BATCH_TILL_CASES"].flatMap { Int($0) } ?? 2_000

    @Test("The program does with a till's exports what the model says", arguments: 0..<shards)
    func programAgreesWithModel(shard: Int) throws {
        let comparison = try MemoryComparison()
        var failures = 0
        for number in stride(from: shard, to: Self.caseCount, by: Self.shards) {
            let seed = Self.baseSeed &+ UInt64(number)
            let chunkBytes = [1, 2, 3, 7, 16, 19, 37, 64, 129, 128 * 1_024][Int(seed / 3 % 10)]
            let randomCase = RandomTill.makeCase(seed: seed)
            let problem = try comparison.problem(of: randomCase, threads: 1 + Int(seed % 3), chunkBytes: chunkBytes)
            guard let problem else { continue }
            failures += 1
            if failures <= Self.failuresShown { Issue.record(Comment(rawValue: Self.story(randomCase, problem))) }
        }
        #expect(failures == 0, "\(failures) cases of shard \(shard) failed; the first \(Self.failuresShown) are shown")
    }

    /// A problem with what is needed to repeat it.
    private static func story(_ randomCase: RandomCase, _ problem: String) -> String {
        let options = randomCase.options
        let inputs = randomCase.inputs.map { input in
            "--- \(input.path)\n" + String(decoding: PlainEncoding.decode(input.bytes, forced: nil).text, as: UTF8.self)
        }
        return """
            case \(randomCase.seed); to repeat it alone: JUICE_BATCH_SEED=\(randomCase.seed) JUICE_BATCH_TILL_CASES=1 \
            swift test --filter TillSimulationTests
            \(options.arguments.joined(separator: " "))
            \(options.settingsFile ?? "")\(inputs.joined(separator: "\n"))
            \(problem)
            """
    }
}
