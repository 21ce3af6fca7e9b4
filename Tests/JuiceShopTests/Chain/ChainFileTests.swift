import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// Reading and checking chain.json.
@Suite struct ChainFileTests {
    private static func file(_ text: String) throws(BatchError) -> ChainFile {
        try ChainFile(Array(text.utf8), path: "chain.json")
    }

    @Test func chainFileRoundTrips() throws {
        let text = """
            {"language": "en", "columns": {"item": "메뉴", "shop": ["매\\"장"]},
             "shops": {"강남점": {"folder": "0001", "also": ["강남", "Gangnam"]}, "홍대점": {"closed": "2026-11-23"}, "a": {}}}
            """
        let file = try Self.file("\u{FEFF}" + text)
        let written = file.text(with: file.shops)
        // A shop without settings is known by its folder only.
        for (file, isWritten) in [(file, false), (try Self.file(text), false), (try Self.file(written), true)] {
            #expect(file.shopColumn == "매\"장" && file.settings["columns"]?.members?.map(\.0) == ["item"])
            #expect(file.settings["language"]?.string == "en" && file.settings["shops"] == nil)
            let shops = file.shops.map { "\($0.name) \($0.folder) \($0.also) \($0.closedSince ?? "")" }
            let wanted = [#"강남점 0001 ["강남", "Gangnam"] "#, "홍대점 홍대점 [] 2026-11-23", "a a [] "]
            #expect(shops == wanted.dropLast(isWritten ? 1 : 0))
            #expect(file.text(with: file.shops) == written)
        }
    }

    /// The error for which a text is refused; nil if it is not.
    private static func error(_ text: String) -> String? {
        do throws(BatchError) {
            _ = try file(text)
            return nil
        } catch {
            switch error {
            case .badConfiguration("chain.json", .notJSON): return "not JSON"
            case .badConfiguration("chain.json", .badValue(let key, _)): return "another kind: \(key)"
            case .badConfiguration("chain.json", .repeatedKey(let key)): return "twice: \(key)"
            case .badConfiguration("chain.json", .unknownKey(let key, let nearest)):
                return "unknown: \(key), near \(nearest ?? "nothing")"
            case .badChain("chain.json", .unusable(let name)): return "unusable: \(name)"
            default: return "\(error)"
            }
        }
    }

    @Test(arguments: [
        ("", "not JSON"), ("[]", "not JSON"), ("3", "not JSON"), ("{", "not JSON"), (#"{"language": }"#, "not JSON"),
        ("{} {}", "not JSON"), (#"{"language": "en""#, "not JSON"), ("\u{FEFF}\u{FEFF}{}", "not JSON"),
        ("{'a': 1}", "not JSON"), (#"{"columns": {"shop": ["a", "b"]}}"#, "another kind: columns.shop"),
        (#"{"columns": {"shop": 3}}"#, "another kind: columns.shop"),
        (#"{"columns": {"shop": ""}}"#, "another kind: columns.shop"), (#"{"shops": []}"#, "another kind: shops"),
        (#"{"shops": {"a": "b"}}"#, "another kind: shops.a"),
        (#"{"shops": {"a": {"folder": 1}}}"#, "another kind: shops.a.folder"),
        (#"{"shops": {"a": {"also": "b"}}}"#, "another kind: shops.a.also"),
        (#"{"shops": {"a": {"also": [1]}}}"#, "another kind: shops.a.also"),
        (#"{"shops": {"a": {"closed": "yesterday"}}}"#, "another kind: shops.a.closed"),
        (#"{"shops": {"a": {"closed": "2026-02-30"}}}"#, "another kind: shops.a.closed"),
        (#"{"shops": {"a": {"closed": null}}}"#, "another kind: shops.a.closed"),
        (#"{"language": "en", "language": "ko"}"#, "twice: language"),
        (#"{"shops": {}, "shops": {}}"#, "twice: shops"), (#"{"shops": {"a": {}, "a": {}}}"#, "twice: shops.a"),
        (#"{"shops": {"a": {"foldr": "b"}}}"#, "unknown: shops.a.foldr, near folder"),
    ])
    func chainFileErrorsNameTheMember(text: String, error: String) { #expect(Self.error(text) == error) }

    @Test(arguments: [
        "", ".", "..", "../x", "a/b", "/", ".hidden", " ", "\\u3000", "a\\nb", "a\\u0000b", "\\u001b[2J", "\\u202eab",
        "a\\u2028b", String(repeating: "가", count: 86),
    ])
    func nameThatIsNoFolderNameIsRefused(name: String) throws {
        for text in [#"{"shops": {"\#(name)": {}}}"#, #"{"shops": {"a": {"folder": "\#(name)"}}}"#] {
            #expect(Self.error(text)?.hasPrefix("unusable: ") == true)
        }
        let longest = String(repeating: "가", count: 85)
        #expect(try Self.file("{\"shops\": {\"\(longest)\": {}}}").shops.map(\.folder) == [longest])
    }

    @Test(arguments: ["inbox", "done", "failed", "repeated", "reports"])
    func reservedFolderIsNoShop(folder: String) throws {
        #expect(Self.error(#"{"shops": {"a": {"folder": "\#(folder)"}}}"#) == "unusable: \(folder)")
        // A shop may have such a name if its folder has another.
        let file = try Self.file(#"{"shops": {"\#(folder)": {"folder": "0001"}}}"#)
        #expect(file.shops.map(\.name) == [folder])
    }
}
