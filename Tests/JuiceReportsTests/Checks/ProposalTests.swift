import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

@testable import JuiceInspect

@Suite struct ProposalJSONTests {
    @Test func writesListsOnOneLine() {
        var proposal = SettingsProposal()
        proposal.header = .find
        proposal.columns = [
            .id: .composite([.column("번호"), .column("#"), .occurrence]), .item: .single("A+B"), .quantity: .none,
        ]
        proposal.replacements = [
            .init(role: .item, from: "[\"BEST\"]", to: "딸바쥬스"), .init(role: .action, from: "정상", to: "order"),
        ]
        proposal.only = [.init(column: "분류", value: "쥬스"), .init(column: "분류", value: "")]
        proposal.fill = ["번호"]
        proposal.decimal = .point
        proposal.dayStart = DayStart("06:00")
        #expect(
            proposal.json(menu: "menu.csv").settingsText == #"""
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

    @Test func numbersQuestionsAndShowsWhatSettlesThem() throws {
        var settings = SettingsProposal()
        settings.accept = ["H"]
        let question = SettingsQuestion(.column(.unit, header: "H", cells: ["box"]), [(.meansNothing, settings)])
        let inspection = Inspection(
            inputs: [], existing: .init(), proposal: .init(), description: .init(), questions: [question, question],
            before: .init(), after: .init())
        // There is nothing to write down, so no file is shown.
        let empty = SettingsProposal().json().settingsText
        let text = InspectionText.render(inspection, settings: empty, .english, on: .plain)
        #expect(!text.contains("{}") && empty == "{}\n")
        #expect(
            text.split(separator: "\n").suffix(4) == [
                "  1. Does column 'H' contain a unit other than cups? 'box'",
                #"     1) if the column does not affect stock: "accept": ["H"]"#,
                "  2. Does column 'H' contain a unit other than cups? 'box'",
                #"     1) if the column does not affect stock: "accept": ["H"]"#,
            ])
    }
}
