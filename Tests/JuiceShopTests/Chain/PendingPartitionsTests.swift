import Foundation
import JuiceBatch
import TestSupport
import Testing

@testable import JuiceShop

/// What is known of a part that waits in an inbox, and what becomes of it when that is damaged.
@Suite struct PendingPartitionsTests {
    private let given: GivenShop

    init() throws {
        given = try GivenShop([:])
    }

    private var waiting: PendingPartitions {
        get throws {
            PendingPartitions(
                shop: try OpenFolder(root: given.folder.path), path: given.folder.path,
                cancellation: given.cancellation)
        }
    }

    private func left(_ text: String) throws -> InputFile {
        let path = try given.folder.write(Array(text.utf8), to: "inbox/o.csv")
        return try InputFile(
            path: path, name: "o.csv", spillFolder: given.folder.path, cancellation: given.cancellation)
    }

    /// What is kept of a file of these bytes, and its name.
    private func record(of text: String, _ head: String) throws -> String {
        let name = SHA256.hex(of: text)
        try given.folder.write(Array((head + "\n").utf8) + [3], to: ".parts/\(name)")
        return name
    }

    private static let text = "매장,item\nb,키위쥬스\n"
    private static let head =
        #"{"part": 1, "export": "ab", "path": "inbox/e.csv", "file": "e.csv", "encoding": "utf-8", "delimiter": ",", "#
        + #""shop_column": "매장", "lead": 12, "line_bytes": 1, "shop_names": ["b"], "split_options": ["--excel"]}"#

    @Test func aFileIsThePartThatItsContentSays() throws {
        #expect(try waiting.part(left(Self.text)) == nil)
        let name = try record(of: Self.text, Self.head)
        let part = try #require(try waiting.part(left(Self.text)))
        #expect(
            part.partition == .init(exportSHA256: "ab", shopNames: ["b"], options: ["--excel"])
                && part.input.name == "e.csv" && part.input.path == "inbox/e.csv")
        #expect(try part.input.sha256(cancellation: given.cancellation) == name)
        // One that was changed is a file like any other.
        #expect(try waiting.part(left(Self.text + "b,망고쥬스\n")) == nil)
        for _ in 0..<2 { try waiting.forgetAll() }
        #expect(!given.folder.holds(".parts/\(name)"))
    }

    @Test(arguments: [
        "", "{}", "x", head.replacing("\"part\": 1", with: "\"part\": 2"),
        head.replacing("line_bytes\": 1", with: "line_bytes\": 2"), head.replacing("utf-8", with: "utf-7"),
        head.replacing("\"lead\": 12", with: "\"lead\": 1200"), head.replacing("\"lead\": 12", with: "\"lead\": -1"),
        head.replacing("\",\"", with: "\";;\""), head.replacing("\"export\"", with: "\"port\""),
        head.replacing("[\"b\"]", with: "1"),
    ])
    func whatIsDamagedSaysNothing(head: String) throws {
        _ = try record(of: Self.text, head)
        #expect(try waiting.part(left(Self.text)) == nil)
    }
}
