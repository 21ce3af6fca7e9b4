import Foundation
import TestSupport
import Testing

/// Random runs of the program against the plain model of the contract.
@Suite("Simulation")
struct SimulationTests {
    private static let shards = 8
    /// The seeds of the usual cases, chosen so that few of them cover everything.
    private static let usualSeeds: Range<UInt64> = 20_243_141..<20_243_301
    private static let cases = CaseSeries(
        "simulation", seed: usualSeeds.lowerBound, count: usualSeeds.count, counter: "JUICE_BATCH_SIMULATION_CASES")
    /// `ExportSimulationTests` runs many more exports in memory.
    private static let exports = CaseSeries(
        "exports through the program", seed: 20_261_122, count: 24, counter: "JUICE_BATCH_SIMULATION_CASES")

    @Test("The program agrees with the model", arguments: 0..<shards)
    func programAgreesWithModel(shard: Int) throws {
        try check(Self.cases.seeds(shard: shard, of: Self.shards)) { RandomShop.makeCase(seed: $0) }
    }

    @Test("The program agrees with the model on exports", arguments: 0..<shards)
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
    @Test func casesCoverEveryCodeEncodingDelimiterAndStatus() {
        var (codes, refusals, encodings): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        var (delimiters, exits): (Set<UInt8>, Set<Int>) = ([], [])
        for seed in Self.usualSeeds {
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
        let found = [
            "bad_quoting", "bad_encoding", "nul_byte", "field_too_long", "no_header", "no_item_column",
            "duplicate_column", "too_many_columns", "already_applied", "changed_report",
        ]
        #expect(refusals.isSuperset(of: found))
    }
}

/// Random sequences of runs with a ledger against the plain model; `fault_kills` has the crashes.
@Suite("Simulation of ledgers")
struct LedgerSimulationTests {
    private static let shards = 4
    private static let cases = CaseSeries(
        "simulation of ledgers", seed: 20_261_120, count: 20, counter: "JUICE_BATCH_LEDGER_CASES")

    @Test("The ledger agrees with the model", arguments: 0..<shards)
    func ledgerAgreesWithModel(shard: Int) throws {
        for seed in Self.cases.seeds(shard: shard, of: Self.shards) {
            var sequence = try LedgerSequence(seed: seed)
            try sequence.run()
            let problem: Comment = """
                sequence \(seed); to repeat it alone: JUICE_BATCH_SEED=\(seed) JUICE_BATCH_LEDGER_CASES=1 \
                swift test --filter LedgerSimulationTests
                \(sequence.problems.joined(separator: "\n"))
                """
            #expect(sequence.problems.isEmpty, problem)
        }
    }
}

/// A sequence of operations on one ledger.
private struct LedgerSequence {
    private let shop: Shop
    private var random: SeededGenerator
    private let menuText: String?
    private let menu: PlainMenu
    private var ledger = PlainLedger()
    private var inputs: [RandomCase.Input] = []
    private var options = PlainOptions()
    private var idNumber = 0
    /// The output of the last run, for which the retry promise holds.
    private var retried: (folder: String, promises: Bool)?
    private(set) var problems: [String] = []
    private var steps: [String] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        shop = try Shop()
        let own = random.chance(40) ? RandomMenu.make(&random) : nil
        let read = own.flatMap { PlainMenu.read($0) }
        menuText = read == nil ? nil : own
        menu = read ?? .builtIn
        if let menuText { try shop.write(menuText, to: "menu.csv") }
    }

    mutating func run() throws {
        for step in 0..<random.int(5...9) where problems.isEmpty {
            let output = "out\(step)"
            switch random.pick(["fresh", "fresh", "repeat", "resend", "retry", "retry", "reverse", "reverse"]) {
            case "repeat":
                guard let input = inputs.randomElement(using: &random) else { continue }
                let more = random.pick([[], ["--again"], ["--skip-known"]], else: [])
                try apply([input], to: output, more: more)
            case "resend":
                // An earlier input with a row more: what it has in common with the earlier one is known by its ids.
                guard let input = inputs.randomElement(using: &random) else { continue }
                try apply([keep(input.bytes + Array("\n".utf8), "in\(step).csv")], to: output)
            case "retry": try retry(to: output)
            case "reverse": try reverse()
            default: try apply([fresh(step)], to: output)
            }
        }
        guard !ledger.runs.isEmpty else { return }
        try ask(["verify"], exit: 0)
    }

    private mutating func note(_ problem: String) {
        problems.append((steps + [problem]).joined(separator: "\n"))
    }

    @discardableResult
    private mutating func ask(_ words: [String], exit: Int) throws -> ProgramResult {
        steps.append("juice-batch " + words.joined(separator: " "))
        let result = try shop.run(words + ["--ledger", "l.sqlite"])
        if result.exit != exit { note("exit \(result.exit ?? -1), not \(exit): \(result.errorText)") }
        return result
    }

    private mutating func fresh(_ step: Int) throws -> RandomCase.Input {
        var file = RandomFile(random: random, shop: menu, distinctIDs: random.chance(50), idNumber: idNumber)
        options = PlainOptions()
        let bytes = file.make(options: &options)
        random = file.random
        idNumber = file.idNumber
        return try keep(bytes, "in\(step).csv")
    }

    private mutating func keep(_ bytes: [UInt8], _ path: String) throws -> RandomCase.Input {
        let input = RandomCase.Input(path: path, bytes: bytes)
        try shop.folder.write(bytes, to: path)
        inputs.append(input)
        return input
    }

    private mutating func retry(to output: String) throws {
        guard let (folder, promises) = retried else { return }
        let again = try ["\(folder)/restock.csv", "\(folder)/failure.csv"].map { path in
            RandomCase.Input(path: path, bytes: try #require(shop.folder.read(path)))
        }
        options = PlainOptions()
        let left = try apply(again, to: output)
        if promises, let left, left > 0 { note("\(left) shortages are left after the retry") }
    }

    /// Runs inputs through the program and the model.
    ///
    /// - Returns: how many rows were short; nil if the run was not done.
    @discardableResult
    private mutating func apply(_ inputs: [RandomCase.Input], to output: String, more: [String] = []) throws -> Int? {
        let menuOption = menuText == nil ? [] : ["--menu", "menu.csv"]
        let words = ["run"] + inputs.map(\.path) + ["--output", output] + menuOption + options.arguments + more
        let isTwice = inputs.count == 2 && inputs[0].bytes == inputs[1].bytes
        if isTwice || more != ["--again"] && inputs.contains(where: { ledger.knows($0.bytes) }) {
            try ask(words, exit: isTwice ? 64 : more == ["--skip-known"] ? 0 : 5)
            return nil
        }
        var options = options
        options.again = more == ["--again"]
        switch PlainModel.run(inputs, menu: menuText, options: options, ledger: ledger) {
        case .stopped(let exit, _):
            try ask(words, exit: exit)
            return nil
        case .done(let run):
            try ask(words, exit: run.exit)
            ledger.record(run, inputs: inputs.map(\.bytes))
            do {
                let set = try ReportSet.read(from: shop.folder, output)
                for problem in run.differences(from: set) { note(problem) }
            } catch { note("\(error)") }
            try compareStock()
            retried = (output, run.promisesRetryWithLedger)
            return run.failures.count { $0.code == "insufficient_stock" }
        }
    }

    private mutating func compareStock() throws {
        let rows = ReportSet.rows(try ask(["stock", "--csv"], exit: 0).output).dropFirst()
        let found = Dictionary(rows.map { (PlainText.matchable($0[0]), Int($0[1]) ?? -1) }) { first, _ in first }
        if found != ledger.stock { note("stock is \(found), not \(ledger.stock)") }
    }

    private mutating func reverse() throws {
        guard !ledger.runs.isEmpty else { return }
        let number = random.int(1...(ledger.runs.count + 1))
        try ask(["reverse", String(number)], exit: ledger.reverse(number))
        retried = nil
        try compareStock()
    }
}
