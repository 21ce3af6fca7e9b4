import Foundation
import JuiceBatch
import TestSupport
import Testing

/// The catalogue of errors against the program: each has its place there, and says what stands there.
@Suite struct ErrorCatalogueTests {
    @Test(arguments: ErrorKind.allCases)
    func eachErrorSaysWhatTheCatalogueSays(kind: ErrorKind) throws {
        let reproducer = Self.root.appendingPathComponent("Tests/EndToEndTests/Reproducers/\(kind.rawValue).sh")
        let commands = try String(contentsOf: reproducer, encoding: .utf8)
        let exit = try #require(commands.firstMatch(of: /# Exits with (\d+)\./)).output.1
        let result = try Shop().shell(
            """
            mkdir .bin; ln -s "$0" .bin/juice-batch; export PATH="$PWD/.bin:$PATH" JUICE_BATCH_LANGUAGE=en
            \(commands)
            """)
        #expect(result.exit == Int(exit), "\(kind): \(result.errorText)")
        let said = result.errorText + result.outputText
        let wanted = try #require(Self.catalogue()[kind.rawValue])
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

    /// What the catalogue says that each error says. Each has to have a meaning and an advice, too.
    private static func catalogue() throws -> [String: String] {
        let text = try String(
            contentsOf: root.appendingPathComponent("Sources/JuiceBatch/JuiceBatch.docc/Errors.md"), encoding: .utf8)
        var said: [String: String] = [:]
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            let lines = section.components(separatedBy: "\n")
            let says = lines.first { $0.hasPrefix("Says: `") }
            let isWhole = lines.contains { $0.hasPrefix("Means: ") } && lines.contains { $0.hasPrefix("Do: ") }
            #expect(isWhole && says != nil, "\(lines[0]) is not whole")
            said[lines[0]] = says.map { String($0.dropFirst(7).dropLast()) }
        }
        return said
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
