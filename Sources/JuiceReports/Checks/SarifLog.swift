package import JuiceBatch

/// What `check --sarif` prints: problems in the form of SARIF 2.1.0, which code scanning takes in.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
package struct SarifLog: ProblemForm {
    /// How many rows are listed of those rejected, and of those short of stock; GitHub shows no more.
    package static let rowsMax = 5_000
    /// How many lists there are: first what was rejected, then what was short.
    package static let listCount = 2
    static let rejectedList = 0
    static let shortList = 1
    private static let resultDepth = 4

    private let language: MessageLanguage
    private let isShortageFatal: Bool

    /// - Parameters:
    ///   - language: of its texts.
    ///   - isShortageFatal: whether rows short of stock fail the job: they are warnings then, else notes.
    package init(language: MessageLanguage, isShortageFatal: Bool) {
        self.language = language
        self.isShortageFatal = isShortageFatal
    }

    package func list(of code: OutcomeCode) -> Int? {
        switch code.failureClass {
        case .rejected: Self.rejectedList
        case .shortage: Self.shortList
        // What was done before, or is none of ours, asks for nothing.
        case .skipped, nil: nil
        }
    }

    package func text(of problem: FailureDetail, path: String) -> String {
        let isRejected = problem.code.failureClass == .rejected
        return StreamedJSON.element(
            result(
                code: problem.code.name, level: isRejected ? "error" : shortageLevel, problem.message,
                path: path == "-" ? nil : path, file: problem.file, line: problem.line),
            depth: Self.resultDepth)
    }

    /// What stands around the results of inputs that were read.
    ///
    /// - Parameters:
    ///   - lists: hold the results.
    ///   - exit: the exit code.
    package func frame(_ lists: ProblemLists, exit: Int) -> StreamedJSON {
        let left = [Self.rejectedList, Self.shortList].reduce(0) { $0 + lists.countLeftOut(of: $1) }
        return StreamedJSON(document(exit: exit, left: left, refused: nil, results: []))
    }

    /// The whole text where an input was refused.
    ///
    /// - Parameters:
    ///   - path: the input's; nil if it is no file, or if no single input is at fault.
    ///   - exit: the exit code.
    package func text(_ refusal: Refusal, path: String?, exit: Int) -> String {
        let result = result(
            code: refusal.code, level: "error", RefusalMessages(language).text(refusal), path: path,
            file: refusal.file, line: refusal.line)
        return document(exit: exit, left: 0, refused: refusal.code, results: [result]).text
    }

    private var shortageLevel: String { isShortageFatal ? "warning" : "note" }

    private func result(
        code: String, level: String, _ text: String, path: String?, file: String, line: Int
    ) -> JSONValue {
        let text = path == nil ? "\(file):\(line): \(text)" : text
        // Code scanning takes no result without a place, so what is in no file stands in the first line of one of its name.
        let location = JSONValue.object([
            (
                "physicalLocation",
                .object([
                    ("artifactLocation", .object([("uri", .string(Self.uri(path ?? file)))])),
                    ("region", .object([("startLine", .number(max(1, line)))])),
                ])
            )
        ])
        return .object([
            ("ruleId", .string(code)), ("level", .string(level)), ("message", Self.message(text)),
            ("locations", .array([location])),
        ])
    }

    private func document(exit: Int, left: Int, refused: String?, results: [JSONValue]) -> JSONValue {
        let run = JSONValue.object([
            ("tool", .object([("driver", driver(refused: refused))])), ("language", .string(language.rawValue)),
            ("invocations", .array([invocation(exit: exit, left: left)])), ("results", .array(results)),
        ])
        return .object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
            ("runs", .array([run])),
        ])
    }

    private func driver(refused: String?) -> JSONValue {
        let codes = OutcomeCode.failures.filter { list(of: $0) != nil }
        var rules = codes.map { code in
            rule(
                code.name, CodeWording(language).title(code),
                level: code.failureClass == .rejected ? "error" : shortageLevel)
        }
        if let refused {
            let title = language.pick(ko: "거절한 입력", en: "An input that is refused")
            rules.append(rule(refused, title, level: "error"))
        }
        return .object([
            ("name", .string("juice-batch")), ("version", .string(ProgramVersion.number)), ("rules", .array(rules)),
        ])
    }

    private func rule(_ code: String, _ title: String, level: String) -> JSONValue {
        let help = language.pick(
            ko: "이 코드가 무엇이고 어떻게 고치는지는 설명서의 Errors에 있습니다.",
            en: "What this code means and what to do about it is in the manual, under Errors.")
        return .object([
            ("id", .string(code)), ("shortDescription", Self.message(title)),
            ("fullDescription", Self.message(title)), ("help", Self.message(help)),
            ("defaultConfiguration", .object([("level", .string(level))])),
        ])
    }

    private func invocation(exit: Int, left: Int) -> JSONValue {
        let text = language.pick(
            ko: "여기에 넣지 않은 행이 \(grouped(left))건 더 있습니다. juice-batch check로 모두 볼 수 있습니다.",
            en:
                "\(counted(left, "more row is", plural: "more rows are")) not listed here: juice-batch check lists them all."
        )
        let notice = JSONValue.object([("level", .string("warning")), ("message", Self.message(text))])
        return .object(
            [("executionSuccessful", .bool(true)), ("exitCode", .number(exit))]
                + (left > 0 ? [("toolExecutionNotifications", .array([notice]))] : []))
    }

    private static func message(_ text: String) -> JSONValue { .object([("text", .string(text))]) }

    /// A path as a reference of RFC 3986: relative as it is, absolute as a file's.
    private static func uri(_ path: String) -> String {
        let plain = path.utf8.map { byte in
            isPlain(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        if plain.hasPrefix("/") { return "file://" + plain }
        var rest = plain[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
        return String(rest)
    }

    /// Whether a byte stands for itself: what RFC 3986 reserves for nothing, and the slash.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
