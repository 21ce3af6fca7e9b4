import Foundation
import JuiceReports
import Testing

@Suite struct JSONValueTests {
    @Test func jsonIsEscapedAndOrdered() throws {
        let nasty = "\"\\\n\r\t\u{0}\u{1F}\u{7F}\u{2028}\u{2029}/딸기\u{1F353}"
        let value = JSONValue.object([
            ("z", .string(nasty)), ("a", .array([.number(1), .number(-2), .number(1 << 53 - 1)])), ("e", .array([])),
            ("o", .object([])), ("k\"", .object([("n", .number(0))])),
        ])
        #expect(value.text.contains("\\\"\\\\\\n\\r\\t\\u0000\\u001f"))
        let parsed = try JSONSerialization.jsonObject(with: Data(value.text.utf8))
        let object = try #require(parsed as? [String: NSObject])
        #expect(object["z"] as? String == nasty)
        #expect(object["a"] as? [Int] == [1, -2, 1 << 53 - 1])
        #expect((object["e"] as? [Int])?.isEmpty == true)
        #expect((object["k\""] as? [String: Int]) == ["n": 0])
        let places = ["\"z\"", "\"a\"", "\"e\"", "\"o\"", "\"k\\\"\""].compactMap {
            value.text.range(of: $0)?.lowerBound
        }
        #expect(places.count == 5 && places == places.sorted())
        #expect(value.text.hasSuffix("}\n"))
    }
}
