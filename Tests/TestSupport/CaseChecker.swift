/// Runs a random case through the program and compares what it does with the model.
package struct CaseChecker {
    private static let checkSchema = Result { try PlainSchema.published(.check) }

    private let program: ProgramRunner
    private let randomCase: RandomCase
    private let folder: TemporaryFolder
    private var problems: [String] = []

    /// The differences of the program's run, with how to repeat it; nil if there are none.
    package static func check(_ randomCase: RandomCase, with program: ProgramRunner) throws -> String? {
        var checker = CaseChecker(program: program, randomCase: randomCase, folder: try TemporaryFolder())
        try checker.check()
        if checker.problems.isEmpty { return nil }
        return """
            case \(randomCase.seed); to repeat it alone: \
            JUICE_BATCH_SEED=\(randomCase.seed) JUICE_BATCH_SIMULATION_CASES=1 swift test --filter SimulationTests
            \(checker.problems.joined(separator: "\n"))
            """
    }

    private mutating func check() throws {
        for input in randomCase.inputs {
            if input.path != "-" { try folder.write(input.bytes, to: input.path) }
            if let checksum = input.checksum { try folder.write(checksum, to: input.path + ".sha256") }
        }
        let texts = [
            "juice-batch.json": randomCase.options.settingsFile, "menu.csv": randomCase.menu,
            "stock.csv": randomCase.stock,
        ]
        for (name, text) in texts.compactMapValues(\.self) { try folder.write(Array(text.utf8), to: name) }
        let arguments =
            ["run"] + randomCase.inputs.map(\.path) + ["--output", "out"] + menuArguments
            + randomCase.options.arguments + pipelineArguments
            + (randomCase.stock == nil ? [] : ["--stock", "stock.csv"]) + (hasLedger ? ["--ledger", "l.sqlite"] : [])
        let result = try run(arguments)
        switch randomCase.modelResult(hasLedger: hasLedger) {
        case .stopped(let exit, let refusal):
            checkStop(result, exit: exit, refusal: refusal, arguments: arguments)
            if let refusal { try checkProblems(arguments, exit: exit, set: nil, refusal: refusal.description) }
        case .done(let model):
            guard let set = checkReports(result, run: model, output: "out", arguments: arguments) else { return }
            try checkProblems(arguments, exit: model.exit, set: set, refusal: nil)
            try retry(model, set: set)
        }
    }

    private func run(_ arguments: [String]) throws -> ProgramResult {
        let input = randomCase.inputs.first { $0.path == "-" }?.bytes
        return try program.run(arguments, in: folder.path, input: input)
    }

    /// Whether the run is the first of a ledger: every third case, unless two inputs have the same bytes, which a ledger
    /// refuses.
    private var hasLedger: Bool {
        randomCase.seed % 3 == 1 && Set(randomCase.inputs.map(\.bytes)).count == randomCase.inputs.count
    }

    private var menuArguments: [String] { randomCase.menu == nil ? [] : ["--menu", "menu.csv"] }

    /// Chunk size and thread count, which must not matter: chunks from 16 bytes upward, so that their
    /// borders fall everywhere, and one to four workers.
    private var pipelineArguments: [String] {
        let sizes: [Int?] = [nil, 16, 17, 19, 23, 37, 64, 129, 1_000]
        let threads = ["--threads", String(1 + randomCase.seed % 4)]
        guard let size = sizes[Int(randomCase.seed / 4 % UInt64(sizes.count))] else { return threads }
        return threads + ["--chunk-bytes", String(size)]
    }

    private mutating func note(_ found: [String], _ arguments: [String], _ result: ProgramResult) {
        if found.isEmpty { return }
        let quoted = arguments.map { LineDiff.visible(Array($0.utf8)) }.joined(separator: " ")
        let errors = LineDiff.visible(Array(result.errors.prefix(2_000)))
        problems.append("juice-batch \(quoted)\n\(found.joined(separator: "\n"))\nstandard error: \(errors)")
    }

    private func outcome(_ result: ProgramResult) -> String {
        if result.timedOut { return "timed out" }
        return result.signal.map { "ended by signal \($0)" } ?? "exit \(result.exit ?? -1)"
    }

    // MARK: What is compared

    private mutating func checkStop(
        _ result: ProgramResult, exit: Int, refusal: PlainRefusal?, arguments: [String]
    ) {
        guard result.exit == exit else {
            return note(["\(outcome(result)), expected \(exit) \(refusal?.description ?? "")"], arguments, result)
        }
        var found = folder.holds("out") ? ["exit \(exit), but there are reports"] : []
        if var shown = refusal {
            // A message has the path of the input.
            let named = zip(PlainModel.names(of: randomCase.inputs.map(\.name)), randomCase.inputs)
            shown.file = named.first { $0.0 == shown.file }?.1.path ?? shown.file
            let start = Array((shown.description + ": ").utf8)
            let isNamed = result.errors.starts(with: start) && result.errors.count > start.count
            if !isNamed { found.append("standard error does not begin with \(shown)") }
        }
        note(found, arguments, result)
    }

    private mutating func checkReports(
        _ result: ProgramResult, run: PlainRun, output: String, arguments: [String]
    ) -> ReportSet? {
        guard result.exit == run.exit, result.signal == nil else {
            note(["\(outcome(result)), expected exit \(run.exit)"], arguments, result)
            return nil
        }
        do {
            let set = try ReportSet.read(from: folder, output)
            let pages = ["report.html", "stock.svg"].flatMap { name in
                PlainMarkup.violations(in: String(decoding: folder.read("\(output)/\(name)") ?? [], as: UTF8.self))
                    .map { "\(name): \($0)" }
            }
            note(run.differences(from: set) + pages, arguments, result)
            return set
        } catch {
            note(["\(error)"], arguments, result)
            return nil
        }
    }

    /// Runs failure.csv after restock.csv: it must be accepted, and leave no shortage if the contract requires that.
    private mutating func retry(_ run: PlainRun, set: ReportSet) throws {
        let arguments =
            ["run", "out/restock.csv", "out/failure.csv", "--stock", "out/stock.csv", "--output", "again"]
            + menuArguments + pipelineArguments
        let result = try program.run(arguments, in: folder.path)
        let again = randomCase.retry(set, options: randomCase.options.settledForRetry)
        guard case .done(let expected) = again.modelResult() else {
            return note(["the model refuses failure.csv or restock.csv"], arguments, result)
        }
        let second = checkReports(result, run: expected, output: "again", arguments: arguments)
        let left = second?.summary["codes"]?["insufficient_stock"]?.int ?? 0
        if run.promisesRetry(in: expected) && left > 0 { note(["\(left) shortages are left"], arguments, result) }
    }

    /// Compares `check --json` with the run; only in every third case, since it costs a process.
    private mutating func checkProblems(
        _ arguments: [String], exit: Int, set: ReportSet?, refusal: String?
    ) throws {
        guard randomCase.seed.isMultiple(of: 3) else { return }
        var words = ["check", "--json"] + arguments.dropFirst().filter { $0 != "--excel" }
        for option in ["--output", "--currency", "--ledger"] {
            if let index = words.firstIndex(of: option) { words.removeSubrange(index...(index + 1)) }
        }
        let result = try run(words)
        guard let json = OrderedJSONParser.parse(String(decoding: result.output, as: UTF8.self)) else {
            return note(["check --json: no JSON"], words, result)
        }
        func index(of problem: OrderedJSON) -> String {
            "\(problem["file"]?.text ?? ""):\(problem["line"]?.int ?? -1): \(problem["code"]?.text ?? "")"
        }
        var found = try Self.checkSchema.get().problems(of: json)
        if result.exit != exit || json["exit"]?.int != exit { found.append("\(outcome(result)), expected \(exit)") }
        let refusals = (json["refusals"]?.elements ?? []).map { index(of: $0) }
        if refusals != [refusal].compactMap(\.self) { found.append("refused are \(refusals)") }
        if let set {
            for key in ["rows", "success", "failure"] where json["totals"]?[key]?.int != set.summary[key]?.int {
                found.append("another number of \(key)")
            }
            for key in ["inputs", "codes"] where json[key]?.line != set.summary[key]?.line {
                found.append("other \(key)")
            }
            // The same rows in the same order, with the same texts.
            let told = (json["problems"]?.elements ?? []).map { index(of: $0) + ": " + ($0["text"]?.text ?? "") }
            let failed = ReportSet.rows(set.failure).dropFirst().map { "\($0[0]):\($0[1]): \($0[6]): \($0[7])" }
            if told != failed { found.append("the problems are \(told), in failure.csv \(failed)") }
        }
        note(found.map { "check --json: \($0)" }, words, result)
    }
}
