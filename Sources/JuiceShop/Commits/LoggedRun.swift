package import JuiceBatch
package import JuiceReports

/// A run as its line in the run log records it, with all that is needed to apply it again.
struct LoggedRun {
    /// An input of the run.
    struct Input {
        var sha256: String
        var name: String
        var path: String
    }

    /// The effect of the run: inputs were applied, another run was reversed, or rejected rows were closed.
    enum Action {
        case inputs(RecordedInputs)
        case reversal(of: Int)
        case settlement(Settlement<Int>)
    }

    /// The inputs of a run, and the options by which they were applied.
    struct RecordedInputs {
        let isShift: Bool
        let inputs: [Input]
        let options: [String]
        let date: String?
        let placeholderDate: String?
        let day: BusinessDay?
        /// The folder of the reports; nil if none were written.
        let output: String?
        let reports: ReportSelection
        /// The text of the menu file; nil for the built-in menu.
        let menu: String?
        let chainRunReference: ChainRunReference?
        let shopColumn: String?
    }

    let number: Int
    /// The digest that the run must have when it is applied again.
    let digest: String
    let content: String
    let recordedAt: String
    let action: Action

    private var recorded: RecordedInputs? { if case .inputs(let recorded) = action { recorded } else { nil } }
    var output: String? { recorded?.output }
    var reversed: Int? { if case .reversal(let run) = action { run } else { nil } }
    /// The run whose rejected rows were closed; nil if the run has another effect.
    var settled: Int? { if case .settlement(let settlement) = action { settlement.run } else { nil } }
    /// The part of a chain's export that was the input; nil if the input was not one.
    var partition: ExportPartition? { recorded?.chainRunReference?.partition }
}

extension RunLog {
    /// Reads all runs of the log; throws `badLedger` if a line is damaged or has unknown content.
    func runs() throws -> [LoggedRun] {
        var menus: [String: String] = [:]
        return try lines().map { line in
            guard let run = LoggedRun(line, &menus) else { throw damaged(line.run) }
            return run
        }
    }
}

extension LoggedRun {
    /// Parses a line of the run log, given the menus of earlier lines by SHA-256; nil if its content is unknown.
    fileprivate init?(_ line: RunLog.Line, _ menus: inout [String: String]) {
        guard let value = try? JSONReader.value(of: Array(line.content.utf8)),
            let recordedAt = value["recorded_at"]?.string, let kind = value["kind"]?.string.flatMap(RunLog.Kind.init)
        else { return nil }
        (number, digest, content) = (line.run, line.digest, line.content)
        self.recordedAt = recordedAt
        switch kind {
        case .reverse:
            guard let reversed = value["reverses"]?.int else { return nil }
            action = .reversal(of: reversed)
        case .settle:
            guard let settlement = Settlement<Int>(value) else { return nil }
            action = .settlement(settlement)
        case .run, .shift:
            guard let recorded = RecordedInputs(value, isShift: kind == .shift, &menus) else { return nil }
            action = .inputs(recorded)
        }
    }
}

extension LoggedRun.Input: JSONRecord {
    static var blank: Self { Self(sha256: "", name: "", path: "") }

    mutating func map(_ json: inout JSONMapper) {
        json.map("sha256", &sha256)
        json.map("name", &name)
        json.map("path", &path)
    }
}

extension LineNumbers: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard let text = value.string else { return nil }
        self.init(text: text)
    }
    package var json: JSONValue { text.json }
}

extension Settlement.Rows: JSONConvertible, JSONRecord where InputID == Int {
    package static var blank: Self { Self(input: 0, lines: LineNumbers()) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("input", &input)
        json.map("lines", &lines)
    }
}

extension Settlement<Int> {
    fileprivate init?(_ value: JSONValue) {
        guard let run = value["settles"]?.int, let rows = value["settled"].flatMap({ [Rows]($0) }), !rows.isEmpty
        else { return nil }
        self.init(run: run, reason: value["why"]?.string, rows: rows)
    }
}

extension LoggedRun.RecordedInputs {
    fileprivate init?(_ value: JSONValue, isShift: Bool, _ menus: inout [String: String]) {
        guard let inputs = value["inputs"].flatMap({ [LoggedRun.Input]($0) }), !inputs.isEmpty,
            let options = value["options"]?.strings
        else { return nil }
        (self.isShift, self.inputs, self.options) = (isShift, inputs, options)
        date = value["date"]?.string
        placeholderDate = value["date_otherwise"]?.string
        if let date = value["business_day"]?.string {
            guard let source = value["business_day_source"]?.string.flatMap(BusinessDay.Source.init) else { return nil }
            day = BusinessDay(date: date, source: source, named: value["named_day"]?.string)
        } else {
            day = nil
        }
        output = value["output"]?.string
        reports = value["reports"]?.string.flatMap(ReportSelection.init) ?? .all
        if let sha256 = value["menu_sha256"]?.string {
            if let text = value["menu"]?.string { menus[sha256] = text }
            guard let text = menus[sha256] else { return nil }
            menu = text
        } else {
            menu = nil
        }
        chainRunReference = value["chain_date"]?.string.map { (date: $0, partition: ExportPartition(value)) }
        shopColumn = value["shop_column"]?.string
    }
}

extension ExportPartition {
    fileprivate init?(_ value: JSONValue) {
        guard let export = value["export_sha256"]?.string, let names = value["shop_names"]?.strings else { return nil }
        self.init(exportSHA256: export, shopNames: names, options: value["split_options"]?.strings)
    }
}
