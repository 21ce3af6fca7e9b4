/// What `check` prints for programs, against what a run of the same inputs came to.
enum PlainCheck {
    /// What `check` is asked for: one of the forms, by the case's number; nil for most cases, since each costs a process.
    static func form(of seed: UInt64) -> String? {
        switch seed % 6 {
        case 0: "--json"
        case 3: "--sarif"
        default: nil
        }
    }

    private static let checkSchema = Result { try PlainSchema.published(.check) }

    /// What is wrong with a text that `check` has printed.
    ///
    /// - Parameters:
    ///   - exit: the exit code of the run.
    ///   - set: its reports; nil if it was refused.
    ///   - refusal: why, as `FILE:LINE: code`.
    static func violations(
        in text: String, _ form: String, exit: Int, set: ReportSet?, refusal: String?
    ) throws -> [String] {
        guard let json = OrderedJSONParser.parse(text) else { return ["check \(form): no JSON"] }
        let found =
            form == "--json"
            ? try violations(inProblems: json, exit: exit, set: set, refusal: refusal)
            : PlainSarif.violations(in: json) + violations(inResults: json, exit: exit, set: set, refusal: refusal)
        return found.map { "check \(form): \($0)" }
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

    private static func violations(
        inResults json: OrderedJSON, exit: Int, set: ReportSet?, refusal: String?
    ) -> [String] {
        let run = json["runs"]?.elements.first
        var found: [String] = []
        if run?["invocations"]?.elements.first?["exitCode"]?.int != exit { found.append("another exit code") }
        let told = (run?["results"]?.elements ?? []).map { result in
            let region = result["locations"]?.elements.first?["physicalLocation"]?["region"]
            return "\(region?["startLine"]?.int ?? 0) \(result["ruleId"]?.text ?? "")"
        }
        guard let set else {
            let code = refusal?.split(separator: " ").last ?? ""
            return found + (told.count == 1 && told[0].hasSuffix(" \(code)") ? [] : ["refused is \(told)"])
        }
        let rows = ReportSet.rows(set.failure).dropFirst().map { (code: $0[6], line: $0[1]) }
        let rejected = rows.filter { !["ignored", "already_processed", "insufficient_stock"].contains($0.code) }
        let expected = rejected + rows.filter { $0.code == "insufficient_stock" }
        if told != expected.map({ "\($0.line) \($0.code)" }) { found.append("the results are \(told)") }
        return found
    }
}
