import Foundation
import TestSupport
import Testing

/// Random runs of the program against the plain model of the contract.
@Suite("Simulation")
struct SimulationTests {
    private static let shards = 8
    private static let cases = CaseSeries(
        "simulation", seed: 20_240_229, count: 500, counter: "JUICE_BATCH_SIMULATION_CASES")
    /// `ExportSimulationTests` runs many more exports in memory.
    private static let exports = CaseSeries(
        "exports through the program", seed: 20_261_122, count: 24, counter: "JUICE_BATCH_SIMULATION_CASES")

    @Test("The program agrees with the model", arguments: 0..<shards)
    func programAgreesWithModel(shard: Int) throws {
        try check(Self.cases.seeds(shard: shard, of: Self.shards)) { RandomShop.makeCase(seed: $0) }
    }

    /// Settings are typed and in juice-batch.json, files on a disk.
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

/// Random sequences of runs with a ledger against the plain model: fresh inputs, repeats, corrected re-sends, retries,
/// reversals and crashes.
@Suite("Simulation of ledgers")
struct LedgerSimulationTests {
    private static let shards = 4
    private static let cases = CaseSeries(
        "simulation of ledgers", seed: 20_261_120, count: 40, counter: "JUICE_BATCH_LEDGER_CASES")

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
        var own: String?
        if random.chance(40) {
            let text = RandomMenu.make(&random)
            if PlainMenu.read(text) != nil { own = text }
        }
        menuText = own
        menu = own.flatMap { PlainMenu.read($0) } ?? .builtIn
        if let own { try shop.write(own, to: "menu.csv") }
    }

    mutating func run() throws {
        for step in 0..<random.int(5...9) where problems.isEmpty {
            switch random.pick(["fresh", "fresh", "repeat", "resend", "retry", "retry", "reverse", "reverse", "crash"])
            {
            case "repeat": try repeatInput(step)
            case "resend": try resend(step)
            case "retry": try retry(step)
            case "reverse": try reverse()
            case "crash": try crash(step)
            default: try apply([fresh(step)], to: "out\(step)")
            }
        }
        guard !ledger.runs.isEmpty else { return }
        let result = try ask(["verify"])
        if result.exit != 0 { note("verify: \(result.errorText)") }
    }

    private mutating func note(_ problem: String) {
        problems.append((steps + [problem]).joined(separator: "\n"))
    }

    private func ask(_ words: [String]) throws -> ProgramResult {
        try shop.run(words + ["--ledger", "l.sqlite"])
    }

    // MARK: Inputs

    private mutating func fresh(_ step: Int) throws -> RandomCase.Input {
        var file = RandomFile(random: random, shop: menu, distinctIDs: random.chance(50), idNumber: idNumber)
        var wanted = PlainOptions()
        let bytes = file.make(options: &wanted)
        random = file.random
        idNumber = file.idNumber
        options = wanted
        return try keep(bytes, "in\(step).csv")
    }

    private mutating func keep(_ bytes: [UInt8], _ path: String) throws -> RandomCase.Input {
        let input = RandomCase.Input(path: path, bytes: bytes)
        try shop.folder.write(bytes, to: path)
        inputs.append(input)
        return input
    }

    private mutating func repeatInput(_ step: Int) throws {
        guard let input = inputs.randomElement(using: &random) else { return }
        let more = random.pick([[], ["--again"], ["--skip-known"]], else: [])
        try apply([input], to: "out\(step)", more: more)
    }

    /// An earlier input with a row more: what it has in common with the earlier one is known by its ids.
    private mutating func resend(_ step: Int) throws {
        guard let input = inputs.randomElement(using: &random) else { return }
        try apply([keep(input.bytes + Array("\n".utf8), "in\(step).csv")], to: "out\(step)")
    }

    private mutating func retry(_ step: Int) throws {
        guard let (folder, promises) = retried else { return }
        let again = try ["restock.csv", "failure.csv"].map { name in
            RandomCase.Input(path: "\(folder)/\(name)", bytes: try #require(shop.folder.read("\(folder)/\(name)")))
        }
        options = PlainOptions()
        let left = try apply(again, to: "out\(step)")
        if promises, let left, left > 0 { note("\(left) shortages are left after the retry") }
    }

    // MARK: Steps

    /// Runs inputs through the program and the model.
    ///
    /// - Returns: how many rows were short; nil if the run was not done.
    @discardableResult
    private mutating func apply(
        _ inputs: [RandomCase.Input], to output: String, more: [String] = []
    ) throws -> Int? {
        let arguments = ["run"] + inputs.map(\.path) + ["--output", output] + menuOption + options.arguments + more
        steps.append("juice-batch " + arguments.joined(separator: " "))
        let result = try ask(arguments)
        let isKnown = inputs.contains { ledger.knows($0.bytes) } && more != ["--again"]
        let isTwice = inputs.count == 2 && inputs[0].bytes == inputs[1].bytes
        if isKnown || isTwice {
            let exit = isTwice ? 64 : more == ["--skip-known"] ? 0 : 5
            if result.exit != exit { note("exit \(result.exit ?? -1), not \(exit): \(result.errorText)") }
            return nil
        }
        switch model(inputs, isAgain: more == ["--again"]) {
        case .stopped(let exit, _):
            if result.exit != exit { note("exit \(result.exit ?? -1), not \(exit)") }
            return nil
        case .done(let run):
            if result.exit != run.exit { note("exit \(result.exit ?? -1), not \(run.exit): \(result.errorText)") }
            ledger.record(run, inputs: inputs.map(\.bytes))
            try compare(run, output)
            retried = (output, run.promisesRetryWithLedger)
            return run.failures.count { $0.code == "insufficient_stock" }
        }
    }

    private var menuOption: [String] { menuText == nil ? [] : ["--menu", "menu.csv"] }

    private func model(_ inputs: [RandomCase.Input], isAgain: Bool = false) -> PlainModel.Result {
        var options = options
        options.again = isAgain
        return PlainModel.run(inputs, menu: menuText, options: options, ledger: ledger)
    }

    private mutating func compare(_ run: PlainRun, _ output: String) throws {
        do {
            let set = try ReportSet.read(from: shop.folder, output)
            for problem in run.differences(from: set) { note(problem) }
        } catch {
            note("\(error)")
        }
        try compareStock()
    }

    private mutating func compareStock() throws {
        let rows = ReportSet.rows(try ask(["stock", "--csv"]).output).dropFirst()
        let found = Dictionary(rows.map { (PlainText.matchable($0[0]), Int($0[1]) ?? -1) }) { first, _ in first }
        if found != ledger.stock { note("stock is \(found), not \(ledger.stock)") }
    }

    private mutating func reverse() throws {
        guard !ledger.runs.isEmpty else { return }
        let number = random.int(1...(ledger.runs.count + 1))
        steps.append("juice-batch reverse \(number)")
        let result = try ask(["reverse", String(number)])
        let wanted = ledger.reverse(number)
        if result.exit != wanted { note("exit \(result.exit ?? -1), not \(wanted): \(result.errorText)") }
        retried = nil
        try compareStock()
    }

    /// Kills a run at some moment.
    ///
    /// Whether it was applied must be found out by the next run.
    private mutating func crash(_ step: Int) throws {
        let input = try fresh(step)
        let words =
            ["run", input.path, "--output", "out\(step)", "--ledger", "l.sqlite"] + menuOption + options.arguments
        let delayMs = random.int(1...120)
        steps.append("killed after \(delayMs) ms: juice-batch \(words.joined(separator: " "))")
        let quoted = words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
        _ = try shop.shell(
            "timeout -s KILL 0.\(String(1_000 + delayMs).dropFirst()) \"$0\" \(quoted) 2>/dev/null; true")
        let wasApplied: Bool
        if (shop.folder.read("l.sqlite") ?? []).isEmpty {
            wasApplied = false
        } else {
            let state = OrderedJSONParser.parse(try ask(["stock", "--json"]).outputText)
            wasApplied = state?["run"]?.int == ledger.runs.count + 1
        }
        guard wasApplied else {
            _ = try apply([input], to: "out\(step)")
            return
        }
        guard case .done(let run) = model([input]) else { return note("a run was applied that the model refuses") }
        ledger.record(run, inputs: [input.bytes])
        // The next command puts the reports in place.
        let result = try ask(["verify"])
        if result.exit != 0 { note("verify: \(result.errorText)") }
        try compare(run, "out\(step)")
        retried = (folder: "out\(step)", promises: run.promisesRetryWithLedger)
    }
}
