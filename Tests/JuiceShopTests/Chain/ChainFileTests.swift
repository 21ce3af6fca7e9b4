import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// What chain.json says, and what it may not say.
@Suite struct ChainFileTests {
    private static func file(_ text: String) throws(BatchError) -> ChainFile {
        try ChainFile(Array(text.utf8), path: "chain.json")
    }

    @Test func whatHoldsForAllIsKeptFromWhatIsSaidOfShops() throws {
        let text = """
            {"language": "en", "columns": {"item": "메뉴", "shop": "매장"},
             "shops": {"강남점": {"folder": "0001", "also": ["강남", "Gangnam"]}, "홍대점": {"closed": "2026-11-23"}, "a": {}}}
            """
        for mark in ["", "\u{FEFF}"] {
            let file = try Self.file(mark + text)
            #expect(file.shopColumn == "매장")
            #expect(file.settings["language"]?.string == "en" && file.settings["shops"] == nil)
            #expect(file.settings["columns"]?.members?.map(\.0) == ["item"])
            #expect(file.shops.map(\.name) == ["강남점", "홍대점", "a"])
            #expect(file.shops.map(\.folder) == ["0001", "홍대점", "a"])
            #expect(file.shops.map(\.also) == [["강남", "Gangnam"], [], []])
            #expect(file.shops.map(\.closedSince) == [nil, "2026-11-23", nil])
        }
    }

    @Test func aFileThatIsWrittenSaysTheSame() throws {
        let text = """
            {"columns": {"item": "메뉴", "shop": "매\\"장"}, "currency": "원",
             "shops": {"강남점": {"folder": "0001", "also": ["강 남"]}, "홍대점": {"closed": "2026-11-23"}, "그냥": {}}}
            """
        let file = try Self.file(text)
        let again = try Self.file(file.text(with: file.shops))
        #expect(again.shopColumn == file.shopColumn)
        #expect(again.settings["columns"]?["item"]?.string == "메뉴")
        #expect(again.settings["currency"]?.string == "원")
        // Of a shop of which nothing is said the folder itself tells.
        #expect(again.shops == file.shops.dropLast())
        #expect(again.text(with: again.shops) == file.text(with: file.shops))
    }

    @Test(arguments: [
        "", "[]", "3", "{", "{\"language\": }", "{} {}", "{\"language\": \"en\"", "\u{FEFF}\u{FEFF}{}", "{'a': 1}",
    ])
    func whatIsNoSettingsFileIsRefused(text: String) {
        expectError {
            _ = try Self.file(text)
        } fits: {
            if case .badConfiguration("chain.json", .notJSON) = $0 { true } else { false }
        }
    }

    @Test(arguments: [
        (#"{"columns": {"shop": 3}}"#, "columns.shop"), (#"{"columns": {"shop": ""}}"#, "columns.shop"),
        (#"{"shops": []}"#, "shops"), (#"{"shops": {"a": "b"}}"#, "shops.a"),
        (#"{"shops": {"a": {"folder": 1}}}"#, "shops.a.folder"), (#"{"shops": {"a": {"also": "b"}}}"#, "shops.a.also"),
        (#"{"shops": {"a": {"also": [1]}}}"#, "shops.a.also"),
        (#"{"shops": {"a": {"closed": "yesterday"}}}"#, "shops.a.closed"),
        (#"{"shops": {"a": {"closed": "2026-02-30"}}}"#, "shops.a.closed"),
        (#"{"shops": {"a": {"closed": null}}}"#, "shops.a.closed"),
    ])
    func aValueOfAnotherKindIsNamed(text: String, key: String) {
        expectError {
            _ = try Self.file(text)
        } fits: {
            if case .badConfiguration("chain.json", .badValue(key, _)) = $0 { true } else { false }
        }
    }

    @Test(arguments: [
        (#"{"language": "en", "language": "ko"}"#, "language"), (#"{"shops": {}, "shops": {}}"#, "shops"),
        (#"{"shops": {"a": {}, "a": {}}}"#, "shops.a"),
    ])
    func whatIsSaidTwiceIsNamed(text: String, key: String) {
        expectError {
            _ = try Self.file(text)
        } fits: {
            if case .badConfiguration("chain.json", .repeatedKey(key)) = $0 { true } else { false }
        }
    }

    @Test func aMemberThatNobodyKnowsIsNamedWithTheNearest() {
        expectError {
            _ = try Self.file(#"{"shops": {"a": {"foldr": "b"}}}"#)
        } fits: {
            if case .badConfiguration(_, .unknownKey("shops.a.foldr", nearest: "folder")) = $0 { true } else { false }
        }
    }

    /// As JSON spells them.
    private static let unusable = [
        "", ".", "..", "../x", "a/b", "/", ".hidden", " ", "\\u3000", "a\\nb", "a\\u0000b", "\\u001b[2J", "\\u202eab",
        "a\\u2028b",
        String(repeating: "가", count: 86),
    ]

    @Test(arguments: unusable) func aNameThatIsNoFoldersIsRefused(name: String) {
        for text in [#"{"shops": {"\#(name)": {}}}"#, #"{"shops": {"a": {"folder": "\#(name)"}}}"#] {
            expectError {
                _ = try Self.file(text)
            } fits: {
                if case .badChain("chain.json", .unusable) = $0 { true } else { false }
            }
        }
    }

    @Test(arguments: ["inbox", "done", "failed", "repeated", "reports"])
    func aFolderOfTheChainsOwnIsNoShops(folder: String) throws {
        expectError {
            _ = try Self.file(#"{"shops": {"a": {"folder": "\#(folder)"}}}"#)
        } fits: {
            if case .badChain("chain.json", .unusable(folder)) = $0 { true } else { false }
        }
        // A shop may be called so, where its folder is another.
        let file = try Self.file(#"{"shops": {"\#(folder)": {"folder": "0001"}}}"#)
        #expect(file.shops.map(\.name) == [folder])
    }

    @Test func theLongestNameIsThatOfAFolder() throws {
        let name = String(repeating: "가", count: 85)
        #expect(name.utf8.count == 255)
        #expect(try Self.file("{\"shops\": {\"\(name)\": {}}}").shops.map(\.folder) == [name])
    }

    @Test func aMissingFileIsNoChainYet() throws {
        let given = try GivenShop([:])
        let path = given.folder.path + "/chain.json"
        expectError {
            _ = try ChainFile(path: path, cancellation: given.cancellation)
        } fits: {
            if case .badChain(path, .noChain) = $0 { true } else { false }
        }
        let file = try ChainFile(path: path, missingIsEmpty: true, cancellation: given.cancellation)
        #expect(file.shops.isEmpty && file.settings.members?.isEmpty == true && file.shopColumn == nil)
    }
}
