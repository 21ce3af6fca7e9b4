import CSV
import Foundation
import JuiceBatch
import Testing

@testable import JuiceReports

@Suite struct ComparisonTests {
    private func summary(peak: Int = 0, cancelled: Int = 0, juice: String = "키위쥬스") throws -> ReportSummary {
        let text = """
            {"schema": 2, "rows": 9, "success": 3, "failure": 2, "codes": {}, "later": [null, 1.5],
             "actions": {"order": {"success": 1, "failure": 0}}, "fruits": [
              {"fruit": "과일", "opening": 10, "restocked": 0, "discarded": 0, "counted": 0, "used": 5,
               "closing": 0, "lost_orders": 1, "peak_deficit": \(peak)}],
             "juices": [{"juice": "\(juice)", "orders": 4, "served": 3, "short": 1, "cups_served": 6,
                         "cups_short": 1, "cancelled": \(cancelled), "cups_cancelled": 0}]}
            """
        return try ReportSummary(of: Array(text.utf8))
    }

    private func text(_ first: ReportSummary, _ second: ReportSummary, _ language: MessageLanguage = .korean) -> String
    {
        ReportComparison(first, second).text(reports: ("a", "b"), language, on: .plain)
    }

    @Test func juiceMayBeOnOneMenuOnly() throws {
        let shown = text(try summary(), try summary(juice: "배쥬스"), .english)
        #expect(shown.contains("키위쥬스         3         –  only in 1"))
        #expect(shown.contains("배쥬스           –         3  only in 2"))
        let json = ReportComparison(try summary(), try summary(juice: "배쥬스")).json(reports: ("a", "b"))
        #expect(json.contains("\"second\": null") && json.contains("\"same\": false"))
    }

    @Test func otherFiguresMayDifferToo() throws {
        #expect(text(try summary(), try summary(peak: 4)).contains("두 보고서의 숫자가 다릅니다."))
        #expect(text(try summary(), try summary(cancelled: 2), .english).contains("Cancelled 2"))
    }

    @Test func sumsOfHostileFilesSaturate() throws {
        func summary(_ sign: String) throws -> ReportSummary {
            let zeros = ["short", "cups_served", "cups_short", "cancelled", "cups_cancelled"].map { #""\#($0)": 0"# }
            let juice = #""orders": 1, "served": \#(sign)9007199254740991, "# + zeros.joined(separator: ", ")
            let juices = (0..<2_000).map { #"{"juice": "\#($0)", \#(juice)}"# }.joined(separator: ",")
            let start =
                #"{"schema": 2, "rows": 0, "success": 0, "failure": 0, "codes": {}, "actions": {}, "fruits": []"#
            return try ReportSummary(of: Array((start + #", "juices": [\#(juices)]}"#).utf8))
        }
        let comparison = ReportComparison(try summary("-"), try summary(""))
        #expect(comparison.orders.map(\.change) == [0, 18_014_398_509_481_982, 0, 0, 0, 0, 0])
    }

    @Test(arguments: [
        ("", ReportError.notJSON(line: 1)), ("[]", .misses("schema")), ("{}", .misses("schema")),
        (#"{"schema": 3}"#, .otherSchema(3)), (#"{"schema": 0}"#, .otherSchema(0)),
        (#"{"schema": 2}"#, .misses("rows")), (#"{"schema": 2, "schema": 2}"#, .misses("schema")),
        (#"{"schema": 2, "rows": "1"}"#, .misses("rows")), (#"{"schema": 2, "rows": 1.0}"#, .misses("rows")),
        (#"{"schema": 2, "rows": 9007199254740992}"#, .misses("rows")),
        (#"{"schema": 2, "date": 1, "rows": 1}"#, .misses("date")),
        (#"{"schema": 2, "rows": 1, "success": 1, "failure": 0, "codes": []}"#, .misses("codes")),
    ])
    func foreignFilesAreRefused(text: String, error: ReportError) {
        #expect(throws: error) { try ReportSummary(of: Array(text.utf8)) }
    }
}

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> String { try JSONReader.value(of: Array(text.utf8)).text }

    @Test func writtenJSONReadsBack() throws {
        let nasty = "\"\\\n\r\t\u{0}\u{1F}\u{7F}\u{2028}/딸기\u{1F353}\u{FFFF}"
        let text = JSONValue.object([
            ("z", .string(nasty)), ("a", .array([.number(.max), .number(.min), .null, .bool(true), .bool(false)])),
            ("", .object([])), (nasty, .array([.array([])])), ("f", .otherNumber("-0.5e+10")),
        ]).text
        #expect(try read(text) == text)
        // Foundation reads the same.
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: NSObject]
        #expect(object?["z"] as? String == nasty)
    }

    @Test(arguments: [
        (#""\u0041\u00e9\ud55c\uD83C\uDF53\/\b\f""#, "\"Aé한\u{1F353}/\\u0008\\u000c\"\n"),
        (" [ 1 , 2 ] ", "[\n  1,\n  2\n]\n"), ("9223372036854775808", "9223372036854775808\n"), ("-0", "0\n"),
        ("1E5", "1E5\n"), (#"{"a":1,"a":2}"#, "{\n  \"a\": 1,\n  \"a\": 2\n}\n"),
    ])
    func validTextsAreRead(text: String, expected: String) throws {
        #expect(try read(text) == expected)
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "[1,]", "[,1]", "[1 2]", #"{"a"}"#, #"{"a":}"#, "{a:1}", #"{"a":1,}"#, "01", "-", "+1",
        "1.", ".5", "1e", "0x1", "nul", "nulll", "True", "'a'", "\"a", #""\x""#, #""\u12""#, #""\u12g4""#,
        #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, "\"a\nb\"", "1 1", "[1]x", "NaN", "\u{FEFF}1", "// c\n1",
    ])
    func invalidTextsAreRefused(text: String) {
        #expect(throws: JSONParseError.self) { try read(text) }
    }

    @Test func jsonErrorsNameTheirLine() {
        #expect(throws: JSONParseError(line: 3)) { try read("{\n\"a\": 1,\n}") }
        #expect(throws: JSONParseError(line: 1)) { try JSONReader.value(of: [0x22, 0xFF, 0x22]) }
    }

    @Test func depthHasALimit() throws {
        let deepest = JSONReader.depthMax
        _ = try read(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest))
        for count in [deepest + 1, 1_000_000] {
            let text = [UInt8](repeating: UInt8(ascii: "["), count: count)
            #expect(throws: JSONParseError.self) { try JSONReader.value(of: text) }
        }
    }
}
