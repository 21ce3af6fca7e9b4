import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

/// What is said of a row that has not as many cells as it should.
@Suite struct WidthWordingTests {
    /// A file whose last row is of the wrong width, and what is said of that row in English.
    struct Example: Sendable, CustomTestStringConvertible {
        var text: String
        var said: String
        var testDescription: String { text }

        init(_ text: String, _ said: String) {
            self.text = text
            self.said = said
        }
    }

    static let examples: [Example] = [
        Example("구분,과일,수량,비고\n입고,바나나,1,200,\n", "4 cells expected, 5 found. Cells 3 to 4 look like one number"),
        Example("품목,단가,수량,메모\n바나나쥬스,3,500,2,\n", "4 cells expected, 5 found. Cells 2 to 3 look like one number"),
        Example("과일,수량\n딸기,1,200,300\n", "2 cells expected, 4 found. Cells 2 to 4 look like one number"),
        Example("item,quantity\n키위쥬스,1,\n", "2 cells expected, 3 found. Delete what delimiters are too many"),
        Example("item,quantity,,\n키위쥬스,1,,,\n", "2 cells expected, 5 found. Delete what delimiters"),
        Example(
            "item,memo,quantity\n키위쥬스,no ice, please,2\n", "3 cells expected, 4 found. Cells 2 to 3 look like one:"),
        Example(
            "item,quantity\n\u{1A}\n",
            "2 cells expected, 1 found. This is only a mark of the file's end (0x1A, Ctrl-Z)."),
        Example("item;quantity\n딸기;1;200\n", "2 cells expected, 3 found. Check quotes"),
        Example("item,quantity,memo\n키위쥬스,2,a,b,c\n", "3 cells expected, 5 found. Cells 3 to 5 look like one:"),
        Example("item,quantity\n수박,1,x\n", "2 cells expected, 3 found. Check quotes and delimiters."),
        Example("item,memo,note\n키위쥬스,a,b,c\n", "3 cells expected, 4 found. Check quotes"),
        Example("item,quantity\n키위쥬스;1\n", "2 cells expected, 1 found. Cell 1 holds another delimiter, ';'."),
        Example("item,quantity\n키위쥬스\t1\n", "2 cells expected, 1 found. Cell 1 holds another delimiter, '\\t'."),
        Example("item,memo,quantity\n키위쥬스,\"a\n키위쥬스,b\"\n", "3 cells expected, 2 found. Cell 2 spans several"),
        Example(
            "id,action,item,quantity\n1,order키위쥬스,2\n",
            "4 cells expected, 3 found. A delimiter seems to be missing in cell 2"),
        Example("id,action,item,quantity,memo\n8,주문\n", "5 cells expected, 2 found. Check quotes"),
        Example("item\n키위쥬스,1\n", "1 cell expected, 2 found. Check quotes"),
        Example(
            "item\n키위쥬스" + String(repeating: ",x", count: 1_000) + "\n", "1 cell expected, 1001 found. Check quotes"),
        Example(
            "file,line,id,action,item,quantity,code,message,shortage,raw\na,4,,,,,wrong_field_count,,,\"8,주문\"\n",
            "This row had the wrong number of cells before."),
    ]

    @Test(arguments: examples)
    func saysWhatIsLikelyWrong(example: Example) throws {
        let english = try problems(example.text, .english)
        #expect(english.hasPrefix("a.csv:2: wrong_field_count: \(example.said)"), "\(english)")
        #expect(try problems(example.text, .korean).unicodeScalars.contains { ("가"..."힣").contains($0) })
    }

    /// Rows of one width but with different faults are told apart, however many they are.
    @Test func eachRowIsToldOfItsOwn() throws {
        let rows = ["키위쥬스,1,", "딸기,1,200", "키위쥬스,1,,", "키위쥬스"]
        let text = "item,quantity\n" + (0..<200).map { rows[$0 % 4] + "\n" }.joined()
        let lines = try problems(text, .english).split(separator: "\n").map { $0.drop { $0 != " " } }
        #expect(lines.count == 200)
        for (number, line) in lines.enumerated() { #expect(line == lines[number % 4]) }
        #expect(Set(lines.prefix(4)).count == 4)
    }

    /// However many columns there are, few cells of a row are read to find out where it went wrong.
    @Test func wideRowsAreDiagnosedInLittleTime() throws {
        let columns = (0..<198).map { "memo \($0)" }
        let header = (["item"] + columns + ["quantity"]).joined(separator: ",")
        let rows = (0..<3_000).map {
            "키위쥬스," + columns.map { "\($0)\($0.count)" }.joined(separator: ",") + ",x\($0),1\n"
        }
        let start = ContinuousClock.now
        let lines = try problems(header + "\n" + rows.joined(), .english).split(separator: "\n")
        #expect(lines.count == 3_000 && lines.allSatisfy { $0.contains("200 cells expected, 201 found. Check quotes") })
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    /// A row that fits the header of a text: without any the whole input would be in doubt.
    private func fittingRow(of text: String) -> String {
        let header = text.prefix { $0 != "\n" }
        let delimiter: Character = header.contains(";") ? ";" : ","
        return header.split(separator: delimiter, omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "x" }.joined(separator: String(delimiter)) + "\n"
    }

    /// What is said of the rows of a text that have the wrong number of cells.
    private func problems(_ text: String, _ language: MessageLanguage) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array((text + fittingRow(of: text)).utf8), to: "a.csv")
        let spillFile = try TextSpool(folder: folder.path)
        _ = try ReportRun.run(
            path, menu: .builtIn,
            sink: ProblemSink(
                menu: .builtIn, language: language, form: ProblemLine(ink: .plain, language: .korean),
                spillFile: spillFile))
        var bytes: [UInt8] = []
        try spillFile.read { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains(": wrong_field_count: ") }.map { $0 + "\n" }.joined()
    }
}
