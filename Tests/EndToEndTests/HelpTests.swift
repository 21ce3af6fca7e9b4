import Foundation
import TestSupport
import Testing

/// Help texts in both languages.
@Suite struct HelpTests {
    static let commands = [
        "init", "run", "nightly", "chain", "check", "inspect", "menu", "diff", "index", "stock", "plan", "counter",
        "history", "status", "reverse", "settle", "restore", "verify", "config",
    ]
    private static let widthMax = 80
    private static let linesMax = 50

    private func hasHangul(_ text: String) -> Bool {
        text.replacingOccurrences(of: "원", with: "").unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }

    /// The lines of a page that stand under the heading of examples.
    private func examples(_ page: String) -> [String] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        guard let heading = lines.firstIndex(where: { $0 == "예시" || $0 == "EXAMPLES" }) else { return [] }
        return lines[(heading + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }

    /// The options that a page lists, by the spelling that stands first.
    private func options(_ page: String) -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix("  -") }
            .compactMap { $0.split { " ,".contains($0) }.first.map(String.init) }
    }

    private func page(_ words: String, _ language: String, in shop: Shop) throws -> String {
        let page = try shop.run(words, environment: ["JUICE_BATCH_LANGUAGE": language])
        #expect(page.exit == 0 && page.errors.isEmpty, "\(words)")
        let isWide = TerminalScreen(page.outputText, columns: Self.widthMax).wraps > 0
        #expect(!isWide && !page.outputText.contains(" \n"), "\(words)")
        return page.outputText
    }

    @Test(arguments: ["ko", "en"]) func helpPagesFitTheTerminal(language: String) throws {
        let shop = try Shop()
        for words in ["help"] + Self.commands.flatMap({ ["help \($0)", "\($0) -h", "\($0) --help-hidden"] }) {
            let page = try page(words, language, in: shop)
            #expect((1...3).contains(examples(page).count), "\(words)")
            #expect(page.contains(language == "ko" ? "사용법: juice-batch" : "Usage: juice-batch"))
            if words.hasSuffix("hidden") { continue }
            #expect(!page.contains("chunk-bytes"), "\(words)")
            #expect(page.count { $0 == "\n" } <= Self.linesMax, "\(words)")
            if words.hasSuffix("-h") { #expect(options(page).count <= 10, "\(words)") }
        }
        #expect(options(try page("help run", language, in: shop)).count <= 20)
    }

    @Test(arguments: ["ko", "en"]) func exportHelpListsTheExportOptions(language: String) throws {
        let shop = try Shop()
        let about = try page("help export", language, in: shop)
        for command in ["run", "check", "inspect"] {
            let usual = options(try page("help \(command)", language, in: shop))
            let all = options(try page("\(command) --help-hidden", language, in: shop))
            let left = all.filter { !usual.contains($0) && !$0.hasPrefix("--settled") && $0 != "--chunk-bytes" }
            #expect(left.contains("--ignore") && usual.contains("--column"))
            let rare = [
                "--threads", "--closed", "--missing-percent", "--overstock-days", "--currency", "--annotations",
                "--no-progress", "--no-color",
            ]
            for option in left where !rare.contains(option) {
                #expect(about.contains(" \(option) "), "\(command) \(option)")
            }
        }
        // Settings come first, as juice-batch.json has them, each with its option beside it.
        let ignored = language == "ko" ? #""ignore": {"열": ["값"]}"# : #""ignore": {"column": ["value"]}"#
        let settings = try #require(about.range(of: ignored)).upperBound
        let places = ["  --ignore ", "\n", "\n  --delimiter "].map { about[settings...].range(of: $0)?.lowerBound }
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted() && !places.contains(nil))
    }

    @Test(arguments: ["ko", "en"]) func exitCodesAreListed(language: String) throws {
        let page = try page("help exit-codes", language, in: Shop())
        for code in [0, 1, 3, 4, 5, 6, 64, 65, 66, 70, 73, 74, 75, 78, 129, 130, 143] {
            #expect(page.contains("\n  \(code) "), "\(code)")
        }
    }

    /// The texts of a language's resource by command and option.
    private func texts(_ language: String) throws -> [(command: String, name: String, text: String)] {
        let resource = try ProjectFile.text("Sources/juice-batch/Help/help.\(language).txt")
        var texts: [(command: String, name: String, text: String)] = []
        for line in resource.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                texts.append((String(line.dropFirst(2)), "", ""))
            } else if line.hasPrefix("## "), let last = texts.last {
                texts.append((last.command, String(line.dropFirst(3).prefix { $0 != " " }), ""))
            } else if !texts.isEmpty {
                texts[texts.count - 1].text += line + "\n"
            }
        }
        return texts
    }

    @Test func bothLanguagesHaveTheSameHeadings() throws {
        let headings = try ["ko", "en"].map { try texts($0).map { "\($0.command) \($0.name)" } }
        #expect(headings[0] == headings[1])
        #expect(Set(headings[0]).count == headings[0].count)
        #expect(headings[0].count > 140)
    }

    @Test(arguments: ["ko", "en"]) func everyTextIsUsed(language: String) throws {
        let shop = try Shop()
        let dump = try shop.run("--experimental-dump-help", environment: ["JUICE_BATCH_LANGUAGE": language])
        let root = try #require(OrderedJSONParser.parse(dump.outputText)?["command"])
        let commands = (root["subcommands"]?.elements ?? []).filter { $0["commandName"]?.text != "help" }
        #expect(commands.map { $0["commandName"]?.text } == Self.commands)
        // `test_help` shows the languages and defaults.
        for argument in commands.flatMap({ $0["arguments"]?.elements ?? [] }) {
            #expect(argument["abstract"]?.text?.isEmpty == false, "\(argument.line)")
        }
        let all = [root] + commands
        let topics = ["", "input", "export", "exit-codes", "run"]
        let pages = try topics.map { try page("help \($0)", language, in: shop) }.joined()
        func abstracts(_ command: OrderedJSON, _ name: String) -> [String] {
            (command["arguments"]?.elements ?? []).filter {
                let option = $0["preferredName"]?["name"]?.text
                return option.map { "--" + $0 == name } ?? !name.hasPrefix("--")
            }.compactMap { $0["abstract"]?.text }
        }
        for (command, name, text) in try texts(language) where !["*", "words"].contains(command) || !name.isEmpty {
            let abstract = text.prefix(upTo: text.range(of: "\n\n")?.lowerBound ?? text.endIndex)
                .split(separator: "\n").joined(separator: " ")
            #expect(!abstract.isEmpty, "\(command) \(name)")
            let own = all.first { $0["commandName"]?.text == command }
            switch (own, name) {
            case (nil, _) where command == "*":
                #expect(all.contains { abstracts($0, name).contains(abstract) }, "\(name)")
            case (nil, _): #expect(pages.contains(abstract), "\(command) \(name)")
            case (let own?, ""): #expect(own["abstract"]?.text == abstract, "\(command)")
            case (let own?, _): #expect(abstracts(own, name).contains(abstract), "\(command) \(name)")
            }
        }
    }

    @Test func helpCanBeRequestedInManyWays() throws {
        let shop = try Shop()
        let pages = [
            ["", "help", "-h", "--help", "help --help", "--language ko --help"],
            ["help run", "run --help", "run a.csv --help", "help --language ko run"], ["run -h", "run a.csv -h"],
        ]
        var first: [[UInt8]] = []
        for ways in pages {
            let outputs = try ways.map { try shop.run($0).output }
            #expect(Set(outputs).count == 1, "\(ways)")
            first += outputs.prefix(1)
        }
        #expect(first[0] != first[1] && first[2].count < first[1].count)
        #expect(try shop.run("help counter close").exit == 0)
    }

    @Test func helpUsesTheSelectedLanguage() throws {
        let shop = try Shop(["juice-batch.json": #"{"language": "en"}"#, "other.json": #"{"language": "ko"}"#])
        func isKorean(_ words: String, _ environment: [String: String] = [:]) throws -> Bool {
            let result = try shop.run(words, environment: environment)
            return hasHangul(result.outputText + result.errorText)
        }
        for words in ["help", "help run", "run --help", "chekc", "help nosuch", "run", "stock"] {
            #expect(try !isKorean(words) && isKorean(words, ["JUICE_BATCH_LANGUAGE": "ko"]), "\(words)")
        }
        for words in ["run --help --language ko", "run --language=ko", "run --config other.json"] {
            #expect(try isKorean(words), "\(words)")
        }
        #expect(try shop.run("help run", environment: ["JUICE_BATCH_LANGUAGE": "fr"]).exit == 0)
        try shop.write("no JSON", to: "juice-batch.json")
        #expect(try shop.run("help run").exit == 0)
    }

    @Test func examplesWork() throws {
        let prepared = try Shop([
            "orders.csv": "주문번호,품목,옵션\n7,바나나쥬스,얼음\n8,키위쥬스,얼음\n", "coming.csv": "fruit,quantity\n딸기,5\n",
            "first.csv": "item\n망고쥬스\n", "wrong.csv": "item\n포도쥬스\n귤쥬스\n", "shop/inbox/.keep": "", "inbox/.keep": "",
        ])
        for day in ["friday", "saturday"] {
            try prepared.run("run first.csv --output reports/\(day)")
        }
        #expect(try prepared.run("run first.csv --ledger shop.sqlite --date 2026-11-20").exit == 0)
        #expect(try prepared.run("nightly --folder shop --settle 0").exit == 0)
        #expect(try prepared.shell("mkdir backup && cp shop.sqlite backup/1.sqlite").exit == 0)
        for command in [""] + Self.commands {
            let shop = try Shop()
            #expect(try shop.shell("cp -r \(prepared.folder.path)/. .").exit == 0)
            // Rejected rows are open until they are closed.
            if command == "settle" {
                #expect(try shop.run("run wrong.csv --ledger shop.sqlite --output wrong").exit == 4)
            }
            let lines = try examples(shop.run("help \(command) --language ko").outputText)
            #expect(try !lines.isEmpty && lines == examples(shop.run("help \(command) --language en").outputText))
            // A counter keeps running, which its own tests show.
            for line in lines where !line.hasPrefix("juice-batch counter --") {
                let result = try shop.shell(line.replacing(/\bjuice-batch(?= |$)/, with: "\"$0\""))
                #expect(result.exit == 0, "\(line): \(result.errorText)")
            }
        }
    }
}
