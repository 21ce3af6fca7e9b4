import FuzzTargets
import TestSupport
import Testing

/// Random exports with random settings, run in memory and compared with the plain model of the contract.
@Suite("Simulation of POS exports") struct ExportSimulationTests {
    private static let shards = 4
    private static let failuresShown = 3

    private static let cases = CaseSeries(
        "simulation of tills", seed: 20_261_120, count: 300, counter: "JUICE_BATCH_TILL_CASES")

    /// The results of some cases.
    private struct Findings: Sendable {
        var coverage = ExportSettingsCoverage()
        var failures = 0
        var stories: [String] = []
    }

    @Test("The program agrees with the model on exports")
    func programAgreesWithModel() async throws {
        let all = try await withThrowingTaskGroup(of: Findings.self) { group in
            for shard in 0..<Self.shards { group.addTask { try Self.check(shard: shard) } }
            return try await group.reduce(into: Findings()) { all, some in
                all.coverage.add(some.coverage)
                all.failures += some.failures
                all.stories += some.stories
            }
        }
        for viewModel in all.stories.prefix(Self.failuresShown) { Issue.record(Comment(rawValue: viewModel)) }
        #expect(all.failures == 0, "\(all.failures) cases failed; the first \(Self.failuresShown) are shown")
        // A few cases are no sample.
        if Self.cases.count >= 300 { #expect(all.coverage.gaps(caseCount: Self.cases.count) == []) }
        if Self.cases.count >= 1_000 { print(all.coverage) }
    }

    private static func check(shard: Int) throws -> Findings {
        let comparison = try MemoryComparison()
        var findings = Findings()
        for seed in cases.seeds(shard: shard, of: shards) {
            let chunkBytes = [1, 2, 3, 7, 16, 19, 37, 64, 129, 128 * 1_024][Int(seed / 3 % 10)]
            let randomCase = RandomExportSettings.makeCase(seed: seed)
            let problem = try comparison.problem(
                of: randomCase, threads: 1 + Int(seed % 3), chunkBytes: chunkBytes
            ) { result, detail in
                findings.coverage.add(randomCase, result, detail: detail)
            }
            guard let problem else { continue }
            findings.failures += 1
            if findings.stories.count < failuresShown { findings.stories.append(viewModel(randomCase, problem)) }
        }
        return findings
    }

    /// A problem with what is needed to repeat it.
    private static func viewModel(_ randomCase: RandomCase, _ problem: String) -> String {
        let options = randomCase.options
        let inputs = randomCase.inputs.map { input in
            "--- \(input.path)\n" + String(decoding: PlainEncoding.decode(input.bytes, forced: nil).text, as: UTF8.self)
        }
        return """
            case \(randomCase.seed); to repeat it alone: JUICE_BATCH_SEED=\(randomCase.seed) JUICE_BATCH_TILL_CASES=1 \
            swift test --filter ExportSimulationTests
            \(options.arguments.joined(separator: " "))
            \(options.settingsFile ?? "")\(inputs.joined(separator: "\n"))
            \(problem)
            """
    }
}
