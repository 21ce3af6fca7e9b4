import Foundation
import TestSupport
import Testing

/// Names, quantities and digests, worked out by hand.
@Suite("Plain text rules")
struct PlainTextTests {
    @Test(
        "Names that match",
        arguments: [
            ("파인애플 주스", "파인애플쥬스"), ("Strawberry-Banana Juice", "strawberrybananajuice"),
            ("딸기쥬스".decomposedStringWithCanonicalMapping, "딸기쥬스"), ("ＫＩＷＩ", "kiwi"), ("주문 번호", "주문번호"),
            ("order_id", "orderid"), ("주-스", "쥬스"), ("주주스", "주쥬스"), ("\u{3000}망고\u{A0}", "망고"), ("--", ""),
        ])
    func matchable(name: String, expected: String) {
        #expect(PlainText.same(PlainText.matchable(name), expected))
    }

    @Test("Trimming takes White_Space and nothing else")
    func trimming() {
        #expect(PlainText.same(PlainText.trimmed("\u{3000} a b\r\n\u{A0}"), "a b"))
        #expect(PlainText.same(PlainText.trimmed("\u{FEFF}a\u{200B}"), "\u{FEFF}a\u{200B}"))
    }

    @Test(
        "Quantities",
        arguments: [
            ("1", 1), ("1,200", 1_200), ("12,345,678", 12_345_678), ("007", 7), ("３", 3), ("１，２００", 1_200),
            ("5개", 5), ("5 잔", 5), ("\u{3000}２ 개 ", 2), ("0000000000000000000000009", 9), ("4컵", 4), ("1.0", 1),
            ("2.00", 2), ("1,200.0", 1_200), ("1.0000", 1), ("３．０잔", 3),
            ("4" + "컵".decomposedStringWithCanonicalMapping, 4),
            ("5" + "개".decomposedStringWithCanonicalMapping, 5), ("1000000000", 1_000_000_000),
        ])
    func quantities(cell: String, expected: Int) {
        #expect(PlainText.quantity(cell, in: 1...1_000_000_000) == expected)
    }

    @Test(
        "No quantities",
        arguments: [
            "", " ", "0", "-1", "+1", "1.5", "1.000", "1,200.000", "1.", ".0", "1..0",
            "1,00", "1,0000", ",100", "100,", "1,,000", "1 2", "개", "5개개", "5명",
            "1000000001", "99999999999999999999", "1234,567", "둘", "1e3", "2²", "①", "٣",
            "2\u{3000}개", "2  개", "0.0",
        ])
    func badQuantities(cell: String) {
        #expect(PlainText.quantity(cell, in: 1...1_000_000_000) == nil)
    }

    @Test("SHA-256 of the standard's examples")
    func digests() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(PlainSHA256.hex([]) == empty)
        #expect(PlainSHA256.hex(Array("abc".utf8)) == abc)
        #expect(PlainSHA256.hex(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)) == long)
        #expect(PlainSHA256.hex(Array(repeating: UInt8(ascii: "a"), count: 1_000_000)) == million)
    }

    @Test("SplitMix64 gives the published numbers")
    func splitMix() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test("JSON keeps order, escapes and whole numbers")
    func json() {
        let value = OrderedJSONParser.parse(#" {"b":[1,-2,true,null,1.5],"a":"\u00e9\n\ud83d\ude00\"","b2":{}} "#)
        #expect(value?.keys == ["b", "a", "b2"])
        #expect(value?["b"]?.elements.compactMap(\.int) == [1, -2])
        #expect(value?["a"]?.text == "é\n😀\"")
        for broken in ["{\"a\":}", "[1,]", "1 2", "\"a", "{\"a\" 1}", ""] {
            #expect(OrderedJSONParser.parse(broken) == nil, "\(broken)")
        }
    }

    @Test("A diff shows the lines that differ")
    func diff() {
        let text = LineDiff.text(expected: "a\nb\nc\n", actual: "a\nx\u{3000}\nc\n")
        #expect(text == "  1 a\n- 2 b\n+ 2 x\\u{3000}")
        #expect(LineDiff.text(expected: "a\n", actual: "a\n").isEmpty)
        #expect(LineDiff.text(expected: "a\r\n", actual: "a\n").contains("\\u{d}"))
    }
}
