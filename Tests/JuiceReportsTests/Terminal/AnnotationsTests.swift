import JuiceBatch
import JuiceReports
import Testing

@Suite struct AnnotationsTests {
    /// A workflow shows `%0A` as a line end; a line end as it is would begin a new command.
    @Test func lineEndsAreEscapedAsAWorkflowReadsThem() {
        let header = ["a\nb\r", "100%", "c\u{1B}[1m"]
        let refusal = Refusal(file: "a.csv", line: 3, reason: .noItemColumn(header: header, likelyLine: nil))
        let line = Annotations(language: .english).line(refusal, path: "x/a,b.csv")
        #expect(line.hasPrefix("::error file=x/a%2Cb.csv,line=3,title=no_item_column::"))
        #expect(line.contains("'a%0Ab%0D', '100%25', 'c\\u{1b}[1m'"), "\(line)")
        #expect(line.split(whereSeparator: \.isNewline).count == 1)
    }
}
