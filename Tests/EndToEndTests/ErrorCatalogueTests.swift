import Foundation
import TestSupport
import Testing

/// Checks the catalogue of errors and its reproducers against the program.
@Suite struct ErrorCatalogueTests {
    private static let catalogue = Result { try readCatalogue() }

    @Test(arguments: ErrorCode.all, ["en", "ko"])
    func errorMessagesMatchTheCatalogue(code: String, language: String) throws {
        let commands = try ProjectFile.text("Tests/EndToEndTests/Reproducers/\(code).sh")
        let exit = try #require(commands.firstMatch(of: /# Exits with (\d+)\./)).output.1
        let result = try Shop().shell(
            """
            mkdir .bin; ln -s "$0" .bin/juice-batch; export PATH="$PWD/.bin:$PATH" JUICE_BATCH_LANGUAGE=\(language)
            \(commands)
            """)
        #expect(result.exit == Int(exit), "\(code): \(result.errorText)")
        let said = result.errorText + result.outputText
        let mark = "# Says (\(language)): "
        let whole = commands.split(separator: "\n").first { $0.hasPrefix(mark) }?.dropFirst(mark.count)
        for wanted in try [String(#require(whole)), #require(Self.catalogue.get()[code]?[language])] {
            var rest = said[...]
            for part in wanted.components(separatedBy: "…").map({ $0.trimmingCharacters(in: .whitespaces) })
            where !part.isEmpty {
                let found = rest.range(of: part)
                #expect(found != nil, "\(code): no '\(part)' in \(said.prefix(600))")
                rest = rest[(found?.upperBound ?? rest.endIndex)...]
            }
        }
    }

    @Test func everyErrorIsCataloguedAndReproduced() throws {
        #expect(try Self.catalogue.get().keys.sorted() == ErrorCode.all)
        let folder = ProjectFile.root.path + "/Tests/EndToEndTests/Reproducers"
        let reproducers = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(reproducers) == Set(ErrorCode.all.map { $0 + ".sh" }))
    }

    /// The documented messages of each error, by language code.
    ///
    /// Each code has two paragraphs, English and Korean: the message in code and the advice below.
    private static func readCatalogue() throws -> [String: [String: String]] {
        let text = try ProjectFile.text("Sources/juice-batch/Manual.docc/Errors.md")
        var said: [String: [String: String]] = [:]
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            let lines = section.components(separatedBy: "\n")
            let messages = section.matches(of: /\n\n`([^\n]+)`\n[^\n]{3,}/).map { String($0.output.1) }
            #expect(messages.count == 2, "\(lines[0]) is not whole")
            said[lines[0]] = Dictionary(zip(["en", "ko"], messages)) { first, _ in first }
        }
        return said
    }
}
