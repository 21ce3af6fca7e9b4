internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// Something that a shop settles once: an option that the environment or juice-batch.json can give as well.
///
/// The raw value is the key in juice-batch.json; a dot stands for an object within the object. Delimiter and encoding
/// are none: each file decides for itself, and the reports of an earlier run are read beside what the till exports.
enum Setting: String, CaseIterable {
    case menu, stock, output, ledger
    case idColumn = "columns.id"
    case actionColumn = "columns.action"
    case itemColumn = "columns.item"
    case quantityColumn = "columns.quantity"
    case excel
    case failOn = "fail_on"
    case maxRejected = "max_rejected"
    case lockWait = "lock_wait"
    case threads, language

    /// What a value can be.
    enum Kind {
        /// A path; in juice-batch.json it counts from the folder of that file.
        case path
        /// A header's name; nothing switches the role off.
        case column
        case number(ClosedRange<Int>)
        case choice([String])
        case flag
    }

    var kind: Kind {
        switch self {
        case .menu, .stock, .output, .ledger: .path
        case .idColumn, .actionColumn, .itemColumn, .quantityColumn: .column
        case .failOn: .choice(FailOn.allCases.map(\.rawValue))
        case .language: .choice(MessageLanguage.allCases.map(\.rawValue))
        case .maxRejected: .number(0...Int.max)
        case .lockWait: .number(LedgerRequest.waitSecondsAllowed)
        case .threads: .number(InputRequest.threadsAllowed)
        case .excel: .flag
        }
    }

    /// The environment variable that gives it.
    var variable: String {
        Self.variablePrefix + rawValue.uppercased().split(separator: ".").joined(separator: "_")
    }

    /// What all those variables begin with.
    static let variablePrefix = "JUICE_BATCH_"

    /// The option of the command line that gives it.
    var option: String {
        role == nil ? "--" + rawValue.split(separator: "_").joined(separator: "-") : "--column"
    }

    /// All words of the command line that settle it.
    var options: [String] { isFlag ? [option, "--no-" + option.dropFirst(2)] : [option] }

    /// Whether it is either so or not, without a value.
    var isFlag: Bool {
        if case .flag = kind { true } else { false }
    }

    /// The role whose column it names.
    var role: Role? {
        switch self {
        case .idColumn: .id
        case .actionColumn: .action
        case .itemColumn: .item
        case .quantityColumn: .quantity
        default: nil
        }
    }

    /// The subcommands that have the option.
    var commands: Set<String> {
        switch self {
        case .language: ["run", "check", "menu", "diff", "config", "stock", "history", "reverse", "verify"]
        case .menu: ["run", "check", "menu"]
        case .ledger: ["run", "stock", "history", "reverse", "verify"]
        case .lockWait: ["run", "reverse", "verify"]
        case .output, .excel, .maxRejected: ["run"]
        default: ["run", "check"]
        }
    }

    /// Whether the option would take this value.
    func accepts(_ text: String) -> Bool {
        switch kind {
        case .path: !text.isEmpty
        case .column: true
        case .number(let range): Int(text).map(range.contains) ?? false
        case .choice(let names): names.contains(text)
        case .flag: ["true", "false"].contains(text)
        }
    }

    /// What the values look like, for the message about one that does not.
    var expected: String {
        switch kind {
        case .path, .column: "\"…\""
        case .number(let range):
            range.upperBound == .max ? "\(range.lowerBound)…" : "\(range.lowerBound)…\(range.upperBound)"
        case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: " ")
        case .flag: "true false"
        }
    }

    /// The word of the command line that gives it; nil where that is the option's absence.
    func argument(_ text: String) -> String? {
        if let role { return "--default-column=\(role.rawValue)=\(text)" }
        if isFlag { return text == "true" ? option : nil }
        return "\(option)=\(text)"
    }
}
