import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

@Suite struct WordingTests {
    @Test func theContractsSentences() {
        #expect(Messages.served("딸기쥬스") == "딸기쥬스 나왔습니다! 맛있게 드세요!")
        #expect(Messages.shortage == "재료가 모자라요. 재고를 수정할까요?")
        for action in [Action.order, .discard] {
            #expect(Messages.failure(.insufficientStock, action: action, cell: "", nearest: nil) == Messages.shortage)
        }
    }

    @Test func everyFailureIsSaidInKoreanAndShort() {
        for code in OutcomeCode.failures {
            for action in Action.allCases.map({ Optional($0) }) + [nil] {
                let text = Messages.failure(code, action: action, cell: "칸", nearest: nil)
                #expect(text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(code)")
                #expect(text.count < 100, "\(code)")
            }
        }
        for action in Action.allCases {
            let (head, tail) = Messages.moved(action, fruit: "키위")
            #expect(head.hasPrefix("키위"))
            #expect(action == .order ? tail.isEmpty : tail.hasSuffix("습니다."))
        }
    }

    @Test func failuresNameWhatIsAtFault() {
        let nearest = Messages.failure(.unknownItem, action: .order, cell: "딸기주수", nearest: "딸기쥬스")
        #expect(nearest.contains("딸기주수") && nearest.contains("딸기쥬스"))
        #expect(Messages.failure(.unknownAction, action: nil, cell: "buy", nearest: nil).contains("buy"))
        let quantity = Messages.failure(.invalidQuantity, action: .restock, cell: "-1", nearest: nil)
        #expect(quantity.contains("-1") && quantity.contains("1,000,000,000"))
        let long = Messages.failure(.unknownItem, action: nil, cell: String(repeating: "긴", count: 500), nearest: nil)
        #expect(long.count < 120)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
        (1_000_000_000_000, "1,000,000,000,000"),
    ])
    func numbersAreGrouped(value: Int, text: String) {
        #expect(grouped(value) == text)
    }

    /// What `check` says of one row with the built-in menu.
    private func problem(_ action: String, _ item: String) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("action,item\n\(action),\(item)\n".utf8), to: "a.csv")
        let spool = try TextSpool(folder: folder.path)
        _ = try ReportRun.run(path, menu: .builtIn, sink: ProblemSink(menu: .builtIn, spool: spool))
        var bytes: [UInt8] = []
        try spool.read { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("order", "딸기주수", "딸기쥬스"), ("order", "바나나즈스", "바나나쥬스"), ("order", "strawbery", "딸기쥬스"), ("restock", "딸가", "딸기"),
        ("count", "망꼬", "망고"), ("", "파인애풀", "파인애플"), ("order", "망고키위쥬쓰", "망고키위쥬스"), ("discard", "bananna", "바나나"),
    ])
    func offersTheNearestName(action: String, item: String, nearest: String) throws {
        let text = try problem(action, item)
        #expect(text.hasPrefix("a.csv:2: unknown_item: "))
        #expect(text.contains("'\(nearest)'"), "\(text)")
    }

    @Test(arguments: [("order", "아메리카노"), ("restock", "수박"), ("", "x"), ("restock", "딸기쥬스쥬스")])
    func offersNothingFarAway(action: String, item: String) throws {
        let text = try problem(action, item)
        #expect(text.hasPrefix("a.csv:2: unknown_item: "))
        for name in Menu.builtIn.fruits.map(\.name) + Menu.builtIn.juices.map(\.name) {
            #expect(!text.contains("'\(name)'"), "\(text)")
        }
    }

    @Test func problemsAreHarmlessOnATerminal() throws {
        let text = try problem("order", "\u{1B}[31m빨강\u{202E}")
        #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("빨강"))
    }
}
