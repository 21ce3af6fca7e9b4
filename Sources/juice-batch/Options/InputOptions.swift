internal import ArgumentParser
internal import CSV
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The options that `run` and `check` share: the inputs, how they are read, and the description of a POS' exports.
///
/// They are one group, and descriptions are taken as text: a group or a type of its own costs the program's start some
/// ten rows, whether or not the option is given.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(Says.option.files, valueName: Says.option.file),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(Says.option.menu, valueName: Says.option.file),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp(Says.option.stock, valueName: Says.option.file),
        completion: .file())
    var stock: String?

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(Says.option.columns, valueName: Says.option.roleName))
    var columns: [String] = []

    @Option(
        name: .customLong("value"),
        help: ArgumentHelp(Says.option.values, valueName: Says.option.reading))
    var values: [String] = []

    @Option(help: ArgumentHelp(Says.option.ignore, valueName: Says.option.cell))
    var ignore: [String] = []

    @Option(help: ArgumentHelp(Says.option.only, valueName: Says.option.cell))
    var only: [String] = []

    @Option(help: ArgumentHelp(Says.option.accept, valueName: Says.option.column))
    var accept: [String] = []

    @Option(
        help: ArgumentHelp(Says.option.fill, valueName: Says.option.column))
    var fill: [String] = []

    @Option(
        help: ArgumentHelp(Says.option.negative, valueName: Says.option.choice),
        completion: .list(TillSettings.Negative.allCases.map(\.rawValue)))
    var negative: String?

    @Option(
        help: ArgumentHelp(Says.option.decimal, valueName: Says.option.sign),
        completion: .list(DecimalMark.allCases.map(\.rawValue)))
    var decimal: String?

    @Option(
        help: ArgumentHelp(Says.option.header, valueName: Says.option.choice),
        completion: .list(TillSettings.HeaderPlace.allCases.map(\.rawValue)))
    var header: String?

    @Option(
        help: ArgumentHelp(Says.option.trailing, valueName: Says.option.choice),
        completion: .list(TillSettings.Trailing.allCases.map(\.rawValue)))
    var trailing: String?

    @Option(help: ArgumentHelp(Says.option.totals, valueName: Says.option.word))
    var totals: [String] = []

    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(Says.option.expectations, valueName: Says.option.figure))
    var expectations: [String] = []

    @Option(
        help: ArgumentHelp(Says.option.sequence, valueName: Says.option.order),
        completion: .list(TillSettings.Sequence.allCases.map(\.rawValue)))
    var sequence: String?

    @Option(
        help: ArgumentHelp(Says.option.dayStart, valueName: Says.option.timeOfDay))
    var dayStart: String?

    @Option(
        help: ArgumentHelp(Says.option.dateOrder, valueName: Says.option.order),
        completion: .list(DateOrder.allCases.map(\.rawValue)))
    var dateOrder: String?

    @Option(
        help: ArgumentHelp(Says.option.runDate, valueName: Says.option.date))
    var date: String?

    @Option(help: ArgumentHelp(Says.option.settled, visibility: .hidden))
    var settled: String?

    @Option(
        help: ArgumentHelp(Says.option.delimiter, valueName: Says.option.delimiterSign),
        transform: delimiter)
    var delimiter: Delimiter?

    @Option(help: ArgumentHelp(Says.option.encoding, valueName: Says.option.name))
    var encoding: EncodingChoice?

    @Option(help: ArgumentHelp(Says.option.failOn, valueName: Says.option.choice))
    var failOn: FailOn = .rejected

    @Option(help: ArgumentHelp(Says.option.threads, valueName: Says.option.count))
    var threads: Int?

    @Flag(help: ArgumentHelp(Says.option.noProgress))
    var noProgress = false

    @Option(help: ArgumentHelp(Says.option.chunkBytes, visibility: .hidden))
    var chunkBytes: Int = 128 * 1024

    private static func delimiter(_ name: String) throws -> Delimiter {
        guard let delimiter = Delimiter(name: name) else {
            throw ValidationError(Says.mistake.takes("--delimiter", ", ; | \\t", not: name))
        }
        return delimiter
    }

    func validate() throws {
        if files.isEmpty { throw ValidationError(Says.mistake.noInput) }
        if files.contains("") { throw ValidationError(Says.mistake.namelessInput) }
        if let threads, !InputRequest.threadsAllowed.contains(threads) {
            throw ValidationError(
                Says.mistake.takes("--threads", "1…\(InputRequest.threadsAllowed.upperBound)", not: String(threads)))
        }
        try validateTill()
        if chunkBytes < 1 {
            throw ValidationError(Says.mistake.takes("--chunk-bytes", "1…", not: String(chunkBytes)))
        }
    }

    /// The request for the use case.
    var request: InputRequest {
        var request = InputRequest(paths: files)
        request.menu = menu
        request.stock = stock
        fillTill(of: &request)
        request.delimiter = delimiter
        request.encoding = encoding
        request.threads = threads
        request.chunkBytes = chunkBytes
        request.failOn = failOn
        return request
    }
}

extension FailOn: ExpressibleByArgument {}

extension EncodingChoice: ExpressibleByArgument {}
