import FuzzTargets
import TestSupport
import Testing

/// Random exports with random settings, run in memory and compared with the plain model of the contract.
@Suite("Simulation of POS exports") struct ExportSimulationTests {
    private static let shards = 4
    private static let cases = CaseSeries(
        "simulation of tills", seed: 20_261_120, count: 300, counter: "JUICE_BATCH_TILL_CASES")

    /// What even a few cases show: codes, actions, refusals, and the kinds of ambiguous columns.
    private static let usual =
        "wrong_field_count ignored unknown_action missing_item unknown_item missing_action invalid_quantity invalid_time "
        + "already_processed id_conflict nothing_to_cancel insufficient_stock unknown_value order restock cancel 0 4 65 "
        + "unclear_column unclear_id unclear_row unclear_sequence total_mismatch unknown_column action date quantity"
    private static let rare =
        "stock_limit assertion_failed second_table no_row_fits no_header no_item_column duplicate_column too_many_columns "
        + "bad_quoting bad_encoding nul_byte field_too_long record_too_long already_applied changed_report checksum_mismatch "
        + "cancellation location unit variant discard count assert 3 64 66 78"

    @Test("The program agrees with the model on exports")
    func programAgreesWithModel() async throws {
        let (seen, problems) = try await withThrowingTaskGroup { group in
            for shard in 0..<Self.shards { group.addTask { try Self.check(shard: shard) } }
            return try await group.reduce(into: (Set<String>(), [String]())) { all, some in
                all.0.formUnion(some.0)
                all.1 += some.1
            }
        }
        for problem in problems.prefix(3) { Issue.record(Comment(rawValue: problem)) }
        #expect(problems.isEmpty, "\(problems.count) cases failed; the first 3 are shown")
        // A few cases are no sample.
        let wanted = Self.cases.count < 300 ? "" : Self.cases.count < 5_000 ? Self.usual : Self.usual + " " + Self.rare
        let unseen = wanted.split(separator: " ").filter { !seen.contains(String($0)) }
        #expect(unseen.isEmpty)
    }

    /// What a share of the cases shows, and the problems in it.
    private static func check(shard: Int) throws -> (Set<String>, [String]) {
        let comparison = try MemoryComparison()
        var seen: Set<String> = []
        var problems: [String] = []
        for seed in cases.seeds(shard: shard, of: shards) {
            let randomCase = RandomExportSettings.makeCase(seed: seed)
            let chunkBytes = [1, 2, 3, 7, 16, 19, 37, 64, 129, 128 * 1_024][Int(seed / 3 % 10)]
            let problem = try comparison.problem(
                of: randomCase, threads: 1 + Int(seed % 3), chunkBytes: chunkBytes
            ) { result, detail in
                switch result {
                case .stopped(let exit, let refusal): seen.formUnion([String(exit), refusal?.code ?? "", detail ?? ""])
                case .done(let run):
                    seen.insert(String(run.exit))
                    seen.formUnion(run.outcomes.compactMap { $0.code ?? $0.action?.rawValue })
                }
            }
            if let problem { problems.append(description(randomCase, problem)) }
        }
        return (seen, problems)
    }

    /// A problem with what is needed to repeat it.
    private static func description(_ randomCase: RandomCase, _ problem: String) -> String {
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
