import JuiceShop
import Testing

@Suite struct OutputPatternTests {
    @Test(arguments: [
        ("reports", "reports"), ("reports/{date}", "reports/2026-11-20"), ("{name}", "night"),
        ("a/{date}-{name}/{date}", "a/2026-11-20-night/2026-11-20"), ("", ""),
    ])
    func bracesStandForDateAndName(pattern: String, folder: String) throws {
        #expect(
            try OutputPattern.folder(pattern, date: "2026-11-20", inputs: ["till/night.csv", "b.csv"]) == folder)
    }

    @Test(arguments: [
        ("-", "stdin"), ("a.b.csv", "a.b"), (".hidden", ".hidden"), ("딸기", "딸기"), ("x/{date}.csv", "{date}"),
    ])
    func nameIsThatOfTheFirstInputWithoutExtension(input: String, name: String) throws {
        #expect(try OutputPattern.folder("{name}", date: nil, inputs: [input, "b.csv"]) == name)
    }

    @Test(arguments: [
        ("{day}", "{day}"), ("a/{Date}", "{Date}"), ("a/{", "{"), ("a}", "}"), ("{}", "{}"), ("{date}{date", "{date"),
        ("{{name}}", "{{name}"),
    ])
    func anythingElseInBracesIsAMistake(pattern: String, found: String) {
        #expect(throws: OutputPattern.Mistake.unknown(found)) {
            try OutputPattern.folder(pattern, date: "2026-11-20", inputs: ["night.csv"])
        }
    }

    @Test func aDateThatNobodyGaveIsAMistake() {
        #expect(throws: OutputPattern.Mistake.noDate) {
            try OutputPattern.folder("{date}", date: nil, inputs: ["night.csv"])
        }
    }
}
