internal import ArgumentParser
internal import CSV
internal import JuiceBatch
internal import JuiceShop

/// What `run` and `check` share: the inputs, and how they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("CSV files in the order in which they apply; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("Menu file: juice,fruit,quantity (default: the built-in menu).", valueName: "file"),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp("Stock file: fruit,stock (default: 10 of each fruit).", valueName: "file"),
        completion: .file())
    var stock: String?

    @OptionGroup var till: TillArguments

    @Option(
        help: ArgumentHelp("Delimiter: , ; | or \\t (default: the one most frequent in the header).", valueName: "c"),
        transform: delimiter)
    var delimiter: Delimiter?

    @Option(help: ArgumentHelp("utf-8, cp949 or utf-16 (default: decided by the bytes).", valueName: "name"))
    var encoding: EncodingChoice?

    @Option(help: ArgumentHelp("none, rejected or shortage: what makes the exit code 4 or 3.", valueName: "what"))
    var failOn: FailOn = .rejected

    @Option(help: ArgumentHelp("Worker threads (default: one a processor).", valueName: "n"))
    var threads: Int?

    @Flag(help: "Show no progress line (default: one on a terminal, while the run lasts).")
    var noProgress = false

    @Option(help: ArgumentHelp("Bytes a worker takes at a time.", visibility: .hidden))
    var chunkBytes: Int = 128 * 1024

    private static func delimiter(_ name: String) throws -> Delimiter {
        guard let delimiter = Delimiter(name: name) else {
            throw ValidationError("'\(name)' is none of , ; | and \\t")
        }
        return delimiter
    }

    func validate() throws {
        if files.isEmpty { throw ValidationError("no input file") }
        if files.contains("") { throw ValidationError("an input file has no name") }
        if let threads, !InputRequest.threadsAllowed.contains(threads) {
            throw ValidationError("--threads takes 1 to \(InputRequest.threadsAllowed.upperBound)")
        }
        if chunkBytes < 1 { throw ValidationError("--chunk-bytes takes 1 or more") }
    }

    /// What is asked for, in the words of the use cases.
    var request: InputRequest {
        var request = InputRequest(paths: files)
        request.menu = menu
        request.stock = stock
        till.fill(&request)
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
