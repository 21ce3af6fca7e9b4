import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// The index of a report folder.
@Suite struct ReportIndexTests {
    /// 33 kiwis' worth of orders on 10 kiwis: the second and the third are short; the last row is to be corrected.
    private static let orders = "id,item,quantity\nA-1,키위쥬스,3\nA-2,키위쥬스,2\nA-3,키위쥬스,6\nA-4,포도쥬스,1\n"
    /// Enough for all of it.
    private static let stock = "fruit,stock\n키위,100\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["orders.csv": Self.orders, "stock.csv": Self.stock])
    }

    /// Applies a file and puts the reports into a folder.
    private func run(
        _ path: String, to output: String, date: String? = nil, stock: String? = nil, ledger: LedgerRequest? = nil,
        _ change: (inout RunRequest) -> Void = { _ in }
    ) throws {
        var request = setup.request(path, ledger: ledger, output: output, date: date)
        request.input.stock = stock
        change(&request)
        _ = try setup.shop().run(request, notifying: MessageRecorder())
    }

    /// The lines of the list, cell by cell, and with them the page.
    private func index(
        _ folder: String = "r", language: MessageLanguage = .english
    ) throws -> (lines: [[String]], page: String) {
        #expect(try setup.shop().index(folder, language: language) == "\(folder)/index.html")
        let page = setup.text("\(folder)/index.html")
        let list = page.components(separatedBy: "<table class=\"nights\">").dropFirst().joined()
        let body = list.components(separatedBy: "<tbody>").dropFirst().joined().components(separatedBy: "</tbody>")[0]
        let lines = body.components(separatedBy: "</tr>").dropLast().map { line in
            line.replacingOccurrences(of: "<[^>]*>", with: "|", options: .regularExpression)
                .split(separator: "|").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
        }
        return (lines, page)
    }

    /// The open column of the list, each cell after the first cell of its line.
    private func open() throws -> [String] {
        try index("reports").lines.map { line in
            let figure = line.dropFirst().first { Int($0) != nil || $0 == "–" }
            return [line[0], figure].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test func runWithTwoReportSetsCountsOnce() throws {
        try run("orders.csv", to: "r/a", date: "2026-11-20", ledger: TestShop.ledger)
        try FileManager.default.copyItem(atPath: setup.path("r/a"), toPath: setup.path("r/b"))
        let content = try setup.shop().indexContent("r", language: .english)
        #expect(
            content.entries.map(\.name) == ["b"] && RunTotals(of: content.entries.compactMap(\.run)).sums.orders == 3)
        #expect(try index().lines.count == 1)
    }

    @Test func runsAreListedNewestFirst() throws {
        try run("orders.csv", to: "r/b", date: "2026-11-19")
        try run("orders.csv", to: "r/a", date: "2026-11-20")
        try run("orders.csv", to: "r/2026-11-18/x", date: "2026-11-18")
        try run("orders.csv", to: "r/z")
        try run("orders.csv", to: "r/c")
        let (lines, page) = try index()
        #expect(
            lines == [
                ["2026-11-20 (Fri)", "a", "–", "3", "2", "67%", "1", "3"],
                ["2026-11-19 (Thu)", "b", "–", "3", "2", "67%", "1", "3"],
                ["2026-11-18 (Wed)", "x", "–", "3", "2", "67%", "1", "3"],
                ["c", "–", "3", "2", "67%", "1", "3"], ["z", "–", "3", "2", "67%", "1", "3"],
            ])
        #expect(page.contains(#"<a href="2026-11-18/x/report.html#up-2">2026-11-18 (Wed)</a>"#))
        #expect(page.contains("There are 5 reports.</p>"))
        #expect(
            page.contains("Only with a ledger is it known which rows are still open.") && !page.contains("\"status"))
        #expect(
            page.contains(#"<td class="n">–</td><td class="n">15</td><td class="n">10</td><td class="n">67%</td>"#))
        #expect(page.prefix(300).contains(FolderIndexModel.generatorTag))
    }

    /// Its links lead to an index in any folder above, and show once an index has led to them.
    @Test func reportHasTheSameBytesInAnyFolder() throws {
        for output in ["r/2026-11-18/x", "elsewhere/deep/down"] {
            try run("orders.csv", to: output, date: "2026-11-18")
        }
        #expect(setup.text("elsewhere/deep/down/report.html") == setup.text("r/2026-11-18/x/report.html"))
    }

    @Test func emptyFolderHasAnIndex() throws {
        try setup.folder.write([], to: "r/.hidden/summary.json")
        let (lines, page) = try index(language: .korean)
        #expect(lines.isEmpty && page.contains("이 폴더에는 아직 보고서가 없습니다."))
        #expect(setup.reports("r") == [".hidden", "index.html"])
    }

    /// Applies a file in the shop, whose reports are beside its ledger.
    private func runInShop(
        _ path: String, to output: String, date: String? = nil, _ change: (inout RunRequest) -> Void = { _ in }
    ) throws {
        try run(path, to: "reports/" + output, date: date, ledger: TestShop.ledger, change)
    }

    @Test func retriedFailureFileSettlesAllItsRows() throws {
        try runInShop("orders.csv", to: "a", date: "2026-11-19")
        try runInShop("reports/a/restock.csv", to: "stock", date: "2026-11-19")
        try runInShop("reports/a/failure.csv", to: "b", date: "2026-11-20")
        // Rows that failed again are open in the retry.
        let (lines, page) = try index("reports")
        #expect(try open() == ["2026-11-20 (Fri) 1", "2026-11-19 (Thu) 0", "2026-11-19 (Thu) 0"])
        #expect(lines[0][1] == "b · failed rows run again")
        #expect(page.contains("Still open: 1 row to correct."))
        try setup.reverse(3)
        #expect(try open().contains("2026-11-19 (Thu) 3"), "the reversed retry settles nothing")
    }

    @Test func changedFailureFileSettlesRowsByID() throws {
        try runInShop("orders.csv", to: "a", date: "2026-11-20")
        try runInShop("reports/a/restock.csv", to: "stock", date: "2026-11-20")
        let rows = setup.text("reports/a/failure.csv").split(separator: "\n").map(String.init)
        // Only A-2, and A-4 corrected.
        let retry = [rows[0], rows[1], rows[3].replacing("포도쥬스", with: "망고쥬스")].joined(separator: "\n") + "\n"
        try setup.write(retry, to: "retry.csv")
        try runInShop("retry.csv", to: "b", date: "2026-11-20")
        #expect(try open() == ["2026-11-20 (Fri) 0", "2026-11-20 (Fri) 0", "2026-11-20 (Fri) 1"])
        #expect(try index("reports").page.contains("Still open: 1 row short of fruit."))
        // The id is applied, whatever the file.
        try setup.write("id,item,quantity\nA-3,키위쥬스,1\n", to: "other.csv")
        try runInShop("other.csv", to: "c", date: "2026-11-20")
        #expect(try index("reports").page.contains("Nothing left to do"))
    }

    @Test func idsAreFoundInFilesForExcel() throws {
        try setup.write(Self.orders.replacing("A-3", with: "=A-3"), to: "orders.csv")
        try runInShop("orders.csv", to: "a") { $0.isForExcel = true }
        let rows = setup.text("reports/a/failure.csv").components(separatedBy: "\r\n")
        try setup.write(rows[0] + "\r\n" + rows[2] + "\r\n", to: "retry.csv")
        try runInShop("reports/a/restock.csv", to: "b")
        try runInShop("retry.csv", to: "c")
        #expect(try open() == ["c 0", "b 0", "a 2"])
    }

    @Test func skippedRowsAreNotOpen() throws {
        try setup.write("id,item\nA-1,키위쥬스\nA-1,키위쥬스\n", to: "twice.csv")
        try runInShop("twice.csv", to: "a") { $0.input.columns = ["id=id"] }
        #expect(try open() == ["a 0"] && index("reports").page.contains("Nothing left to do"))
    }

    @Test func ledgerMayHaveAnyName() throws {
        try run("orders.csv", to: "reports/a", ledger: LedgerRequest(path: "my.sqlite"))
        #expect(try open() == ["a 3"])
    }

    /// A run is listed although its reports are elsewhere, or were replaced by those of another run.
    @Test func allRunsOfTheLedgerAreListed() throws {
        try run("orders.csv", to: "elsewhere/a", date: "2026-11-18", ledger: TestShop.ledger)
        for item in ["키위", "망고"] {
            try setup.write("item,quantity\n\(item),5\n", to: "goods.csv")
            try runInShop("goods.csv", to: "b", date: "2026-11-19")
        }
        let (lines, page) = try index("reports")
        #expect(
            lines.map { $0.prefix(2) } == [
                ["2026-11-19 (Thu)", "b · no orders"], ["2026-11-19 (Thu)", "b · no orders"],
                ["2026-11-18 (Wed)", "a"],
            ])
        #expect(page.components(separatedBy: "href=\"b/report.html").count == 2, "the second run has its reports there")
        #expect(page.contains("Look at this report first: 2026-11-18 (Wed) a</p>"))
    }

    @Test func reversedRunIsNeitherOpenNorCounted() throws {
        for folder in ["r", "reports"] {
            let setup = try TestShop(["orders.csv": Self.orders, "goods.csv": "item,quantity\n키위,5\n"])
            try setup.run("orders.csv", ledger: TestShop.ledger, output: folder + "/a", date: "2026-11-19")
            try setup.reverse(1)
            try setup.run("goods.csv", ledger: TestShop.ledger, output: folder + "/b", date: "2026-11-20")
            let content = try setup.shop().indexContent(folder, language: .english)
            #expect(content.entries.map { $0.run?.reversedBy } == [nil, 2] && content.totals.sums.orders == 0)
            #expect(content.totals.open.total == 0 && content.tracksOpenRows == (folder == "reports"))
        }
    }

    @Test func otherFoldersAreListedAsUnreadable() throws {
        try run("orders.csv", to: "r/good", date: "2026-11-19")
        for (name, content) in [
            ("broken", "{"), ("foreign", "{\"schema\": 2}"), ("newer", "{\"schema\": 99}"), ("bytes", "\u{0}"),
        ] {
            try setup.write(content, to: "r/\(name)/summary.json")
        }
        try setup.folder.write([], to: "r/photos/fruit.jpg")
        try setup.folder.write([], to: "r/to-buy/plan.json")
        try setup.folder.write([], to: "r/note.txt")
        let date = setup.text("r/good/summary.json").replacing("2026-11-19", with: "2026-11-31")
        try setup.write(date, to: "r/date/summary.json")
        let (lines, page) = try index(language: .korean)
        #expect(lines.map { $0[0] } == ["2026-11-19 (목)", "broken", "bytes", "date", "foreign", "newer", "photos"])
        #expect(lines.dropFirst().allSatisfy { $0[1] == "읽을 수 없는 보고서" && $0[2] == "–" })
        #expect(page.contains("보고서가 7개 있습니다."))
    }

    @Test func hostileFoldersDoNotBlockTheIndex() throws {
        try run("orders.csv", to: "r/good")
        let path = setup.path("r")
        let names = ["<script>alert(1)</script>", "a\nb", "\"'&{{x}}", "\u{202E}evil", "../x"]
        for name in names where !name.contains("..") {
            #expect(symlink("good", path + "/link" + name.replacing("/", with: "")) == 0)
            let folder = name.replacing("/", with: "\\")
            #expect(mkdir(path + "/" + folder, 0o777) == 0)
        }
        #expect(mkdir(path + "/" + String(repeating: "긴", count: 85), 0o777) == 0)
        var bytes = Array((path + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        #expect(mkdir(&bytes, 0o777) == 0)
        #expect(symlink(".", path + "/loop") == 0 && mkdir(path + "/pipe", 0o777) == 0)
        #expect(mkfifo(path + "/pipe/summary.json", 0o666) == 0 && mkfifo(path + "/fifo", 0o666) == 0)
        #expect(mkdir(path + "/deep", 0o777) == 0 && symlink("../good", path + "/deep/good") == 0)
        try setup.folder.write([], to: "r/large/summary.json")
        #expect(truncate(path + "/large/summary.json", 1 << 30) == 0)
        try setup.folder.write([], to: "r/linked/x")
        #expect(symlink("../good/summary.json", path + "/linked/summary.json") == 0)
        let (lines, page) = try index()
        #expect(lines.count == 11 && lines.filter { $0[1] == "cannot be read" }.count == 10)
        #expect(!page.contains("<script") && !page.contains("\u{202E}"))
        #expect(page.contains("a\\u{a}b") && page.contains("&lt;script&gt;"))
    }

    @Test func longListIsTruncatedWithANote() throws {
        let folder = setup.path("r")
        try run("orders.csv", to: "r/9999", date: "2026-11-20")
        for number in 0..<1_000 {
            #expect(mkdir("\(folder)/\(number)-" + String(repeating: "<", count: 100), 0o777) == 0)
        }
        let (lines, page) = try index()
        #expect(page.utf8.count <= HTML.lengthMax && lines.count == FolderIndexModel.listedRunsMax)
        #expect(page.contains("970 older reports are not listed, but are counted in the totals."))
        #expect(lines.first?.first == "2026-11-20 (Fri)")
    }

    @Test func foreignPageIsKept() throws {
        try run("orders.csv", to: "r/a")
        for content in ["", "<!DOCTYPE html><title>mine</title>"] {
            try setup.write(content, to: "r/index.html")
            let error = #expect(throws: BatchError.self) { try setup.shop().index("r", language: .korean) }
            #expect(error.map { ExitReason(of: $0) } == .foreignOutput)
            #expect(setup.text("r/index.html") == content)
        }
        #expect(unlink(setup.path("r/index.html")) == 0)
        #expect(symlink("a/report.html", setup.path("r/index.html")) == 0)
        #expect(throws: BatchError.self) { try setup.shop().index("r", language: .korean) }
    }
}
