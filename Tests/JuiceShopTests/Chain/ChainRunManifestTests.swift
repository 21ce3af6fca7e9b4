import Foundation
import Glibc
import JuiceBatch
import TestSupport
import Testing

@testable import JuiceReports
@testable import JuiceShop

/// The manifest of a chain's nightly run, and how damaged manifests are handled.
@Suite struct ChainRunManifestTests {
    private static let date = "2026-11-23"
    private static let manifestPath = ".night/\(date)"

    private let setup: TestShop

    init() throws { setup = try TestShop([:]) }

    private func open(_ shops: String...) throws(BatchError) -> ChainRunManifest {
        try ChainRunManifest(
            of: Self.date, shops: shops, in: OpenFolder(root: setup.folder.path), setup.cancellation)
    }

    private var text: String { setup.text(Self.manifestPath) }

    private func write(_ text: String) throws { try setup.write(text, to: Self.manifestPath) }

    private static func export(_ number: Int) -> ChainRunManifest.Export {
        let facts = ExportFacts(
            file: "본사\(number).csv", sha256: String(repeating: "a", count: 64), bytes: 12, state: .waiting, nil)
        return ChainRunManifest.Export(
            number: number, facts: facts, rows: ["a": 2, "b": 1],
            shopNames: ["a": ["강남", "역삼"], "b": ["b"]], assignment: "0f")
    }

    private func content() throws -> ChainRunManifest.Content {
        try ChainRunManifest.content(of: Self.date, in: OpenFolder(root: setup.folder.path), setup.cancellation)
    }

    /// The line number that is refused; nil if all lines are accepted.
    private func badLine() -> Int? {
        do throws(BatchError) {
            _ = try open("a")
        } catch .badChain(Self.manifestPath, .badManifest(let line)) {
            return line
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func manifestRoundTrips() throws {
        let manifest = try open("a", "b", "c")
        for number in 1...2 { try manifest.plan(Self.export(number)) }
        try manifest.begin("a")
        try manifest.begin("b")
        let problem = ShopProblem(file: "x.csv", .inputRefused, text: "두 줄\n아님")
        try manifest.record((problem, 2), of: "b")
        try manifest.end("a", nil, exports: [1])
        try manifest.end("c", nil, exports: [])
        try manifest.end("a", .rejected, exports: [2])
        try manifest.markArchived(2)
        for content in [try content(), try open("a").content] {
            let (exports, shops) = (content.exports, content.shops)
            #expect(exports.map(\.number) == [1, 2] && exports.map(\.isArchived) == [false, true])
            for (export, wanted) in zip(exports, [Self.export(1), Self.export(2)]) {
                #expect(export.json.line == wanted.json.line)
            }
            #expect(["a", "b", "c", "d"].map { content.has($0) } == [true, true, true, false])
            #expect(["a", "b", "c"].map { shops[$0]?.state } == [.rejected, nil, nil])
            #expect(shops["a"]?.exports == [1, 2])
            #expect(shops["b"]?.problems.map(\.problem) == [problem] && shops["b"]?.problems.map(\.runsBefore) == [2])
        }
    }

    @Test func resumedAndConcurrentRunsAddOnlyNewEntries() throws {
        #expect(try content().exports.isEmpty && !setup.folder.holds(".night"))
        // An empty manifest is a run not started.
        try write("")
        let one = try open("a")
        let planned = "{\"manifest\": 1, \"date\": \"\(Self.date)\"}\n{\"shop\": \"a\", \"state\": \"planned\"}\n"
        #expect(text == planned)
        let other = try open("a", "b")
        #expect(text == planned + #"{"shop": "b", "state": "planned"}"# + "\n")
        try one.end("a", .done, exports: [])
        try other.end("b", .failed, exports: [])
        let before = text
        let found = try open("a").content
        #expect(found.shops["a"]?.state == .done && found.shops["b"]?.state == .failed && text == before)
    }

    /// A kill may truncate the last line anywhere, even within a character.
    @Test func lineTruncatedByAKillIsSkipped() throws {
        let manifest = try open("a")
        let before = text.utf8.count
        try manifest.plan(Self.export(1))
        let whole = Array(text.utf8)
        // Each case syncs several files; the lengths that matter are line ends and places within characters.
        let lengths = whole.indices.filter { at in
            at % 16 == 0 || whole[at] >= 0x80 || whole[max(0, at - 2)...min(at + 1, whole.count - 1)].contains(10)
        }
        for length in lengths {
            try setup.folder.write(Array(whole.prefix(length)), to: Self.manifestPath)
            let content = try open("a").content
            #expect(content.exports.isEmpty || length >= whole.count - 1, "\(length)")
            #expect(length < before || content.shops["a"] != nil, "\(length)")
            let next = try open("a")
            try next.end("a", .done, exports: [1])
            #expect(try open("a").content.shops["a"]?.state == .done, "\(length)")
        }
    }

    @Test func damagedEarlierLineIsRefused() throws {
        let manifest = try open("a", "b")
        try manifest.end("a", .done, exports: [])
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        for number in lines.indices.dropLast() {
            for damaged in [String(lines[number].dropLast()), "x", #"{"shop": "a", "state": "eaten"}"#, "{}", "[]"] {
                var lines = lines
                lines[number] = damaged
                try write(lines.joined(separator: "\n") + "\n")
                #expect(badLine() == number + 1, "\(damaged)")
                #expect(text == lines.joined(separator: "\n") + "\n")
            }
        }
    }

    @Test(arguments: [
        (1, #"{"manifest": 2, "date": "2026-11-23"}"#), (1, #"{"manifest": 1, "date": "2026-11-22"}"#),
        (1, #"{"manifest": "1"}"#), (1, #"{"shop": "a", "state": "planned"}"#), (1, "id,item"),
        (2, #"{"export": 1, "put_away": true}"#), (2, #"{"export": 0, "facts": {}, "parts": {}}"#),
        (2, #"{"export": 1, "facts": {}, "parts": {}}"#), (2, #"{"export": 1, "put_away": false}"#),
        (2, #"{"shop": "a"}"#), (2, #"{"shop": "a", "problem": {"code": "many"}}"#), (2, #"{"names": {"a": "강남"}}"#),
        (2, #"{"shop": 3, "state": "done"}"#),
    ])
    func unknownLineIsRefused(number: Int, line: String) throws {
        let head = number == 1 ? "" : "{\"manifest\": 1, \"date\": \"\(Self.date)\"}\n"
        let whole = head + line + "\n{\"shop\": \"a\", \"state\": \"done\"}\n"
        try write(whole)
        #expect(badLine() == number && text == whole)
    }

    /// A shop's problem with a file is resolved when the run applies another file of that name.
    @Test func problemIsResolvedByALaterRunOfItsFile() {
        let problem = ShopProblem(file: "a.csv", .inputRefused, text: "bad")
        func run(_ file: String, export: String? = nil) -> RunFacts {
            RunFacts(file: file, exportSHA256: export)
        }
        let other = ShopProblem(file: "a.csv", .inputRefused, text: "worse")
        func open(_ problems: [ChainRunManifest.RecordedProblem], _ runs: RunFacts...) -> [String] {
            ChainRunManifest.ShopRecord(problems: problems).unresolvedProblems(after: runs).map(\.text)
        }
        #expect(open([(problem, 1)], run("a.csv")) == ["bad"])
        #expect(open([(problem, 1)], run("a.csv"), run("b.csv"), run("a.csv", export: "0")) == ["bad"])
        #expect(open([(problem, 1)], run("a.csv"), run("a.csv")) == [])
        // A run resolves the first of several problems with files of one name.
        #expect(open([(problem, 0), (other, 0)], run("a.csv")) == ["worse"])
        #expect(open([(problem, 0), (other, 0)], run("a.csv"), run("a.csv")) == [])
        // A resolved problem may occur again.
        #expect(open([(problem, 0), (problem, 1)], run("a.csv")) == ["bad"])
        #expect(open([(problem, 0), (problem, 0)]) == ["bad"])
    }

    /// A problem of an export is resolved by a later export of its name that was split, not by an earlier one.
    @Test func repeatedExportReplacesTheEarlierOne() {
        func export(_ number: Int, _ file: String, _ state: ExportFacts.State, isArchived: Bool = false)
            -> ChainRunManifest.Export
        {
            let reason: ExitReason? = state == .waiting ? nil : .inputRefused
            let facts = ExportFacts(file: file, sha256: "\(number)", bytes: 1, state: state, reason, text: "")
            return ChainRunManifest.Export(number: number, facts: facts, rows: [:], isArchived: isArchived)
        }
        let exports = [
            export(1, "a.csv", .unread), export(2, "a.csv", .refused, isArchived: true), export(3, "a.csv", .waiting),
            export(4, "a.csv", .refused, isArchived: true), export(5, "b.csv", .unread),
            export(6, "c.csv", .waiting, isArchived: true),
        ]
        let facts = exports.facts { _ in (.inputOutput, "waits") }
        #expect(facts.map(\.sha256) == ["3", "4", "5", "6"])
        #expect(facts.map(\.reason) == [.inputOutput, .inputRefused, .inputRefused, nil])
        #expect(facts.map(\.state) == [.waiting, .refused, .unread, .done])
    }

    @Test func linkInPlaceOfTheManifestIsNotFollowed() throws {
        let outside = try TemporaryFolder()
        try setup.folder.write([], to: ".night/other")
        #expect(symlink("other", setup.path(Self.manifestPath)) == 0)
        #expect(throws: BatchError.self) { _ = try open("a") }
        #expect(setup.folder.read(".night/other") == [])
        try setup.remove(".night")
        #expect(symlink(outside.path, setup.path(".night")) == 0)
        #expect(throws: BatchError.self) { _ = try open("a") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
    }
}
