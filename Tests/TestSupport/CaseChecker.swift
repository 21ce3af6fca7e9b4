/// Runs a random case through the program and compares what it does with the model.
package struct CaseChecker {
    private let program: ProgramRunner
    private let randomCase: RandomCase
    private let folder: TemporaryFolder
    private var problems: [String] = []

    /// What is wrong with the program's run of a case, with what is needed to repeat it; nil when all is well.
    ///
    /// - Parameter suite: the tests that run the case.
    package static func check(
        _ randomCase: RandomCase, with program: ProgramRunner, suite: String = "SimulationTests"
    ) throws -> String? {
        var checker = CaseChecker(program: program, randomCase: randomCase, folder: try TemporaryFolder())
        try checker.check()
        if checker.problems.isEmpty { return nil }
        return """
            case \(randomCase.seed); to repeat it alone: \
            JUICE_BATCH_SEED=\(randomCase.seed) JUICE_BATCH_SIMULATION_CASES=1 swift test --filter \(suite)
            \(checker.problems.joined(separator: "\n"))
            """
    }

    private init(program: ProgramRunner, randomCase: RandomCase, folder: TemporaryFolder) {
        self.program = program
        self.randomCase = randomCase
        self.folder = folder
    }

    private mutating func check() throws {
        var files: [String] = []
        for input in randomCase.inputs {
            if input.path != "-" { try folder.write(input.bytes, to: input.path) }
            if let checksum = input.checksum { try folder.write(checksum, to: input.path + ".sha256") }
            files.append(input.path)
        }
        if let settings = randomCase.options.settingsFile {
            try folder.write(Array(settings.utf8), to: "juice-batch.json")
        }
        var shared: [String] = []
        if let menu = randomCase.menu {
            try folder.write(Array(menu.utf8), to: "menu.csv")
            shared = ["--menu", "menu.csv"]
        }
        var arguments = ["run"] + files + ["--output", "out"] + shared + randomCase.options.arguments
        arguments += pipelineArguments
        if let stock = randomCase.stock {
            try folder.write(Array(stock.utf8), to: "stock.csv")
            arguments += ["--stock", "stock.csv"]
        }
        if hasLedger { arguments += ["--ledger", "l.sqlite"] }
        let input = randomCase.inputs.first { $0.path == "-" }?.bytes
        let result = try program.run(arguments, in: folder.path, input: input)
        switch randomCase.modelResult(hasLedger: hasLedger) {
        case .stopped(let exit, let refusal):
            checkStop(result, exit: exit, refusal: refusal, arguments: arguments)
            if let refusal { try checkProblems(arguments, exit: exit, set: nil, refusal: refusal.description) }
        case .done(let run):
            guard let set = checkReports(result, run: run, output: "out", arguments: arguments) else { return }
            try checkProblems(arguments, exit: run.exit, set: set, refusal: nil)
            try retry(run, set: set, shared: shared)
        }
    }

    /// Has `check` print, as data, what the run with these arguments came to.
    private mutating func checkProblems(
        _ arguments: [String], exit: Int, set: ReportSet?, refusal: String?
    ) throws {
        guard PlainCheck.isWanted(for: randomCase.seed) else { return }
        var words = arguments
        for option in ["--output", "--currency", "--ledger"] {
            if let place = words.firstIndex(of: option) { words.removeSubrange(place...(place + 1)) }
        }
        words = ["check", "--json"] + words.dropFirst().filter { $0 != "--excel" }
        let input = randomCase.inputs.first { $0.path == "-" }?.bytes
        let result = try program.run(words, in: folder.path, input: input)
        var found = try PlainCheck.violations(
            in: String(decoding: result.output, as: UTF8.self), exit: exit, set: set, refusal: refusal)
        if result.exit != exit { found.append("\(outcome(result)), expected \(exit)") }
        if !found.isEmpty { note(found.joined(separator: "\n"), words, result) }
    }

    /// Whether the run is the first of a ledger: every third case, unless two inputs have the same bytes, which a ledger
    /// refuses.
    private var hasLedger: Bool {
        randomCase.seed % 3 == 1 && Set(randomCase.inputs.map(\.bytes)).count == randomCase.inputs.count
    }

    /// How the work is cut and shared out, which must make no difference: chunks from 16 bytes upward, so that their
    /// borders fall everywhere, by one worker to four.
    private var pipelineArguments: [String] {
        let sizes: [Int?] = [nil, 16, 17, 19, 23, 37, 64, 129, 1_000]
        let threads = ["--threads", String(1 + randomCase.seed % 4)]
        guard let size = sizes[Int(randomCase.seed / 4 % UInt64(sizes.count))] else { return threads }
        return threads + ["--chunk-bytes", String(size)]
    }

    private mutating func note(_ problem: String, _ arguments: [String], _ result: ProgramResult) {
        let quoted = arguments.map { LineDiff.visible(Array($0.utf8)) }.joined(separator: " ")
        let errors = LineDiff.visible(Array(result.errors.prefix(2_000)))
        problems.append("juice-batch \(quoted)\n\(problem)\nstandard error: \(errors)")
    }

    private mutating func checkStop(
        _ result: ProgramResult, exit: Int, refusal: PlainRefusal?, arguments: [String]
    ) {
        guard result.exit == exit else {
            note("\(outcome(result)), expected \(exit) \(refusal?.description ?? "")", arguments, result)
            return
        }
        if folder.holds("out") { note("exit \(exit), but there are reports", arguments, result) }
        guard let refusal else { return }
        let shown = withPath(refusal)
        let start = Array((shown.description + ": ").utf8)
        let isNamed = result.errors.starts(with: start) && result.errors.count > start.count
        if !isNamed { note("standard error does not begin with \(shown)", arguments, result) }
    }

    /// A refusal as a message has it, with the path of its input.
    private func withPath(_ refusal: PlainRefusal) -> PlainRefusal {
        var names: [String: Int] = [:]
        for input in randomCase.inputs {
            names[input.name, default: 0] += 1
            let count = names[input.name, default: 1]
            guard refusal.file == (count == 1 ? input.name : "\(input.name)#\(count)") else { continue }
            return PlainRefusal(file: input.path, line: refusal.line, code: refusal.code)
        }
        return refusal
    }

    private func outcome(_ result: ProgramResult) -> String {
        if result.timedOut { return "timed out" }
        if let signal = result.signal { return "ended by signal \(signal)" }
        return "exit \(result.exit ?? -1)"
    }

    private mutating func checkReports(
        _ result: ProgramResult, run: PlainRun, output: String, arguments: [String]
    ) -> ReportSet? {
        guard result.exit == run.exit, result.signal == nil else {
            note("\(outcome(result)), expected exit \(run.exit)", arguments, result)
            return nil
        }
        do {
            let set = try ReportSet.read(from: folder, output)
            var found = run.differences(from: set)
            for name in ["report.html", "stock.svg"] {
                let page = String(decoding: folder.read("\(output)/\(name)") ?? [], as: UTF8.self)
                found += PlainMarkup.violations(in: page).map { "\(name): \($0)" }
            }
            if !found.isEmpty { note(found.joined(separator: "\n"), arguments, result) }
            return set
        } catch {
            note("\(error)", arguments, result)
            return nil
        }
    }

    /// Runs failure.csv after restock.csv: it must be accepted, and leave no shortage where the contract says so.
    private mutating func retry(_ run: PlainRun, set: ReportSet, shared: [String]) throws {
        let arguments = ["run", "out/restock.csv", "out/failure.csv", "--stock", "out/stock.csv", "--output", "again"]
        let result = try program.run(arguments + shared + pipelineArguments, in: folder.path)
        let again = RandomCase(
            seed: randomCase.seed,
            inputs: [
                RandomCase.Input(path: "restock.csv", bytes: set.restock),
                RandomCase.Input(path: "failure.csv", bytes: set.failure),
            ],
            menu: randomCase.menu, stock: String(decoding: set.stock, as: UTF8.self),
            options: randomCase.options.settledForRetry,
            hasDistinctIDs: randomCase.hasDistinctIDs)
        guard case .done(let expected) = again.modelResult() else {
            note("the model refuses failure.csv or restock.csv", arguments, result)
            return
        }
        let second = checkReports(result, run: expected, output: "again", arguments: arguments + shared)
        let left = second?.summary["codes"]?["insufficient_stock"]?.int ?? 0
        if run.promisesRetry(in: expected) && left > 0 {
            note("\(left) shortages are left", arguments + shared, result)
        }
    }
}

/// Compares what `check --json` prints with what a run of the same inputs came to.
enum PlainCheck {
    /// Whether the case of a number has its problems printed; not every one, since each costs a process.
    static func isWanted(for seed: UInt64) -> Bool { seed.isMultiple(of: 3) }

    private static let checkSchema = Result { try PlainSchema.published(.check) }

    /// What is wrong with a text that `check` has printed.
    ///
    /// - Parameters:
    ///   - exit: the exit code of the run.
    ///   - set: its reports; nil if it was refused.
    ///   - refusal: why, as `FILE:LINE: code`.
    static func violations(
        in text: String, exit: Int, set: ReportSet?, refusal: String?
    ) throws -> [String] {
        guard let json = OrderedJSONParser.parse(text) else { return ["check --json: no JSON"] }
        return try violations(inProblems: json, exit: exit, set: set, refusal: refusal)
            .map { "check --json: \($0)" }
    }

    private static func violations(
        inProblems json: OrderedJSON, exit: Int, set: ReportSet?, refusal: String?
    ) throws -> [String] {
        var found = try checkSchema.get().problems(of: json)
        if json["exit"]?.int != exit { found.append("another exit code") }
        let refusals = (json["refusals"]?.elements ?? []).map { place(of: $0) }
        if refusals != [refusal].compactMap(\.self) { found.append("refused are \(refusals)") }
        guard let set else { return found }
        for key in ["rows", "success", "failure"] where json["totals"]?[key]?.int != set.summary[key]?.int {
            found.append("another number of \(key)")
        }
        for key in ["inputs", "codes"] where json[key]?.line != set.summary[key]?.line { found.append("other \(key)") }
        // The same rows in the same order, with the same words.
        let told = (json["problems"]?.elements ?? []).map { place(of: $0) + ": " + ($0["text"]?.text ?? "") }
        let failed = ReportSet.rows(set.failure).dropFirst().map { "\($0[0]):\($0[1]): \($0[6]): \($0[7])" }
        if told != failed { found.append("the problems are \(told), in failure.csv \(failed)") }
        return found
    }

    private static func place(of problem: OrderedJSON) -> String {
        "\(problem["file"]?.text ?? ""):\(problem["line"]?.int ?? -1): \(problem["code"]?.text ?? "")"
    }
}
