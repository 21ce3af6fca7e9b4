import TestSupport
import Testing

/// Totals, checksums, the order of a day, cancels and asserts, worked out by hand.
@Suite("Plain days")
struct PlainDayTests {
    @Test(
        "Totals rows",
        arguments: [
            // Item cell or one before it; any cell where the item cell is empty; any width.
            ("메모,메뉴명,수량\n,키위쥬스,2\n합 계,,2\n", nil), ("메모,메뉴명,수량\n,키위쥬스,2\n,합계,2\n,,합계\n", "total"),
            ("메모,메뉴명,수량\n,키위쥬스,2\n총계\n합계,,,,9\n", nil), ("메뉴명,수량,메모\n키위쥬스,2,합계\n", "unclear"),
            ("메뉴명,수량,메모\n키위쥬스,2,\n,2,합계\n", nil),
            // All of it, or since the totals row before, whether that had a figure or not.
            ("메뉴명,수량\n키위쥬스,2\n합계,2\n망고쥬스,3\n합계,3\n총계,5\n", nil), ("메뉴명,수량\n키위쥬스,2\n합계\n망고쥬스,3\n합계,3\n", nil),
            ("메뉴명,수량\n키위쥬스,2\n합계,2\n망고쥬스,3\n합계,4\n", "total"),
            // Cancels taken off or left out; an empty quantity is 0; unreadable ones too.
            ("구분,메뉴명,수량\n,키위쥬스,5\n취소,키위쥬스,-2\n,키위쥬스,\n,키위쥬스,x\n,합계,3개\n", nil),
            ("구분,메뉴명,수량\n,키위쥬스,5\n취소,키위쥬스,2\n,합계,5\n", nil), ("구분,메뉴명,수량\n,키위쥬스,5\n취소,키위쥬스,2\n,합계,7\n", "total"),
            ("메뉴명,수량\n키위쥬스,9000000\n합계,\"9,000,000\"\n", nil), ("메뉴명,수량\n합계,-0\n", nil), ("메뉴명,수량\n합계,모름\n", "total"),
            // With a row of the wrong width above, it is not checked.
            ("메뉴명,수량\n키위쥬스,5\n망고쥬스\n합계,7\n", nil), ("메뉴명,수량\n키위쥬스,5\n합계,7\n망고쥬스\n", "total"),
            ("메뉴명\n키위쥬스\n합계\n", nil),
        ])
    func totals(text: String, expected: String?) {
        let exportSettings = PlainExportSettings.with { $0.totals = ["합계", "총계"] }
        let found = exportSettings.stop(text)
        #expect((found?.contains("total_mismatch") == true) == (expected == "total"), "\(found ?? "done")")
        #expect((found?.contains("unclear_row") == true) == (expected == "unclear"), "\(found ?? "done")")
    }

    @Test("With and without ignored rows")
    func ignoredTotals() {
        let exportSettings = PlainExportSettings.with {
            $0.totals = ["합계"]
            $0.ignore = [.init(column: "메모", value: "x")]
        }
        for (sum, isRight) in [(5, true), (8, true), (3, false)] {
            let text = "메뉴명,수량,메모\n키위쥬스,5,\n키위쥬스,3,x\n합계,\(sum),\n"
            #expect((exportSettings.stop(text) == nil) == isRight)
        }
    }

    @Test("Expectations")
    func expectations() {
        let text = "구분,메뉴명,수량\n,키위쥬스,\n,키위쥬스,5\n취소,키위쥬스,2\n입고,키위,9\n주문,없는것,1\n,없는것,7\n주문,키위쥬스,x\n"
        var exportSettings = PlainExportSettings.with { $0.expectedRows = 7 }
        #expect(exportSettings.stop(text) == nil)
        exportSettings.options.expectedQuantity = 5
        #expect(exportSettings.stop(text) == nil)
        exportSettings.options.expectedQuantity = 6
        #expect(exportSettings.stop(text) == "run:0: total_mismatch")
        exportSettings.options.expectedRows = 8
        #expect(exportSettings.stop(text, text + "\"") == "b.csv:9: bad_quoting")
    }

    @Test("Checksums")
    func checksums() {
        let text = "메뉴명\n키위쥬스\n"
        let digest = PlainSHA256.hex(Array(text.utf8))
        let other = String(repeating: "0", count: 64)
        func stop(_ checksum: String) -> String? {
            guard case .stopped(let exit, let refusal) = PlainExportSettings().result([text], checksums: [checksum])
            else {
                return nil
            }
            return refusal?.description ?? "\(exit)"
        }
        #expect(stop("\(digest)  a.csv\n") == nil)
        #expect(stop("\(digest.uppercased()) *a.csv") == nil)
        #expect(stop("\(other)  a.csv\n") == "a.csv:1: checksum_mismatch")
        #expect(stop("\(digest)  b.csv\n") == nil)
        #expect(stop("\(other)  b.csv\n\(digest)  a.csv\n") == nil)
        #expect(stop("\(other)  b.csv\n\(digest)  c.csv\n") == "66")
        #expect(stop("") == "66")
        #expect(stop("\(digest)\n") == "66")
        #expect(stop("\(digest.dropLast())x  a.csv\n") == "66")
    }

    @Test("The order in which things happened")
    func sequence() throws {
        let exportSettings = PlainExportSettings.with { $0.sequence = .time }
        let early = "메뉴명,시각\n키위쥬스,18:00\n키위쥬스,18:05\n키위쥬스\n키위쥬스,모름\n키위쥬스,18:02\n"
        let newest = "시각,메뉴명\n18:06,망고쥬스\n18:05,망고쥬스\n18:05,망고쥬스\n,망고쥬스\n18:01,망고쥬스\n"
        let run = try exportSettings.run(early, newest)
        #expect(
            run.outcomes.map { "\($0.row.file.prefix(1))\($0.row.line) \($0.code ?? "")" } == [
                "a2 ", "b6 ", "a6 ", "a3 ", "a4 wrong_field_count", "a5 invalid_time", "b5 invalid_time", "b4 ", "b3 ",
                "b2 ",
            ])
        // An input without times stands between two groups; one whose times cannot be read comes first in its own.
        let stock = "과일\n키위\n"
        let groups = try exportSettings.run(newest, stock, early, "메뉴명,시각\n망고쥬스,어제\n")
        #expect(
            groups.outcomes.map { "\($0.row.file.prefix(1))\($0.row.line)" } == [
                "a6", "a5", "a4", "a3", "a2", "b2", "d2", "c2", "c6", "c3", "c4", "c5",
            ])
        // Of another kind than the first.
        let kinds = try exportSettings.run(
            "메뉴명,시각\n없는것,2026-11-20\n키위쥬스,18:00\n키위쥬스,2026-11-20 17:00\n키위쥬스,17:00\n키위쥬스,19:00\n")
        #expect(kinds.viewModel == ["5 order 1", "2 unknown_item", "3 order 1", "4 invalid_time 1", "6 order 1"])
    }

    @Test("The day's start, and dates beside times")
    func dayStart() throws {
        var exportSettings = PlainExportSettings.with {
            $0.sequence = .time
            $0.dayStartMinutes = 300
        }
        #expect(try exportSettings.run("메뉴명,시각\n키위쥬스,01:00\n키위쥬스,18:00\n").viewModel == ["3 order 1", "2 order 1"])
        let beside = "메뉴명,날짜,시각\n키위쥬스,2026-11-20,18:00\n"
        #expect(exportSettings.stop(beside) == "a.csv:2: unclear_column")
        #expect(PlainExportSettings().stop(beside) == nil)
        exportSettings.options.accept = ["날짜"]
        #expect(exportSettings.stop(beside) == nil)
        exportSettings.options.accept = []
        exportSettings.options.columns = [.init(role: .time, parts: [.column("영업일자"), .column("시각")])]
        let business = "메뉴명,영업일자,시각\n키위쥬스,2026-11-20,01:00\n키위쥬스,2026-11-20,23:00\n키위쥬스,,23:00\n키위쥬스,2026-11-21,05:00\n"
        #expect(
            try exportSettings.run(business).viewModel == ["3 order 1", "4 invalid_time 1", "2 order 1", "5 order 1"])
    }

    @Test("Cancels")
    func cancels() throws {
        let run = try PlainExportSettings(stock: "fruit,stock\n키위,999999999995\n망고,2\n").run(
            """
            id,action,item,quantity
            1,취소,키위쥬스,1
            2,order,키위쥬스,2
            2,cancel,키위쥬스,1
            3,cancel,키위쥬스,-1
            4,restock,키위,6
            5,cancel,키위쥬스,1
            6,order,망고쥬스,1
            3,cancel,kiwi,1
            """)
        #expect(
            run.viewModel == [
                "2 nothing_to_cancel 1", "3 order 2", "4 id_conflict 1", "5 cancel 1", "6 restock 6", "7 stock_limit 1",
                "8 insufficient_stock 1", "9 already_processed 1",
            ])
        let juice = try #require(run.summary["juices"]?.elements[2])
        #expect(juice["cancelled"]?.int == 1 && juice["cups_cancelled"]?.int == 1 && juice["cups_served"]?.int == 2)
        let kiwi = try #require(run.summary["fruits"]?.elements[3])
        #expect(kiwi["used"]?.int == 3 && kiwi["closing"]?.int == 999_999_999_998 && kiwi["peak_deficit"]?.int == 0)
        // Cups of earlier runs can be cancelled, and used is below zero then.
        var exportSettings = PlainExportSettings(ledger: PlainLedger())
        try exportSettings.record("메뉴명,수량\n키위쥬스,2\n")
        let later = try exportSettings.run("구분,메뉴명,수량\n취소,키위쥬스,3\n취소,키위쥬스,2\n취소,키위쥬스,1\n")
        #expect(later.viewModel == ["2 nothing_to_cancel 3", "3 cancel 2", "4 nothing_to_cancel 1"])
        #expect(later.summary["fruits"]?.elements[3]["used"]?.int == -6)
    }

    @Test("Asserts")
    func asserts() throws {
        let text = """
            id,action,item,quantity
            1,assert,키위,1000
            2,order,키위쥬스,1
            1,재고확인,키위,1000
            3,재고확인,키위,997
            3,재고확인,키위,997
            3,order,키위쥬스,1
            2,assert,키위,997
            4,assert,키위,1000000000001
            """
        let run = try PlainExportSettings().run(text)
        #expect(
            run.viewModel == [
                "2 assert 1000", "3 order 1", "4 assertion_failed 1000", "5 assert 997", "6 assert 997",
                "7 id_conflict 1",
                "8 id_conflict 997", "9 invalid_quantity",
            ])
        // Asserts make no input known.
        var ledger = PlainLedger()
        ledger.record(try PlainExportSettings(ledger: ledger).run("구분,과일,수량\n재고확인,키위,1000\n"), inputs: [[1]])
        ledger.record(try PlainExportSettings(ledger: ledger).run(text), inputs: [[2]])
        #expect(!ledger.knows([1]) && ledger.knows([2]))
    }

    @Test("Headers that say what their names are")
    func headers() throws {
        #expect(try PlainExportSettings().run("메뉴명\n딸기\nbanana\n").viewModel == ["2 missing_action", "3 order 1"])
        #expect(
            try PlainExportSettings().run("fruit,수량\n딸기쥬스,1\nbanana,1\n없음,1\n").viewModel == [
                "2 missing_action", "3 restock 1", "4 unknown_item",
            ])
        #expect(
            try PlainExportSettings().run("상품,수량\n딸기쥬스,1\n딸기,1\nbanana,1\n").viewModel == [
                "2 order 1", "3 restock 1", "4 missing_action",
            ])
    }

    @Test("Codes that failure.csv keeps")
    func keptCodes() throws {
        let text = """
            file,line,id,action,item,quantity,code,message,shortage,raw
            a,2,1,x,키위쥬스,1,ignored,,,
            a,3,2,order,키위쥬스,1,invalid_time,,,
            a,4,2,order,키위쥬스,1,assertion_failed,,,
            """
        let run = try PlainExportSettings().run(text)
        #expect(run.viewModel == ["2 ignored", "3 invalid_time 1", "4 order 1"])
        #expect(run.exit == 4)
    }
}
