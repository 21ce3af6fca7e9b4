internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The settings of a chain's runs, from the command line, chain.json, and a shop's own juice-batch.json, in this order.
struct ChainSettings {
    /// The path of the chain's folder.
    let folder: String
    /// The other arguments, such as a shop's name.
    let names: [String]
    /// The options of `run` on the command line, including columns of roles.
    private let options: [String]
    /// The column that names the shop, if given on the command line.
    private let shopColumn: String?
    private let variables = ShopConfiguration.processVariables
    /// The content of chain.json, or the error of reading it.
    ///
    /// It is read only once, so that a change of the file during the command does not mix settings.
    private let chain: Result<ChainFile, BatchError>

    /// Parses the arguments of the command.
    ///
    /// - Parameters:
    ///   - words: the names and options of the command line.
    ///   - count: the number of names in addition to the folder, which may be omitted.
    init(_ words: [String], takes count: Int) throws {
        var rest: [String] = []
        var column: String?
        var index = words.startIndex
        while index < words.endIndex {
            let isPair = words[index] == "--column" && index + 1 < words.endIndex
            let said =
                isPair ? words[index + 1] : words[index].hasPrefix("--column=") ? String(words[index].dropFirst(9)) : ""
            if let sign = said.firstIndex(of: "="), nameKey(String(said[..<sign])) == "shop" {
                column = String(said[said.index(after: sign)...])
                index += isPair ? 2 : 1
            } else {
                rest.append(words[index])
                index += 1
            }
        }
        if column == "" { throw ValidationError(Strings.mistake.isEmpty("--column shop=")) }
        shopColumn = column
        do {
            let command = try RunCommand.parse(Self.places + rest + [Self.sentinel])
            var positionals = command.input.files.filter { $0 != Self.sentinel }
            options = rest.indices.filter { !Self.isPositional($0, of: rest, among: positionals) }.map { rest[$0] }
            guard (count...count + 1).contains(positionals.count) else {
                throw ValidationError(Strings.mistake.chainWords(count))
            }
            folder = positionals.count > count ? positionals.removeFirst() : "."
            names = positionals
            let path = "\(folder)/\(ChainFile.name)"
            chain = Result { () throws(BatchError) in
                try ChainFile(path: path, cancellation: Signals.cancellation)
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw UsageError(error, words: ["chain"] + rest, root: JuiceBatchCommand.self, Strings.language)
        }
        for option in [
            "--ledger", "--output", "-o", "--config", "--dry-run", "-n", "--remake", "--skip-known", "--json",
        ]
        where options.contains(where: { $0 == option || $0.hasPrefix(option + "=") }) {
            throw ValidationError(Strings.mistake.notForChain(option))
        }
    }

    /// The options for the paths in a shop's folder, which no setting overrides.
    private static let places = ["--ledger=\(NightlyRequest.ledgerPath)", "--output=reports"]
    /// Whether an argument is positional, although an option may have an equal value.
    private static func isPositional(_ place: Int, of words: [String], among positionals: [String]) -> Bool {
        guard positionals.contains(words[place]) else { return false }
        var marked = words
        marked[place] = sentinel
        let command = try? RunCommand.parse(places + marked)
        return command?.input.files.contains(sentinel) ?? false
    }

    /// A placeholder for the input of a run, which is not known yet.
    private static let sentinel = "inbox/\u{1}"

    /// The language of all output.
    var language: MessageLanguage {
        let typed = ConfiguredArguments(["run"] + options)
        let settled = try? ShopConfiguration(file, variables: variables).value(of: .language)?.text
        return typed.text(of: .language).flatMap { MessageLanguage(rawValue: $0) }
            ?? settled.flatMap { MessageLanguage(rawValue: $0) } ?? typed.language(variables: variables)
    }

    /// Whether a finished run prints no summary.
    var isQuiet: Bool { options.contains { ["-q", "--quiet"].contains($0) } }

    /// Whether colours are allowed on terminals that support them.
    var isColourWanted: Bool { !options.contains("--no-color") }

    /// The content of chain.json as a settings file.
    private var file: ConfigurationFile {
        get throws {
            let chain = try chain.get()
            return try ConfigurationFile(chain.settings, path: chain.path)
        }
    }

    /// Creates the request for a run of the chain.
    func request() throws -> ChainRequest {
        let chain = try chain.get()
        let settled = try file
        let (run, expectations) = try run(settled)
        let isParsing = LockedValue(())
        let settings = self
        var request = ChainRequest(folder: folder, file: chain, run: run) { folder in
            let own = "\(folder)/\(ConfigurationFile.defaultName)"
            guard access(own, F_OK) == 0 else { return nil }
            return try isParsing.withLock { _ in
                try settings.run(settled.overlaid(by: ConfigurationFile(path: own))).run
            }
        }
        request.expectations = expectations
        request.shopColumn = shopColumn ?? chain.shopColumn
        return request
    }

    /// The request for a shop's run with these settings, and the expected totals of a complete export.
    private func run(_ file: ConfigurationFile) throws -> (run: RunRequest, expectations: [String]) {
        let words = try ConfiguredArguments(["run"] + Self.places + options + [Self.sentinel])
            .completed(from: ShopConfiguration(file, variables: variables))
        let command: RunCommand
        do {
            command = try RunCommand.parse(Array(words.dropFirst()))
        } catch {
            throw UsageError(error, words: words, root: JuiceBatchCommand.self, Strings.language)
        }
        var run = try command.request()
        run.input.menu = run.input.menu.map { ConfigurationFile.absolute($0) }
        run.input.stock = run.input.stock.map { ConfigurationFile.absolute($0) }
        // The column was used to split the export, so a shop's run accepts it without reading it.
        if let column = try shopColumn ?? chain.get().shopColumn {
            run.input.settled.rules.accept.append(column)
        }
        let expectations = run.input.expectations
        run.input.expectations = []
        return (run, expectations)
    }

    /// The listener that prints the progress of a run and its problems.
    var listener: ChainProgress {
        ChainProgress(language: language, isProgressWanted: !isQuiet && !options.contains("--no-progress"))
    }
}
