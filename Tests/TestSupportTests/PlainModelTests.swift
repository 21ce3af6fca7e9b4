import TestSupport
import Testing

/// Days in a shop, worked out by hand.
@Suite("Plain model")
struct PlainModelTests {
    private func run(
        _ texts: [String], menu: String? = nil, stock: String? = nil, options: PlainOptions = PlainOptions()
    ) throws -> PlainRun {
        let inputs = texts.map { (name: "a.csv", bytes: Array($0.utf8)) }
        guard case .done(let run) = PlainModel.run(inputs: inputs, menu: menu, stock: stock, options: options) else {
            throw ProgramError(description: "refused")
        }
        return run
    }

    private func stop(_ text: String, menu: String? = nil, stock: String? = nil) -> (exit: Int?, refusal: String?) {
        let inputs = [(name: "a.csv", bytes: Array(text.utf8))]
        switch PlainModel.run(inputs: inputs, menu: menu, stock: stock) {
        case .done: return (nil, nil)
        case .stopped(let exit, let refusal): return (exit, refusal?.description)
        }
    }

    private func text(_ rows: [[String?]]) -> [String] {
        rows.map { PlainCSVWriter.record($0.map { $0 ?? "?" }) }
    }

    @Test("A day with every action")
    func day() throws {
        var options = PlainOptions()
        options.columns = [.init(role: .id, name: "번호")]
        let day = """
            번호,구분,메뉴,수량,메모
            1,주문,딸기 주스,,"a,b"
            2,입고,딸기,"1,000",
            3,order,Strawberry Banana Juice,2,x
            4,폐기,바나나,9,
            5,실사,키위,0,
            6,,망고쥬스,3잔,
            7,,kiwi,1,
            3,주문,딸바쥬스,2,
            3,주문,딸바쥬스,3,

            8,주문
            """
        let run = try run([day], options: options)
        #expect(
            text(run.successRows) == [
                "file,line,id,action,item,quantity,message,재고_딸기,재고_바나나,재고_파인애플,재고_키위,재고_망고,메모",
                "a.csv,3,2,restock,딸기,1000,?,1010,10,10,10,10,",
                "a.csv,4,3,order,딸바쥬스,2,딸바쥬스 나왔습니다! 맛있게 드세요!,990,8,10,10,10,x",
                "a.csv,6,5,count,키위,0,?,990,8,10,0,10,",
                "a.csv,7,6,order,망고쥬스,3,망고쥬스 나왔습니다! 맛있게 드세요!,990,8,10,0,1,",
            ])
        let short = "재료가 모자라요. 재고를 수정할까요?"
        #expect(
            text(run.failureRows) == [
                "file,line,id,action,item,quantity,code,message,shortage,raw,메모",
                "a.csv,2,1,order,딸기쥬스,1,insufficient_stock,\(short),딸기:6,,\"a,b\"",
                "a.csv,5,4,discard,바나나,9,insufficient_stock,\(short),바나나:1,,",
                // `kiwi` is a juice and a fruit; the header says 메뉴, so it is an order.
                "a.csv,8,7,order,키위쥬스,1,insufficient_stock,\(short),키위:3,,",
                "a.csv,9,3,order,딸바쥬스,2,already_processed,?,,,",
                "a.csv,10,3,order,딸바쥬스,3,id_conflict,?,,,",
                "a.csv,12,,,,,wrong_field_count,?,,\"8,주문\",",
            ])
        #expect(run.exit == 4)
    }

    @Test("The codes come in the contract's order")
    func codes() throws {
        let run = try run([
            """
            id,action,item,quantity
            1,refund,,x
            1,order,,x
            1,order,딸기,x
            1,,수박,x
            1,,strawberry,x
            1,restock,딸기,x
            1,restock,딸기,999999999999
            1,count,딸기,0
            """
        ])
        #expect(
            run.outcomes.map(\.code) == [
                "unknown_action", "missing_item", "unknown_item", "unknown_item", "missing_action", "invalid_quantity",
                "invalid_quantity", nil,
            ])
        #expect(
            run.failureRows.dropFirst().map { $0[3] } == ["refund", "order", "order", "", "", "restock", "restock"])
        #expect(
            run.summary["codes"]?.keys == [
                "unknown_action", "missing_item", "unknown_item", "missing_action", "invalid_quantity",
            ])
        let full = try self.run(["item,quantity\n딸기,3\n딸기,2\n"], stock: "fruit,stock\n딸기,999999999996\n")
        #expect(full.outcomes.map(\.code) == [nil, "stock_limit"])
    }

    @Test("The header says what a name of both kinds means")
    func bothKinds() throws {
        #expect(try run(["쥬스\nbanana\n"]).outcomes.map(\.action) == [.order])
        #expect(try run(["fruit,qty\nbanana,2\n"]).outcomes.map(\.action) == [.restock])
        #expect(try run(["상품\nbanana\nbanana juice\n"]).outcomes.map(\.action) == [nil, .order])
    }

    @Test("peak_deficit: what would have been needed beforehand")
    func peakDeficit() throws {
        // 키위 opens at 10. -6 = 4, -9 = -5 (short by 5), the same id again is left out, +20 = 15, -21 = -6.
        let run = try run([
            """
            id,action,item,quantity
            a,order,키위쥬스,2
            b,order,키위쥬스,3
            b,order,키위쥬스,3
            ,restock,키위,20
            ,discard,키위,21
            ,count,키위,4
            c,order,망고키위쥬스,5
            """
        ])
        let fruits = run.summary["fruits"]?.elements ?? []
        #expect(fruits.compactMap { $0["peak_deficit"]?.int } == [0, 0, 0, 6, 0])
        // b is missing 키위 twice, then c needs 5 of 4.
        #expect(fruits.compactMap { $0["lost_orders"]?.int } == [0, 0, 0, 3, 0])
        let kiwi = ["opening", "restocked", "discarded", "counted", "used", "closing"].map { fruits[3][$0]?.int }
        #expect(kiwi == [10, 20, 21, 1, 6, 4])
    }

    @Test("restock.csv: what the shortages need beyond closing stock")
    func restock() throws {
        let text = """
            id,item,quantity
            a,딸기쥬스,1
            a,딸기쥬스,5
            b,딸바쥬스,2
            c,바나나쥬스,6
            c,바나나쥬스,1

            """
        var options = PlainOptions()
        options.columns = [.init(role: .id, name: "id")]
        let run = try run([text], options: options)
        // Fallen short: a (16 딸기; its second row does not count), b (20 딸기, 2 바나나), c once, but c is used later.
        let digest = PlainSHA256.hex(Array((PlainSHA256.hex(Array(text.utf8)) + "\n").utf8)).prefix(12)
        #expect(
            run.restockRows == [
                ["id", "action", "item", "quantity"], ["restock-\(digest)-1", "restock", "딸기", "26"],
            ])
        #expect(run.stock == [10, 8, 10, 10, 10])
    }

    @Test("restock.csv: in parts, and not past the limit")
    func restockParts() throws {
        let menu = "juice,fruit,quantity\nx,배,10000\n"
        let run = try run(["item,quantity\nx,300000\n"], menu: menu)
        #expect(run.restockRows.dropFirst().map { $0[3] } == ["1000000000", "1000000000", "999999990"])
        let rows = String(repeating: "x,1000000\n", count: 101)
        let many = try self.run(["item,quantity\n" + rows], menu: menu)
        let sum = many.restockRows.dropFirst().compactMap { Int($0[3]) }.reduce(0, +)
        #expect(sum == PlainModel.stockLimit - 10)
    }

    @Test("failure.csv is an input; codes that are kept")
    func failureReport() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw,메모\n"
        let rows = """
            a,2,1,order,바나나쥬스,1,insufficient_stock,,,,m1
            a,3,1,order,바나나쥬스,1, already_processed ,,,,m2
            a,4,,,,,wrong_field_count,,,"'=8,주문",m3
            a,5,,order,바나나쥬스,,wrong_field_count,,,x,m4
            """
        let plain = try run([header + rows])
        #expect(plain.outcomes.map(\.code) == [nil, "already_processed", "wrong_field_count", nil])
        #expect(text(plain.failureRows).last == "a.csv,4,,,,,wrong_field_count,?,,\"'=8,주문\",m3")
        #expect(plain.summary["inputs"]?.elements.first?["rows"]?.int == 4)
        let marked = try run(["\u{FEFF}" + header + rows])
        #expect(text(marked.failureRows).last == "a.csv,4,,,,,wrong_field_count,?,,\"=8,주문\",m3")
    }

    @Test("Extras: the union, repeats, and cells to the byte")
    func extras() throws {
        let run = try run(["메모,item,메모\n 1 ,딸기쥬스,2\n", "item,x,메모\n딸기쥬스,3,4\n"])
        #expect(text(run.failureRows)[0].hasSuffix(",raw,메모,메모,x"))
        #expect(text(run.failureRows)[1].hasSuffix(", 1 ,2,"))
        #expect(text(run.failureRows)[2].hasPrefix("a.csv#2,2,"))
        #expect(text(run.failureRows)[2].hasSuffix(",4,,3"))
    }

    @Test("--column names and switches off")
    func columns() throws {
        var options = PlainOptions()
        options.columns = [.init(role: .item, name: "무엇"), .init(role: .quantity, name: "")]
        let run = try run(["무엇,item,수량\n바나나쥬스,a,1\n"], options: options)
        #expect(run.outcomes.map(\.quantity) == [1])
        #expect(text(run.successRows)[1].hasSuffix(",a,1"))
        let inputs = [(name: "a.csv", bytes: Array("item\n".utf8))]
        guard case .stopped(let exit, _) = PlainModel.run(inputs: inputs, options: options) else {
            Issue.record("an unknown column is accepted")
            return
        }
        #expect(exit == 64)
    }

    @Test(
        "Refusals",
        arguments: [
            ("", "a.csv:1: no_header"), ("\n\n고객,수량\n", "a.csv:3: no_item_column"),
            ("item,쥬스\n", "a.csv:1: duplicate_column"), ("item\n\"a\n", "a.csv:2: bad_quoting"),
            ("item\na\0\n", "a.csv:2: nul_byte"), ("item\na\"\0\n", "a.csv:2: bad_quoting"),
            ("item\n\"a\"\0\n", "a.csv:2: nul_byte"), ("item\n\"\n\0\n", "a.csv:3: nul_byte"),
            ("item,qty,qty\nx\"\n", "a.csv:1: duplicate_column"), ("\"\n", "a.csv:1: no_header"),
            ("file,line,id,action,item,quantity,message,재고_a\n", "a.csv:1: already_applied"),
            ("\n메모;message;quantity;item;action;id;line;FILE\n", "a.csv:1: already_applied"),
            ("memo,file,line,id,action,item,quantity,code,message,shortage,raw\n", "a.csv:1: changed_report"),
            ("\nid|action|item|quantity|code|raw\n", "a.csv:1: changed_report"),
            ("fruit,stock,\n", "a.csv:1: changed_report"), ("재고\t과일\n", "a.csv:1: changed_report"),
        ])
    func refusals(text: String, expected: String) {
        let (exit, found) = stop(text)
        #expect(exit == 65)
        #expect(found == expected)
    }

    @Test("Of several inputs headers come before rows, and earlier inputs before later ones")
    func severalInputs() {
        func stop(_ texts: [String]) -> String? {
            let inputs = texts.enumerated().map { (name: "\($0.offset)", bytes: Array($0.element.utf8)) }
            guard case .stopped(_, let refusal) = PlainModel.run(inputs: inputs) else { return nil }
            return refusal?.description
        }
        #expect(stop(["item\na\"\n", "x\n"]) == "1:1: no_item_column")
        #expect(stop(["item\na\"\n", "item\n\n\0\n"]) == "0:2: bad_quoting")
        #expect(stop(["item\n", "item\n\n\0\n"]) == "1:3: nul_byte")
    }

    @Test("Limits of fields, records and columns")
    func limits() {
        #expect(stop("item" + String(repeating: ",x", count: 256) + "\n").refusal == "a.csv:1: too_many_columns")
        #expect(stop("item" + String(repeating: ",x", count: 255) + "\n").exit == nil)
        #expect(stop("item\n" + String(repeating: "x", count: 65_537) + "\n").refusal == "a.csv:2: field_too_long")
        #expect(stop("item\n" + String(repeating: "x", count: 65_536) + "\n").exit == nil)
        // 16 cells of 65,535 bytes and one byte each are exactly 1 MiB.
        let cell = String(repeating: "x", count: 65_535) + ","
        let record = String(repeating: cell, count: 15) + cell.dropLast()
        let header = "item" + String(repeating: ",x", count: 15) + "\n"
        #expect(stop(header + record + "\n").exit == nil)
        #expect(stop(header + record + ",\n").refusal == "a.csv:2: record_too_long")
    }

    @Test(
        "Bad menus and stock files",
        arguments: [
            ("juice,fruit,quantity\nx,배,1\nx,배,2\n", nil), ("juice,fruit,quantity\nx,배,0\n", nil),
            ("juice,fruit\nx,배\n", nil), ("juice,fruit,quantity,alias\nx,배,1,z\ny,배,1,Z\n", nil),
            (nil, "fruit,stock\n배,1\n"), (nil, "fruit,stock\n딸기,1\nstrawberry,1\n"), (nil, "fruit,stock\n딸기,-1\n"),
        ] as [(String?, String?)])
    func badFiles(menu: String?, stock: String?) {
        #expect(stop("item\n", menu: menu, stock: stock).exit == 78)
    }

    @Test("An own menu keeps English names of built-in fruits and declares fruits alone")
    func ownMenu() throws {
        let menu = "메뉴,과일,수량,alias,fruit_alias\n,배,,,pear\nA-1,딸기,2,에이|A one,\nA-1,배,1,,\n"
        let run = try run(["item\nA1 Juice\na one\nPEAR\n"], menu: menu, stock: "과일,재고\nstrawberry,3\npear,9\n")
        #expect(run.menu.fruits.map(\.name) == ["배", "딸기"])
        #expect(run.outcomes.map(\.code) == [nil, "insufficient_stock", "invalid_quantity"])
        #expect(run.stock == [8, 1])
    }
}
