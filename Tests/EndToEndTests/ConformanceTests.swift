import TestSupport
import Testing

/// What the well-known collections of CSV files hold (the rules of RFC 4180, csv-spectrum, csv-test-data), in files of
/// our own: read through a header of any names, every cell comes out byte for byte, or the file is refused.
@Suite struct ConformanceTests {
    /// A file whose first column is the item's, and what its rows hold; nil where it is refused.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let rows: [[String]]?

        init(_ name: String, _ text: String, _ rows: [[String]]?) {
            testDescription = name
            self.text = text
            self.rows = rows
        }
    }

    static let cases: [Case] = [
        // RFC 4180, section 2
        Case(
            "records end with CRLF", "h,b,c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx\r\n",
            [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        Case("no line end behind the last record", "h,b\r\nzzz,yyy", [["zzz", "yyy"]]),
        Case("spaces are part of a cell", "h,b,c\r\na , b ,  \r\n", [["a ", " b ", "  "]]),
        Case("cells in quotes", "h,b,c\r\n\"aaa\",\"bbb\",ccc\r\n", [["aaa", "bbb", "ccc"]]),
        Case(
            "a line end in quotes", "h,b,c\r\n\"aaa\",\"b\r\nbb\",ccc\r\nzzz,yyy,xxx",
            [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        Case("a doubled quote", "h,b,c\r\n\"aaa\",\"b\"\"bb\",ccc\r\n", [["aaa", "b\"bb", "ccc"]]),
        // csv-spectrum
        Case(
            "comma in quotes", "first,last,address\nJohn,Doe,\"120 any st., Anytown, WW\"\n",
            [["John", "Doe", "120 any st., Anytown, WW"]]),
        Case("empty cells", "a,b,c\n1,\"\",\"\"\n2,3,4\n", [["1", "", ""], ["2", "3", "4"]]),
        Case("empty cells, CRLF", "a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", [["1", "", ""], ["2", "3", "4"]]),
        Case("escaped quotes", "a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", [["1", "ha \"ha\" ha"], ["3", "4"]]),
        Case(
            "JSON in a cell", "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [102.0, 0.5]}\"\n",
            [["1", "{\"type\": \"Point\", \"at\": [102.0, 0.5]}"]]),
        Case(
            "line ends in cells", "a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n7,8,9\n",
            [["1", "2", "3"], ["Once upon \na time", "5", "6"], ["7", "8", "9"]]),
        Case(
            "quotes and line ends", "a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n", [["1", "ha \n\"ha\" \nha"], ["3", "4"]]),
        Case("simple", "a,b,c\n1,2,3\n", [["1", "2", "3"]]),
        Case("simple, CRLF", "a,b,c\r\n1,2,3\r\n", [["1", "2", "3"]]),
        Case("letters of other scripts", "a,b,c\n1,2,3\n4,5,ʤ\n", [["1", "2", "3"], ["4", "5", "ʤ"]]),
        Case("places and numbers", "x,y,n\n-122.5,37.7,\"São Paulo, 東京\"\n", [["-122.5", "37.7", "São Paulo, 東京"]]),
        // csv-test-data
        Case("all cells empty is no row", "a,b\n,\n1,\n", [["1", ""]]),
        Case("an empty cell", "a,b,c\nx,,c\n", [["x", "", "c"]]),
        Case("an empty cell in the middle of a column", "a,b\n1,x\n,y\n", [["1", "x"], ["", "y"]]),
        Case("a leading space", "a,b\n x, y\n", [[" x", " y"]]),
        Case("a trailing space", "a,b\nx ,y \n", [["x ", "y "]]),
        Case("one column", "a\nb\nc\n", [["b"], ["c"]]),
        Case("empty quotes", "a,b,c\n\"x\",\"\",\"z\"\n", [["x", "", "z"]]),
        Case("a comma in quotes", "a,b\n\"x,y\",z\n", [["x,y", "z"]]),
        Case("a quote in quotes", "a,b\n\"x\"\"y\",z\n", [["x\"y", "z"]]),
        Case("nothing but a quote", "a,b\n\"\"\"\",\"\"\"\"\"\"\n", [["\"", "\"\""]]),
        Case("a space in quotes", "a,b\n\" x \",\" \"\n", [[" x ", " "]]),
        Case("a header alone", "a,b,c\n", []),
        Case("Hangul and emoji", "a,b\n딸기,🍓\n", [["딸기", "🍓"]]),
        Case(
            "a decomposed syllable stays so", "a,b\nx,\u{1104}\u{1161}\u{11AF}\n", [["x", "\u{1104}\u{1161}\u{11AF}"]]),
        // dialects
        Case("CR alone", "a,b\rx,y\rz,\"1\r2\"\r", [["x", "y"], ["z", "1\r2"]]),
        Case(
            "all line ends in one file", "a,b\r\nx,1\ny,2\rz,3\r\n\n\r\rw,4",
            [["x", "1"], ["y", "2"], ["z", "3"], ["w", "4"]]),
        Case("semicolons, commas in cells", "a;b\nx;1,5\n", [["x", "1,5"]]),
        Case("tabs, quotes", "a\tb\nx\t\"1\t2\"\n", [["x", "1\t2"]]),
        Case("pipes", "a|b|c\nx||\"|\"\n", [["x", "", "|"]]),
        Case("sep= says the delimiter", "sep=;\na;b\nx;1\n", [["x", "1"]]),
        Case("a mark before a quoted header", "\u{FEFF}\"a\",\"b\"\nx,1\n", [["x", "1"]]),
        Case("control characters", "a,b\nx,\u{1}\u{1A}\u{7F}\u{85}\n", [["x", "\u{1}\u{1A}\u{7F}\u{85}"]]),
        Case("a mark within", "a,b\nx,\u{FEFF}y\n", [["x", "\u{FEFF}y"]]),
        Case("a backslash escapes nothing", "a,b\nx,\"\\\\\"\"\"\n", [["x", "\\\\\""]]),
        Case("apostrophes quote nothing", "a,b,c\nx,'y,z'\n", [["x", "'y", "z'"]]),
        // refused
        Case("a quote that is not closed", "a,b\nx,\"y\n", nil),
        Case("a quote that is closed twice", "a,b\n\"x\"\",y\n", nil),
        Case("a quote in a cell", "a,b\nx\"y,z\n", nil), Case("a quote at the end of a cell", "a,b\nxy\",z\n", nil),
        Case("text behind a quote", "a,b\n\"x\"y,z\n", nil), Case("a space behind a quote", "a,b\n\"x\" ,z\n", nil),
        Case("a space before a quote", "a,b\n \"x\",z\n", nil),
        Case("a backslash before a quote", "a,b\n\"x\\\"y\",z\n", nil),
        Case("NUL", "a,b\nx,\0\n", nil), Case("an unclosed header", "a,\"b\nx,y\n", nil),
    ]

    /// The columns that hold nothing but figures, by the case.
    static let figures = [
        "empty cells": ["b", "c"], "empty cells, CRLF": ["b", "c"], "line ends in cells": ["b", "c"],
        "letters of other scripts": ["b"], "all line ends in one file": ["b"],
    ]

    @Test(arguments: cases)
    func readsAsMeantOrRefuses(example: Case) throws {
        let shop = try Shop(["a.csv": example.text])
        let body = example.text.unicodeScalars.drop { $0 == "\u{FEFF}" || $0 == "\"" }
        let start = example.text.hasPrefix("sep=") ? body.dropFirst(6) : body
        let name = PlainText.string(start.prefix { !"\",;\t|\r\n".unicodeScalars.contains($0) })
        let result = try shop.run(
            ["run", "a.csv", "--column", "item=\(name)", "--output", "out", "--fail-on", "none"]
                + Self.figures[example.testDescription, default: []].flatMap { ["--accept", $0] })
        guard let rows = example.rows else {
            #expect(result.exit == 65)
            return
        }
        #expect(result.exit == 0, "\(result.errorText)")
        // No first cell is a juice or fruit but 딸기, which wants a quantity: whatever was read stands in failure.csv.
        let failures = ReportSet.rows(shop.folder.read("out/failure.csv") ?? []).dropFirst()
        #expect(shop.lines("out/success.csv").count == 1)
        #expect(failures.count == rows.count)
        for (failure, row) in zip(failures, rows) where failure[6] != "wrong_field_count" {
            #expect(bytes(failure.dropFirst(10)) == bytes(row.dropFirst()))
            #expect(PlainText.same(failure[4], PlainText.trimmed(row[0])))
        }
        for (failure, row) in zip(failures, rows) where failure[6] == "wrong_field_count" {
            #expect(PlainText.same(failure[9], PlainCSVWriter.record(row)))
        }
    }

    private func bytes(_ cells: some Sequence<String>) -> [[UInt8]] { cells.map { Array($0.utf8) } }
}
