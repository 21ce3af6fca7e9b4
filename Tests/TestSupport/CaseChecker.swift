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
        // Every third case is the first run of a ledger, unless two inputs have the same bytes, which a ledger refuses.
        let areDistinct = Set(randomCase.inputs.map(\.bytes)).count == randomCase.inputs.count
        let hasLedger = randomCase.seed % 3 == 1 && areDistinct
        let options =
            randomCase.options.arguments + pipelineArguments + menuArguments
            + (randomCase.stock == nil ? [] : ["--stock", "stock.csv"])
        let inputs = randomCase.inputs.map(\.path)
        let ledger = hasLedger ? ["--ledger", "l.sqlite"] : []
        let model = randomCase.modelResult(hasLedger: hasLedger)
        let set = try compare(["run"] + inputs + options + ledger, with: model, output: "out")
        try checkProblems(inputs + options, model, set)
        if case .done(let run) = model, let set { try retry(run, set: set) }
    }

    private var menuArguments: [String] { randomCase.menu == nil ? [] : ["--menu", "menu.csv"] }

    /// Chunk size and thread count, which must not matter: chunks from 16 bytes upward, so that their
    /// borders fall everywhere, and one to four workers.
    private var pipelineArguments: [String] {
        let sizes: [Int?] = [nil, 16, 17, 19, 23, 37, 64, 129, 1_000]
        let size = sizes[Int(randomCase.seed / 4 % UInt64(sizes.count))]
        return ["--threads", String(1 + randomCase.seed % 4)] + (size.map { ["--chunk-bytes", String($0)] } ?? [])
    }

    private func run(_ arguments: [String]) throws -> ProgramResult {
        try program.run(arguments, in: folder.path, input: randomCase.inputs.first { $0.path == "-" }?.bytes)
    }

    private mutating func note(_ found: [String], _ arguments: [String], _ result: ProgramResult) {
        if found.isEmpty { return }
        let quoted = arguments.map { LineDiff.visible(Array($0.utf8)) }.joined(separator: " ")
        let errors = LineDiff.visible(Array(result.errors.prefix(2_000)))
        problems.append("juice-batch \(quoted)\n\(found.joined(separator: "\n"))\nstandard error: \(errors)")
    }

    private func differences(_ result: ProgramResult, exit: Int) -> [String] {
        let status = result.signal.map { "signal \($0)" } ?? "exit \(result.exit ?? -1)"
        return result.exit == exit ? [] : ["\(result.timedOut ? "timed out" : status), expected exit \(exit)"]
    }

    // MARK: What is compared

    /// Runs inputs and compares exit status, refusal and reports; returns the reports if there are to be any.
    private mutating func compare(_ words: [String], with model: PlainModel.Result, output: String) throws -> ReportSet?
    {
        let arguments = words + ["--output", output]
        let result = try run(arguments)
        var found: [String]
        var set: ReportSet?
        switch model {
        case .stopped(let exit, let refusal):
            found = differences(result, exit: exit) + (folder.holds(output) ? ["there are reports"] : [])
            if var refusal {
                // A message has the path of the input.
                let named = zip(PlainModel.names(of: randomCase.inputs.map(\.name)), randomCase.inputs)
                refusal.file = named.first { $0.0 == refusal.file }?.1.path ?? refusal.file
                let start = Array("\(refusal): ".utf8)
                let isNamed = result.errors.starts(with: start) && result.errors.count > start.count
                if !isNamed { found.append("standard error does not begin with \(refusal)") }
            }
        case .done(let run):
            found = differences(result, exit: run.exit)
            do {
                let reports = try ReportSet.read(from: folder, output)
                set = reports
                found += run.differences(from: reports)
            } catch {
                found.append("\(error)")
            }
            for name in ["report.html", "stock.svg"] {
                let page = String(decoding: folder.read("\(output)/\(name)") ?? [], as: UTF8.self)
                found += PlainMarkup.violations(in: page).map { "\(name): \($0)" }
            }
        }
        note(found, arguments, result)
        return set
    }

    /// Runs failure.csv after restock.csv: it must be accepted, and leave no shortage if the contract requires that.
    private mutating func retry(_ run: PlainRun, set: ReportSet) throws {
        let words =
            ["run", "out/restock.csv", "out/failure.csv", "--stock", "out/stock.csv"] + menuArguments
            + pipelineArguments
        let model = randomCase.retry(set, options: randomCase.options.settledForRetry).modelResult()
        let second = try compare(words, with: model, output: "again")
        guard case .done(let expected) = model else { return problems.append("the model refuses failure.csv") }
        let left = second?.summary["codes"]?["insufficient_stock"]?.int ?? 0
        if run.promisesRetry(in: expected) && left > 0 { problems.append("\(left) shortages are left") }
    }

    /// Compares `check --json` with the run; only in every third case, since it costs a process.
    private mutating func checkProblems(_ arguments: [String], _ model: PlainModel.Result, _ set: ReportSet?) throws {
        guard randomCase.seed.isMultiple(of: 3) else { return }
        let exit: Int
        var wanted: [String] = []
        switch model {
        case .stopped(_, nil): return
        case .stopped(let status, let refusal?):
            exit = status
            wanted = [refusal.description]
        case .done(let run): exit = run.exit
        }
        var words = ["check", "--json"] + arguments.filter { $0 != "--excel" }
        if let index = words.firstIndex(of: "--currency") { words.removeSubrange(index...(index + 1)) }
        let result = try run(words)
        guard let json = OrderedJSONParser.parse(String(decoding: result.output, as: UTF8.self)) else {
            return note(["check --json: no JSON"], words, result)
        }
        func index(of problem: OrderedJSON) -> String {
            "\(problem["file"]?.text ?? ""):\(problem["line"]?.int ?? -1): \(problem["code"]?.text ?? "")"
        }
        var found = try Self.checkSchema.get().problems(of: json)
        let refusals = (json["refusals"]?.elements ?? []).map { index(of: $0) }
        found += differences(result, exit: exit)
        if json["exit"]?.int != exit { found.append("another exit") }
        if refusals != wanted { found.append("refused are \(refusals)") }
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
