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
