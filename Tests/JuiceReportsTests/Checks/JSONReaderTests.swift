import Foundation
import JuiceReports
import Testing

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> String { try JSONReader.value(of: Array(text.utf8)).text }

    @Test func whatIsWrittenReadsBack() throws {
        let nasty = "\"\\\n\r\t\u{0}\u{1F}\u{7F}\u{2028}/딸기\u{1F353}\u{FFFF}"
        let text = JSONValue.object([
            ("z", .string(nasty)), ("a", .array([.number(.max), .number(.min), .null, .bool(true), .bool(false)])),
            ("", .object([])), (nasty, .array([.array([])])), ("f", .otherNumber("-0.5e+10")),
        ]).text
        #expect(try read(text) == text)
    }

    @Test(
        arguments: [
            ("\"\\u0041\\u00e9\\ud55c\\uD83C\\uDF53\\/\\b\\f\"", "\"Aé한\u{1F353}/\\u0008\\u000c\"\n"),
            (" [ 1 , 2 ] ", "[\n  1,\n  2\n]\n"),
            ("9223372036854775808", "9223372036854775808\n"), ("-0", "0\n"), ("1E5", "1E5\n"),
            ("{\"a\":1,\"a\":2}", nil),
        ] as [(String, String?)])
    func validTextsAreRead(text: String, expected: String?) throws {
        let value = try read(text)
        if let expected { #expect(value == expected) }
        // Foundation's reader agrees that it is JSON.
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "-", "+1",
        "1.",
        ".5", "1e", "0x1", "nul", "nulll", "True", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"",
        "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"a\nb\"", "1 1", "[1]x", "NaN", "\u{FEFF}1", "// c\n1",
    ])
    func wrongTextsAreNot(text: String) {
        #expect(throws: JSONFault.self) { try read(text) }
    }

    @Test func faultsHaveTheirLine() {
        #expect(throws: JSONFault(line: 3)) { try read("{\n\"a\": 1,\n}") }
        #expect(throws: JSONFault(line: 1)) { try JSONReader.value(of: [0x22, 0xFF, 0x22]) }
    }

    @Test func depthHasALimit() throws {
        let deepest = JSONReader.depthMax
        _ = try read(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest))
        for count in [deepest + 1, 1_000_000] {
            #expect(throws: JSONFault.self) { try read(String(repeating: "[", count: count)) }
        }
    }

    @Test func whatNobodyWantsIsPassedOver() throws {
        let selection = JSONSelection.members(["a": .all, "b": .members(["c": .all])])
        let text =
            #"{"z": [1, {"a": "\u00e9한"}, -1.5e3, null, []], "a": {"z": 1}, "b": [{"c": 1, "d": {}}, 2], "y": {}}"#
        let value = try JSONReader.value(of: Array(text.utf8), selecting: selection)
        #expect(try value.text == read(#"{"a": {"z": 1}, "b": [{"c": 1}, 2]}"#))
    }

    /// It has to be right all the same.
    @Test(arguments: [
        "", "{", "[", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "01", "-", "1.", "nul", "\"a", "\"\\x\"",
        "\"\\ud800\"", "\"a\nb\"", String(repeating: "[", count: 1_000_000),
    ])
    func whatIsPassedOverHasToBeRight(text: String) {
        let bytes = Array("{\"a\": \(text)}".utf8)
        #expect(throws: JSONFault.self) { try JSONReader.value(of: bytes, selecting: .members([:])) }
        #expect(throws: JSONFault.self) {
            try JSONReader.value(of: [0x5B, 0x22, 0xFF, 0x22, 0x5D], selecting: .members([:]))
        }
    }

    /// By the indents of our own layout; what is laid out otherwise is read all the same.
    @Test func membersAreFoundByTheirLines() throws {
        let inner = JSONValue.object([
            ("a", .number(1)), ("skipped", .array([.object([("a", .number(2))])])), ("b", .null),
        ])
        let text = JSONValue.object([
            ("skipped", .object([("a", .numbers([1, 2])), ("c", .object([]))])), ("c", inner),
            ("other", .string("}\n  \"c\"")),
            ("a", .array([inner, inner])), ("last", .array([])),
        ]).text
        let selection = JSONSelection.members(["a": .keys(["a", "b"]), "c": .keys(["b"])])
        for layout in [
            text, text.replacing("\n", with: ""), text.replacing("\n", with: "\n\n"), text.replacing("  ", with: " "),
        ] {
            let value = try JSONReader.value(of: Array(layout.utf8), selecting: selection, hasOwnLayout: true)
            #expect(try value.text == read(#"{"c": {"b": null}, "a": [{"a": 1, "b": null}, {"a": 1, "b": null}]}"#))
        }
    }
}
