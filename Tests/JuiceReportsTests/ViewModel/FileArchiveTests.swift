import JuiceReports
import Testing

/// What the shelves are still good for, said whatever came of the night.
@Suite struct FileArchiveTests {
    private static let full = "restock,딸기,90\nrestock,바나나,90\nrestock,파인애플,90\nrestock,키위,90\nrestock,망고,90\n"

    private func report(_ rows: String, _ language: MessageLanguage) throws -> [String] {
        let viewModel = ReportViewModel(try ReportRun.model("action,item,quantity\n" + rows, language))
        return [MarkdownReport.render(viewModel), try HTMLReport.render(viewModel)]
    }

    @Test(arguments: [
        (
            full + "count,키위,0\ncount,망고,1\n",
            ["품절입니다. 재료를 채우세요: 키위쥬스, 망고쥬스, 망고키위쥬스."],
            ["Sold out, for lack of fruit: 키위쥬스, 망고쥬스, 망고키위쥬스."]
        ),
        (
            full + "order,키위쥬스,20\ncount,키위,59\n", ["더 만들 수 있는 것은 키위쥬스 19잔(이번에 20잔 만듦)입니다."],
            ["What can still be made: 키위쥬스 19 cups (20 sold)."]
        ),
        (
            full + "count,딸기,0\ncount,바나나,0\ncount,키위,0\ncount,망고,0\ncount,파인애플,0\n",
            ["모든 쥬스가 품절입니다. 재료를 채우세요."], ["All juices are sold out. They need fruit."]
        ),
        // An empty night tells it as well, and so does one that short orders.
        ("", ["품절입니다. 재료를 채우세요: 딸기쥬스."], ["Sold out, for lack of fruit: 딸기쥬스."]),
        ("order,키위쥬스,90\n", ["품절입니다. 재료를 채우세요: 딸기쥬스.", "채우세요: 키위"], ["Sold out", "Restock"]),
    ])
    func whatIsSoldOutOrWillNotLastIsToldWithWhatToDo(
        rows: String, korean: [String], english: [String]
    ) throws {
        for (language, sentences) in [(MessageLanguage.korean, korean), (.english, english)] {
            let model = try ReportRun.model("action,item,quantity\n" + rows, language)
            let terminal = TerminalSummary.render(model, folder: nil, on: .plain)
            let report = try report(rows, language)
            for sentence in sentences {
                #expect(report.first?.contains(sentence) == true, "\(report)")
                #expect(report.allSatisfy { $0.contains(sentence.prefix(4)) })
                let isOfReports = sentence.hasPrefix("채우세요") || sentence == "Restock"
                #expect(isOfReports || terminal.contains(sentence), "\(terminal)")
            }
        }
    }

    @Test func nothingIsToBeDoneWhereNothingIsMissing() throws {
        #expect(try report(Self.full + "order,키위쥬스,1\n", .korean).allSatisfy { $0.contains("없습니다.") })
        #expect(try report("order,키위쥬스,1\n", .korean).allSatisfy { !$0.contains("없습니다.") })
    }

    /// What was cancelled was not sold.
    @Test func cancelledCupsAreNotSold() throws {
        let sold = Self.full + "order,키위쥬스,20\ncount,키위,59\n"
        #expect(try report(sold + "cancel,키위쥬스,1\n", .english).allSatisfy { !$0.contains("last another") })
    }
}
