import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

@Suite struct MarkdownReportTests {
    /// A name of 100 bytes that no other number has.
    private func name(_ kind: String, _ number: Int, filler: String) -> String {
        let start = "\(kind)\(number)x"
        let count = (100 - start.utf8.count) / filler.utf8.count
        let text = start + String(repeating: filler, count: count)
        return text + String(repeating: "y", count: 100 - text.utf8.count)
    }

    @Test(arguments: ["긴", "<", "|"])
    func staysWithinItsLength(filler: String) throws {
        let fruits = (0..<1_000).map { Fruit(name: name("f", $0, filler: filler)) }
        let juices = (0..<10_000).map { number in
            let quantity = number % 2 == 0 ? 1 : 11
            return Juice(
                name: name("j", number, filler: filler),
                recipe: Recipe([.init(fruit: number % 1_000, quantity: quantity)]))
        }
        let menu = Menu(fruits: fruits, juices: juices)
        let orders = juices.map { "\"\($0.name)\"\n" }.joined() + "모름1\n모름2\n"
        let folder = try TemporaryFolder()
        let file = String(repeating: "이름", count: 40) + ".csv"
        let path = try folder.write(Array(("item\n" + orders).utf8), to: file)
        let sink = FirstFailuresSink(menu: menu, language: .korean)
        let result = try ReportRun.run(path, menu: menu, sink: sink)
        #expect(result.tally.count(.insufficientStock) >= 5_000)
        #expect(result.tally.count(.unknownItem) == 2)
        let model = ReportModel(
            language: .korean, menu: menu, result: result, first: sink.firstFailures,
            day: BusinessDay(date: "2026-11-20", source: .given))
        let viewModel = ReportViewModel(model)
        let text = MarkdownReport.render(viewModel)
        #expect(text.utf8.count <= 60_000)
        #expect(text.hasPrefix("# "))
        let page = try HTMLReport.render(viewModel)
        #expect(page.utf8.count <= 400_000 && page.utf8.count > 50_000)
        #expect(PlainMarkup.violations(in: page) == [])
        #expect(PlainMarkup.violations(in: StockImage.render(viewModel)) == [])
        #expect(text.contains("2026-11-20") && text.contains("summary.json") && text.contains("restock.csv"))
    }

    @Test func showsWhatWasShortAndWhatToDo() throws {
        let folder = try TemporaryFolder()
        let text =
            "action,item,quantity\norder,딸기쥬스,1\norder,키위쥬스,2\nrestock,망고,5\ndiscard,바나나,3\ncount,파인애플,7\norder,모름,1\n"
        let path = try folder.write(Array(text.utf8), to: "a_b.csv")
        let sink = FirstFailuresSink(menu: .builtIn, language: .korean)
        let result = try ReportRun.run(path, menu: .builtIn, sink: sink)
        let model = ReportModel(
            language: .korean, menu: .builtIn, result: result, first: sink.firstFailures)
        #expect(model.restocks == [6, 0, 0, 0, 0])
        let report = MarkdownReport.render(ReportViewModel(model))
        #expect(report.contains("딸기 **6개**"))
        #expect(report.contains("insufficient_stock") && report.contains("unknown_item"))
        #expect(report.contains(model.inputs[0].sha256))
        let fruits = result.tally.fruits
        #expect(fruits.map(\.closing) == [10, 7, 7, 4, 15])
        #expect(fruits.map(\.counted) == [0, 0, -3, 0, 0])
        #expect(fruits.map(\.lostOrders) == [1, 0, 0, 0, 0])
        #expect(fruits.map(\.peakDeficit) == [6, 0, 0, 0, 0])
    }
}
