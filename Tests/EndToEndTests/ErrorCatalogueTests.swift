import Foundation
import JuiceBatch
import TestSupport
import Testing

/// The catalogue of errors against the program: each has its place there, and says what stands there.
@Suite struct ErrorCatalogueTests {
    @Test(arguments: ErrorKind.allCases, ["en", "ko"])
    func eachErrorSaysWhatTheCatalogueSays(kind: ErrorKind, language: String) throws {
        let reproducer = Self.root.appendingPathComponent("Tests/EndToEndTests/Reproducers/\(kind.rawValue).sh")
        let commands = try String(contentsOf: reproducer, encoding: .utf8)
        let exit = try #require(commands.firstMatch(of: /# Exits with (\d+)\./)).output.1
        let result = try Shop().shell(
            """
            mkdir .bin; ln -s "$0" .bin/juice-batch; export PATH="$PWD/.bin:$PATH" JUICE_BATCH_LANGUAGE=\(language)
            \(commands)
            """)
        #expect(result.exit == Int(exit), "\(kind): \(result.errorText)")
        let said = result.errorText + result.outputText
        let wanted = try #require(Self.catalogue()[kind.rawValue]?[language])
        var rest = said[...]
        for part in wanted.components(separatedBy: "…") where !part.isEmpty {
            let found = rest.range(of: part)
            #expect(found != nil, "\(kind): no '\(part)' in \(said.prefix(600))")
            rest = rest[(found?.upperBound ?? rest.endIndex)...]
        }
    }

    @Test func everyErrorIsInTheCatalogueAndReproduced() throws {
        let kinds = Set(ErrorKind.allCases.map(\.rawValue))
        let catalogued = try Set(Self.catalogue().keys)
        #expect(catalogued == kinds)
        #expect(Set(OutcomeCode.failures.map(\.name)).isSubset(of: kinds))
        let folder = Self.root.appendingPathComponent("Tests/EndToEndTests/Reproducers").path
        let reproducers = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(reproducers) == Set(kinds.map { $0 + ".sh" }))
        #expect(ErrorKind(.refused(Refusal(file: "a", line: 1, reason: .noHeader))) == .noHeader)
    }

    /// What the catalogue says that each error says, by the code of the language.
    ///
    /// Each has to have a meaning and an advice in both languages, too; what is said in Korean whatever the language stands
    /// there once.
    private static func catalogue() throws -> [String: [String: String]] {
        let text = try String(
            contentsOf: root.appendingPathComponent("Sources/juice-batch/Manual.docc/Errors.md"), encoding: .utf8)
        var said: [String: [String: String]] = [:]
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            let lines = section.components(separatedBy: "\n")
            let says = spoken(in: lines, behind: "Says: `")
            let isWhole = ["Means: ", "Do: ", "뜻: ", "할 일: "].allSatisfy { mark in
                lines.contains { $0.hasPrefix(mark) && $0 != mark }
            }
            #expect(isWhole && says != nil, "\(lines[0]) is not whole")
            said[lines[0]] = says.map { ["en": $0, "ko": spoken(in: lines, behind: "In Korean: `") ?? $0] }
        }
        return said
    }

    /// The rest of the first line that begins with `mark`, without the quote that closes it.
    private static func spoken(in lines: [String], behind mark: String) -> String? {
        lines.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count).dropLast()) }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
