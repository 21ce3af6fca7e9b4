import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@Suite struct ProposalJSONTests {
    private var proposal: SettingsProposal {
        var proposal = SettingsProposal()
        proposal.header = .find
        proposal.columns = [
            .id: .composite([.column("번호"), .column("#"), .place]), .item: .single("A+B"), .quantity: .none,
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
        let text = ProposalJSON.value(proposal, menu: "menu.csv").settingsText
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

    @Test func saysNothingOfNothing() {
        #expect(ProposalJSON.value(SettingsProposal()).settingsText == "{}\n")
    }

    @Test func keepsWhatAFileSaysBesides() {
        let others: [(String, JSONValue)] = [
            ("decimal", .string(",")), ("ledger", .string("l")), ("$schema", .string("s")),
        ]
        let text = ProposalJSON.value(ProposalJSON.value(proposal), besides: others).text
        let keys = OrderedJSONParser.parse(text)?.keys
        #expect(keys == ["$schema", "header", "columns", "values", "only", "fill", "decimal", "day_start", "ledger"])
        #expect(OrderedJSONParser.parse(text)?["decimal"]?.text == ".")
    }
}
