import TestSupport
import Testing

/// The settings for tills, sentence by sentence.
@Suite("Plain settings")
struct PlainSettingTests {
    private func columns(_ role: PlainRole, _ parts: PlainPart...) -> PlainExportSettings {
        PlainExportSettings.with { $0.columns = [.init(role: role, parts: parts)] }
    }

    @Test("Composites of an id")
    func compositeIDs() throws {
        let text = "영수증,메뉴명,수량\n7,키위쥬스,1\n7,키위쥬스,1\na/b,키위쥬스,1\n,키위쥬스,1\n7,망고쥬스,1,\n7,없는것,x\n"
        let run = try columns(.id, .column("영수증"), .place).run(text)
        #expect(run.ids == ["7/1", "7/2", "a//b/1", "", "", "7/3"])
        #expect(try columns(.id, .place).run(text).ids == ["1", "2", "3", "4", "", "5"])
        var dated = columns(.id, .date, .column("영수증"))
        #expect(dated.stop(text) == "64")
        dated.options.date = "2026-11-20"
        #expect(try dated.run(text).ids.prefix(3) == ["2026-11-20/7", "2026-11-20/7", "2026-11-20/a//b"])
        #expect(try dated.run(text).viewModel.prefix(2) == ["2 order 1", "3 already_processed 1"])
        #expect(run.summary["inputs"]?.elements.first?["columns"]?["id"]?.text == "영수증+#")
        // A part is an extra all the same, and may have a role of its own.
        #expect(run.extras.count == 1)
        let both = try columns(.id, .column("영수증"), .column("메뉴명"), .place).run(text)
        #expect(both.ids == ["7/키위쥬스/1", "7/키위쥬스/2", "a//b/키위쥬스/1", "", "", "7/없는것/1"])
    }

    @Test("Composites of other roles")
    func composites() throws {
        let text = "맛,종류,기타\n키위, 쥬스 ,x\n망고키위,,x\n"
        let exportSettings = columns(.item, .column("맛"), .column("종류"))
        #expect(try exportSettings.run(text).viewModel == ["2 order 1", "3 unknown_item"])
        #expect(exportSettings.stop("맛,기타\n키위쥬스,\n") == "a.csv:1: no_item_column")
        #expect(exportSettings.stop("메뉴명\n키위쥬스\n") == "64")
        #expect(exportSettings.stop("메뉴명\n키위쥬스\n", text) == nil)
        var settled = exportSettings
        settled.options.columns[0].isSettled = true
        #expect(settled.stop("메뉴명\n키위쥬스\n") == nil)
        #expect(columns(.id, .column("a"), .column("b")).stop("메뉴명,a\n키위쥬스,\n") == "a.csv:1: unclear_column")
        #expect(columns(.id, .column("a"), .column("a")).stop("메뉴명,a\n키위쥬스,\n") == nil)
        #expect(columns(.id, .column("a"), .place).stop("메뉴명,a,a\n키위쥬스,,\n") == "a.csv:1: duplicate_column")
    }

    @Test("Typed columns that nobody has, and files of our own")
    func typedColumns() {
        let own = "id,action,item,quantity\n1,order,키위쥬스,1\n"
        for change: (inout PlainOptions) -> Void in [
            { $0.columns = [.init(role: .id, name: "x")] }, { $0.accept = ["x"] }, { $0.fill = ["x"] },
            { $0.ignore = [.init(column: "x", value: "")] }, { $0.only = [.init(column: "x", value: "")] },
        ] {
            var exportSettings = PlainExportSettings.with(change)
            #expect(exportSettings.stop("메뉴명\n키위쥬스\n") == "64")
            #expect(exportSettings.stop("메뉴명\n키위쥬스\n\0") == "64")
            #expect(exportSettings.stop("\0") == "a.csv:1: nul_byte")
            #expect(exportSettings.stop(own) == nil)
            #expect(exportSettings.stop("메뉴명,x\n키위쥬스,\n", "메뉴명\n키위쥬스\n", own) == nil)
            exportSettings.options.settledKeys = ["accept", "fill", "ignore", "only"]
            for number in exportSettings.options.columns.indices {
                exportSettings.options.columns[number].isSettled = true
            }
            #expect(exportSettings.stop("메뉴명\n키위쥬스\n") == nil)
        }
    }

    @Test("Columns that are taken twice")
    func duplicates() {
        let text = "메뉴명,x,x\n키위쥬스,,\n"
        #expect(PlainExportSettings.with { $0.fill = ["x"] }.stop(text) == "a.csv:1: duplicate_column")
        #expect(PlainExportSettings.with { $0.accept = ["x"] }.stop(text) == nil)
        let twice = PlainExportSettings.with {
            $0.columns = [.init(role: .item, name: "x"), .init(role: .id, name: "X")]
        }
        #expect(twice.stop("x\n키위쥬스\n") == "a.csv:1: duplicate_column")
        // Of several times none is it until one is named.
        #expect(PlainExportSettings().stop("메뉴명,시각,일시\n키위쥬스,18:01,\n키위쥬스,18:00,\n") == nil)
        let named = PlainExportSettings.with { $0.columns = [.init(role: .time, name: "시각")] }
        #expect(named.stop("메뉴명,시각,일시\n키위쥬스,18:01,\n키위쥬스,18:00,\n") == "a.csv:3: unclear_sequence")
        // A header that is wrong in several ways.
        #expect(PlainExportSettings().stop("수량,수량\nx,x\n") == "a.csv:1: duplicate_column")
    }

    @Test("Values")
    func values() throws {
        var exportSettings = PlainExportSettings.with {
            $0.values = [
                .init(role: .action, from: "정상", to: "주문"), .init(role: .action, from: "", to: "입고"),
                .init(role: .action, from: "테스트", to: "ignore"), .init(role: .item, from: "kw", to: "Kiwi juice"),
                .init(role: .item, from: "봉투", to: "Ignore"),
            ]
        }
        let text = "구분,메뉴명\n 정상 ,KW\n테스트,봉투\n환불,봉투\n주문,봉투\n,봉투\n,kw\n정상,ignore\nignore,kw\n"
        let run = try exportSettings.run(text)
        #expect(
            run.viewModel == [
                "2 order 1", "3 ignored", "4 unknown_action", "5 ignored", "6 ignored", "7 unknown_item",
                "8 unknown_item 1", "9 unknown_action",
            ])
        #expect(run.failureRows[1][3] == "테스트")
        #expect(run.exit == 4)
        let all = try exportSettings.run("구분,메뉴명\n테스트,x\n")
        #expect(all.exit == 4 && all.summary["actions"]?["order"]?["failure"]?.int == 0)
        exportSettings.options.values[0].to = "없음"
        #expect(exportSettings.stop(text) == "64")
        exportSettings.options.settledKeys = ["values"]
        #expect(exportSettings.stop(text) == "78")
    }

    @Test("Ignore and only")
    func ignore() throws {
        var exportSettings = PlainExportSettings.with {
            $0.ignore = [.init(column: "상태", value: "취소"), .init(column: "상태", value: "")]
        }
        let text = "메뉴명,상태,수량\n키위쥬스, 취소,x\n없는것,,1\n키위쥬스,완료,1\n키위쥬스,취소\n"
        #expect(
            try exportSettings.run(text).viewModel == ["2 ignored", "3 ignored", "4 order 1", "5 wrong_field_count"])
        #expect(try exportSettings.run(text).failureRows[1][5] == "x")
        exportSettings = PlainExportSettings.with {
            $0.only = [.init(column: "상태", value: "완료"), .init(column: "메뉴명", value: "kiwi juice")]
        }
        #expect(
            try exportSettings.run(text).viewModel == ["2 ignored", "3 ignored", "4 ignored", "5 wrong_field_count"])
    }

    @Test("Fill")
    func fill() throws {
        let exportSettings = PlainExportSettings.with {
            $0.fill = ["영수증", "메뉴명"]
            $0.totals = ["소계"]
            $0.columns = [.init(role: .id, parts: [.column("영수증"), .place])]
        }
        let text = """
            영수증,메뉴명,수량
            ,키위쥬스,1
            7,,1

            ,망고쥬스,2
            소계,,4
            ,망고쥬스,1
            8,,1
            9
            ,,1
            """
        let run = try exportSettings.run(text)
        #expect(run.ids == ["", "7/1", "7/2", "", "8/1", "", ""])
        #expect(
            run.viewModel == [
                "2 order 1", "3 order 1", "5 order 2", "7 order 1", "8 order 1", "9 wrong_field_count",
                "10 missing_item",
            ])
        #expect(run.successRows[3].last == "")
        #expect(run.successRows[2][4] == "키위쥬스")
    }

    @Test("Negative quantities")
    func negative() throws {
        let text =
            "구분,메뉴명,수량\n,키위쥬스,3\n,키위쥬스,-1\n주문,없는것,-2\n입고,키위,-1\n취소,키위쥬스,－1\n주문,키위쥬스,--1\n주문,키위쥬스,(1)\n주문,키위쥬스,-0\n"
        var exportSettings = PlainExportSettings()
        let tail = [
            "5 invalid_quantity", "6 cancel 1", "7 invalid_quantity", "8 invalid_quantity", "9 invalid_quantity",
        ]
        #expect(try exportSettings.run(text).viewModel == ["2 order 3", "3 invalid_quantity", "4 unknown_item"] + tail)
        exportSettings.options.negative = .cancel
        #expect(try exportSettings.run(text).viewModel == ["2 order 3", "3 cancel 1", "4 unknown_item 2"] + tail)
        #expect(
            try exportSettings.run(text).failureRows.map { $0[3] } == [
                "action", "cancel", "restock", "order", "order", "cancel",
            ])
        exportSettings.options.negative = .ignore
        let ignored = ["2 order 3", "3 ignored", "4 unknown_item"] + tail.dropLast() + ["9 ignored"]
        #expect(try exportSettings.run(text).viewModel == ignored)
    }

    @Test(
        "Decimal marks",
        arguments: [
            ("1.000", nil, nil), ("1.000", ".", 1), ("1,000", ".", 1_000), ("1,000", ",", 1), ("1.000", ",", 1_000),
            ("1.200,0", ",", 1_200), ("1,200.000", nil, nil), ("1,200.000", ".", 1_200), ("1.0", ",", nil),
            ("1,0", ",", 1),
            ("1,0", ".", nil), ("1,5", ",", nil), ("3잔", ",", 3),
        ] as [(String, Unicode.Scalar?, Int?)])
    func decimals(cell: String, decimal: Unicode.Scalar?, value: Int?) {
        #expect(PlainNumber.unsigned(cell, decimal: decimal) == value)
    }

    @Test("A header below titles")
    func headerFind() throws {
        var exportSettings = PlainExportSettings.with { $0.findsHeader = true }
        let run = try exportSettings.run("매출 내역;;\n,,\n기간: 오늘\n\n메뉴명,수량,x;y\n키위쥬스,2,z\n")
        let input = try #require(run.summary["inputs"]?.elements.first)
        #expect(input["titles"]?.int == 2 && input["blank"]?.int == 2 && input["header_line"]?.int == 5)
        #expect(run.viewModel == ["6 order 2"])
        #expect(try exportSettings.run("a;b\n메뉴명;수량\n키위쥬스;2\n").viewModel == ["3 order 2"])
        #expect(exportSettings.stop("a,b\nc,d\n") == "a.csv:1: no_header")
        #expect(exportSettings.stop("메뉴명,쥬스\nx,y\n") == "a.csv:1: no_header")
        #expect(exportSettings.stop("a\"b\n메뉴명\n") == "a.csv:1: bad_quoting")
        // Quoting above the header is strict under each delimiter.
        #expect(try exportSettings.run("x;\"a;b\"\n메뉴명;수량\n키위쥬스;2\n").viewModel == ["3 order 2"])
        #expect(exportSettings.stop("x\n" + String(repeating: "y\n", count: 98) + "메뉴명\n키위쥬스\n") == nil)
        #expect(
            exportSettings.stop("x\n" + String(repeating: "y\n", count: 99) + "메뉴명\n키위쥬스\n") == "a.csv:1: no_header")
        exportSettings.options.columns = [.init(role: .id, name: "번호")]
        #expect(try exportSettings.run("메뉴명\n메뉴명,번호\n키위쥬스,2\n").ids == ["2"])
        #expect(exportSettings.stop("메뉴명\n키위쥬스\n") == "a.csv:1: no_header")
        // A file of our own is one only if its first row says so.
        #expect(
            try PlainExportSettings.with { $0.findsHeader = true }.run("제목\nid,action,item,quantity\n").inputs[0]
                .ownKind == nil)
    }

    @Test("One delimiter too many")
    func trailing() throws {
        let exportSettings = PlainExportSettings.with {
            $0.dropsTrailing = true
            $0.totals = ["합계"]
        }
        #expect(try exportSettings.run("메뉴명,수량\n키위쥬스,1,\n망고쥬스,2, \n합계,3\n").viewModel == ["2 order 1", "3 order 2"])
        #expect(exportSettings.stop("메뉴명,수량\n키위쥬스,1,\n망고쥬스,2, \n합계,4,\n") == "a.csv:4: total_mismatch")
        #expect(try exportSettings.run("메뉴명,수량\n키위쥬스,1,\n망고쥬스,2\n").viewModel == ["2 wrong_field_count", "3 order 2"])
        #expect(try exportSettings.run("메뉴명,수량\n키위쥬스,1,\n망고쥬스,2,x\n키위쥬스,2\n").viewModel.last == "4 order 2")
        #expect(exportSettings.stop("메뉴명,수량\n키위쥬스,1,\n망고쥬스,2,x\n") == "a.csv:1: no_row_fits")
        #expect(PlainExportSettings().stop("메뉴명,수량\n키위쥬스,1,\n") == "a.csv:1: no_row_fits")
        #expect(try exportSettings.run("메뉴명,수량,\n키위쥬스,1,,\n").viewModel == ["2 order 1"])
    }

    @Test("What a shop writes down")
    func text() {
        var options = PlainOptions()
        options.columns = [
            .init(role: .id, parts: [.column("영수증"), .place]), .init(role: .item, name: "#"),
            .init(role: .time, name: ""),
        ]
        options.values = [.init(role: .action, from: "", to: "ignore")]
        options.ignore = [.init(column: "상태", value: "취소")]
        options.dayStartMinutes = 65
        let words = [
            "--column", "id=영수증+#", "--column", "item=##", "--column", "time=", "--value", "action:=ignore", "--ignore",
            "상태=취소", "--day-start", "01:05",
        ]
        #expect(options.arguments == words)
        #expect(options.settingsFile == nil)
        options.settledKeys = ["values", "ignore", "day_start"]
        for number in options.columns.indices { options.columns[number].isSettled = true }
        #expect(options.arguments == [])
        let file = """
            {"columns": {"id": ["영수증", "#"], "item": "##", "time": ""}, "values": {"action": {"": "ignore"}}, \
            "ignore": {"상태": ["취소"]}, "day_start": "01:05"}

            """
        #expect(options.settingsFile == file)
    }
}
