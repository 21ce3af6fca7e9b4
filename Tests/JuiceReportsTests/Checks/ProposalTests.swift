import JuiceBatch
import JuiceCore
import JuiceInspect
import JuiceReports
import TestSupport
import Testing

@Suite struct ProposalJSONTests {
    private var proposal: SettingsProposal {
        var proposal = SettingsProposal()
        proposal.header = .find
        proposal.columns = [
            .id: .composite([.column("번호"), .column("#"), .occurrence]), .item: .single("A+B"), .quantity: .none,
        ]
        proposal.rules.readings = [
            .init(role: .item, from: "[\"BEST\"]", to: "딸바쥬스"), .init(role: .action, from: "정상", to: "order"),
        ]
        proposal.rules.only = [.init(column: "분류", value: "쥬스"), .init(column: "분류", value: "")]
        proposal.rules.fill = ["번호"]
        proposal.decimal = .point
        proposal.dayStart = DayStart("06:00")
        return proposal
    }

    @Test func writesListsOnOneLine() {
        let text = proposal.json(menu: "menu.csv").settingsText
        #expect(
            text == #"""
                {
                  "header": "find",
                  "columns": {
                    "id": ["번호", "##", "#"],
                    "item": ["A+B"],
                    "quantity": ""
                  },
                  "values": {
                    "action": {
                      "정상": "order"
                    },
                    "item": {
                      "[\"BEST\"]": "딸바쥬스"
                    }
                  },
                  "only": {
                    "분류": ["쥬스", ""]
                  },
                  "fill": ["번호"],
                  "decimal": ".",
                  "day_start": "06:00",
                  "menu": "menu.csv"
                }

                """#)
    }

    @Test func emptyProposalIsNotShown() {
        #expect(SettingsProposal().json().settingsText == "{}\n")
    }

    @Test func keepsOtherMembersOfTheFile() {
        let others: [(String, JSONValue)] = [
            ("decimal", .string(",")), ("ledger", .string("l")), ("$schema", .string("s")),
        ]
        let text = proposal.json().adding(others).text
        let keys = OrderedJSONParser.parse(text)?.keys
        #expect(keys == ["$schema", "header", "columns", "values", "only", "fill", "decimal", "day_start", "ledger"])
        #expect(OrderedJSONParser.parse(text)?["decimal"]?.text == ".")
    }
}

@Suite struct QuestionMessagesTests {
    private static let kinds: [Ambiguity.Column] = [
        .quantity, .action, .cancellation, .unit, .variant, .location, .date,
    ]

    private static let subjects: [SettingsQuestion.Subject] =
        kinds.map { .column($0, header: "H", cells: ["c"]) } + [
            .reversedRows(header: "H", cells: ["void"]), .actionWords(header: "H", cells: ["free"]),
            .itemColumn(headers: ["A", "B"]),
            .unknownNames([
                SettingsQuestion.UnknownName(name: "kiwy", count: 1_200, nearest: "kiwi"),
                SettingsQuestion.UnknownName(name: "tea", count: 1, nearest: nil),
            ]),
            .kinds(header: "H", ofShop: ["juice"], others: ["tea"]), .namelessRows(count: 2, line: 7),
            .secondTable(item: "H"), .sharedNumbers(headers: ["H"]), .dateOrder(header: "H", example: "1/2/26"),
            .thousands(header: "H", example: "1,000"),
            .namelessColumn, .stock(header: "H", cells: ["40"]),
            .duplicateRows(header: "H", id: "T1", count: 2, line: 3),
            .cutOffIDs(header: "H", example: "2.02611E+11"), .quantities(header: "H", cells: ["0", "ERROR"]),
            .cupsInNames(["kiwi x2"]),
            .countLine(cell: "2 rows", line: 9),
            .otherExportSettings(file: "b.csv", role: .item, header: "H"),
        ]

    /// An inspection with these questions only.
    private func inspection(_ questions: [SettingsQuestion]) -> Inspection {
        Inspection(
            [], existing: SettingsProposal(), proposal: SettingsProposal(), questions: questions,
            before: TrialOutcome(), after: TrialOutcome())
    }

    private func texts(_ questions: [SettingsQuestion], _ language: MessageLanguage) throws -> [OrderedJSON] {
        let text = inspection(questions).json(settings: .object([]), language)
        return try #require(OrderedJSONParser.parse(text)?["questions"]).elements
    }

    @Test func questionsAreInBothLanguages() throws {
        let questions = Self.subjects.map { SettingsQuestion($0, []) }
        let english = try texts(questions, .english).compactMap { $0["text"]?.text }
        let korean = try texts(questions, .korean).compactMap { $0["text"]?.text }
        #expect(english.filter(hasHangul) == [])
        #expect(korean.filter { !hasHangul($0) } == [])
        #expect(Set(english).count == Self.subjects.count && Set(korean).count == Self.subjects.count)
    }

    @Test func answersAreExplainedInBothLanguages() throws {
        let answers = SettingsQuestion.Meaning.allCases.map { SettingsQuestion.Answer($0, SettingsProposal()) }
        let question = SettingsQuestion(.secondTable(item: "H"), answers)
        for language in MessageLanguage.allCases {
            let said = try #require(try texts([question], language).first?["answers"]).elements
            let texts = said.compactMap { $0["text"]?.text }
            #expect(texts.count == answers.count && Set(texts).count == answers.count)
            #expect(texts.allSatisfy { hasHangul($0) == (language == .korean) }, "\(texts)")
        }
    }

    @Test func numbersQuestionsAndShowsWhatSettlesThem() throws {
        var settings = SettingsProposal()
        settings.rules.accept = ["H"]
        let question = SettingsQuestion(
            .column(.unit, header: "H", cells: ["box"]), [SettingsQuestion.Answer(.meansNothing, settings)])
        let text = InspectionText.render(inspection([question, question]), settings: "{}\n", .english, on: .plain)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(
            lines.suffix(4) == [
                "  1. Does column 'H' contain a unit other than cups? 'box'",
                #"     1) if the column does not affect stock: "accept": ["H"]"#,
                "  2. Does column 'H' contain a unit other than cups? 'box'",
                #"     1) if the column does not affect stock: "accept": ["H"]"#,
            ])
        // There is nothing to write down, so no file is shown.
        #expect(!text.contains("{}"))
    }
}
