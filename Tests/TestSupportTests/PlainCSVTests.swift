import TestSupport
import Testing

/// Reading, writing and decoding, worked out by hand.
@Suite("Plain CSV reader")
struct PlainCSVTests {
    private func read(_ text: String, delimiter: Character = ",") -> PlainTable {
        PlainCSVReader.read(Array(text.utf8), delimiter: delimiter.asciiValue ?? 0)
    }

    @Test("Records carry the physical line they start on")
    func lines() {
        let table = read("a,b\r\n\r\n\"x\r\ny\",\"q\"\"\"\n\r1,\r\r\n2")
        #expect(table.badQuotingLine == nil)
        // Empty: line 2, line 5 (the CR alone) and line 7.
        #expect(table.emptyLines == 3)
        #expect(
            table.records == [
                PlainRecord(line: 1, cells: ["a", "b"]), PlainRecord(line: 3, cells: ["x\r\ny", "q\""]),
                PlainRecord(line: 6, cells: ["1", ""]), PlainRecord(line: 8, cells: ["2"]),
            ])
    }

    @Test(
        "Broken quoting and the line of the quote",
        arguments: [
            ("a\"b", 1), ("x\n a\"", 2), ("\"a\"b", 1), ("\"a\"b\n", 1), ("x\n\"a\nb\"c", 3), ("x\n\"a\n\nb", 2),
            ("\"a\" ,b", 1),
            (" \"a\"", 1), ("a,\"\n\"\"", 1), ("a\r\rb\"", 3), ("\"", 1),
        ])
    func broken(text: String, line: Int) {
        #expect(read(text).badQuotingLine == line)
    }

    @Test("The end of the text ends a record")
    func ends() {
        #expect(read("a,").records.map(\.cells) == [["a", ""]])
        #expect(read("\"a\"").records.map(\.cells) == [["a"]])
        #expect(read("\"\"").records.map(\.cells) == [[""]])
        #expect(read("a\n").records.count == 1)
        #expect(read("").records.isEmpty)
    }

    @Test("Quotes only where they are needed; a guard in front of formulas")
    func writing() {
        #expect(PlainCSVWriter.record(["a", " b ", "c,d", "e\"f", "g\rh", ""]) == "a, b ,\"c,d\",\"e\"\"f\",\"g\rh\",")
        let text = PlainCSVWriter.file([["=1", "''-x", "a", "'", "'a"]], excel: true)
        #expect(Array(text.utf8) == Array("\u{FEFF}'=1,'''-x,a,','a\r\n".utf8))
        #expect(
            ["'=1", "'''-x", "'a", "=1", "''"].map { PlainCSVWriter.unguarded($0) } == ["=1", "''-x", "'a", "=1", "''"])
    }

    @Test(
        "The header decides the delimiter",
        arguments: [
            ("a;b;c,d", ";", 1, 0), ("a,b;c", ",", 1, 0), ("\"a;b;c\",d", ",", 1, 0), ("a|b\tc", "\t", 1, 0),
            ("a", ",", 1, 0),
            ("sep=|\na;b", "|", 2, 0), ("sep=;\r\n\r\n;;\r\na,b,c", ";", 4, 2),
            ("\n \"\" ;,\t|\r\"\n\"\na\tb", "\t", 5, 3),
            ("sep=x\na,b", ",", 1, 0),
        ])
    func starts(text: String, delimiter: String, line: Int, blank: Int) {
        let start = PlainStart.find(Array(text.utf8))
        #expect(start?.delimiter == delimiter.utf8.first)
        #expect(start?.line == line)
        #expect(start?.blank == blank)
    }

    @Test("A text of blank rows has no header", arguments: ["", "\n", "sep=;", "sep=;\n", " ,\n;\r\"\""])
    func noHeader(text: String) {
        #expect(PlainStart.find(Array(text.utf8)) == nil)
    }

    @Test("Encodings", arguments: ["utf-8", "utf-16le", "utf-16be", "cp949"])
    func encodings(name: String) throws {
        let text = "메뉴,수량\r\n딸기쥬스,3\r\n똠방각하,1\n"
        let bytes = try #require(PlainEncoding.encode(text, as: name, mark: false))
        let decoded = PlainEncoding.decode(bytes, forced: nil)
        #expect(decoded.encoding == name)
        #expect(decoded.text == Array(text.utf8))
        #expect(decoded.badLine == nil)
        #expect(decoded.hasMark == name.hasPrefix("utf-16"))
    }

    @Test("Bytes that nobody can read, and their line")
    func badBytes() {
        // Without a mark the decoder that gets further says where; a run of Hangul is no CP949.
        let damaged = Array("카드\n".utf8) + [0xB5, 0xFE, 0x0A]
        #expect(PlainEncoding.decode(damaged, forced: nil).badLine == 2)
        #expect(PlainEncoding.decode(damaged, forced: nil).encoding == "utf-8")
        let mixed = [0xB5, 0xFE, 0x0A] + Array("카드\n".utf8)
        #expect(PlainEncoding.decode(mixed, forced: nil).badLine == 1)
        #expect(PlainEncoding.decode(mixed + [0x80], forced: nil).badLine == 3)
        #expect(PlainEncoding.decode(mixed, forced: "cp949").isCut == false)
        #expect(PlainEncoding.decode(Array("a\nb\r\n".utf8) + [0xFF, 0x0A], forced: nil).badLine == 3)
        #expect(PlainEncoding.decode([0xEF, 0xBB, 0xBF, 0x0D, 0xC0, 0xAF], forced: nil).badLine == 2)
        #expect(PlainEncoding.decode([0xFF, 0xFE, 0x0A, 0x00, 0x00, 0xD8, 0x61, 0x00], forced: nil).badLine == 2)
        #expect(PlainEncoding.decode([0xFE, 0xFF, 0x00, 0x61, 0x00], forced: nil).badLine == 1)
        #expect(PlainEncoding.firstInvalidUTF8([0x61, 0xED, 0xA0, 0x80]) == 1)
        #expect(PlainEncoding.firstInvalidUTF8([0xF4, 0x90, 0x80, 0x80]) == 0)
        #expect(PlainEncoding.firstInvalidUTF8(Array("가😀é".utf8)) == nil)
    }
}
