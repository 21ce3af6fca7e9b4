package import JuiceCore

/// Every word on the counter's screens.
package struct CounterWording: Sendable {
    /// The language of all but what a customer hears.
    package let language: MessageLanguage

    /// The words in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    private func pick(_ ko: @autoclosure () -> String, _ en: @autoclosure () -> String) -> String {
        language.pick(ko: ko(), en: en())
    }
}

// MARK: Screens

extension CounterWording {
    /// The order screen's title.
    package var orders: String { pick("맛있는 쥬스를 만들어 드려요!", "Fresh juice, made for you!") }
    /// The stock screen's title, and what leads to it.
    package var stock: String { pick("재고 추가", "Stock") }
    package var yes: String { pick("예", "Yes") }
    package var no: String { pick("아니오", "No") }
    /// The button that books the differences and returns to the orders.
    package var close: String { pick("닫기", "Done") }
    /// The button that books the cells as counted.
    package var count: String { pick("실사", "Count") }
    /// The button that closes the shift.
    package var closeShift: String { pick("마감", "Close the day") }
    package var takeBack: String { pick("되돌리기", "Take back") }
    package var takenBack: String { pick("되돌림", "taken back") }
    package var latest: String { pick("최근 기록", "Latest") }
    /// The shift's business day, which stays that of the evening.
    package func day(_ date: String, hasPassed: Bool) -> String {
        hasPassed ? date + pick(" (자정 지남)", " (past midnight)") : date
    }
    package var today: String { pick("오늘", "Today") }
    /// The label of a juice that there is no fruit for.
    package var soldOut: String { pick("품절", "sold out") }
    /// The mark of an order in a list that stock did not suffice for.
    package var wasShort: String { pick("재료 부족", "short") }

    /// The number of pieces of a fruit that an order lacks.
    package func lacking(_ count: Int) -> String { pick("\(grouped(count))개 모자라요", "\(grouped(count)) short") }
    /// The current stock of a fruit, beside the cell in which it is edited.
    package func stockNow(_ count: Int) -> String { pick("지금 \(grouped(count))개", "now \(grouped(count))") }
    /// The message that nothing was entered as counted.
    package var noCount: String {
        pick("센 수를 칸에 적은 뒤 실사를 누르세요.", "Write what you counted into its cell, then press Count.")
    }

    /// The question before the shift is closed.
    package var closeQuestion: String { pick("오늘 영업을 마감할까요?", "Close the day?") }
    /// A sentence about the effect of closing the shift.
    package var closingMeans: String {
        pick("기록을 장부에 적용하고 모든 화면이 끝납니다.", "What was booked goes into the ledger, and all screens end.")
    }

    package var clockBehind: String {
        pick(
            "이 컴퓨터의 시계가 영업이나 마지막 기록보다 뒤에 있습니다. 시계를 맞추세요.",
            "This computer's clock is behind the shift or its latest booking. Set it right.")
    }
    /// The message that too many requests are waiting.
    package var crowded: String {
        pick("누른 것이 너무 많이 밀려 있습니다. 잠시 뒤 다시 누르세요.", "Too much is waiting. Press again in a moment.")
    }
}

// MARK: Answers

extension CounterWording {
    /// The question asked when stock did not suffice.
    package var shortage: String { Messages.shortage }

    /// The confirmation of an instruction that was carried out.
    package func done(_ action: Action, item: String, quantity: Int) -> String {
        let (head, tail) = Messages(language).moved(action, item: item)
        return action == .order ? head : head + grouped(quantity) + tail
    }

    /// A number of pieces of a fruit, such as `딸기 6개`.
    package func pieces(_ fruit: String, _ count: Int) -> String {
        "\(fruit) " + grouped(count) + pick("개", "")
    }

    /// The message that a request was booked before.
    package func repeated(_ text: String) -> String { pick("이미 기록했습니다: \(text)", "Booked before: \(text)") }

    /// The message that a request's id belongs to another one.
    package func taken(by text: String) -> String {
        pick(
            "이 화면에서는 이미 다른 것을 눌렀습니다(\(text)). 화면을 새로 열고 다시 누르세요.",
            "Something else was pressed on this page before (\(text)). Load the page again, and press once more.")
    }

    package var unknown: String {
        pick("알 수 없는 주문입니다. 화면을 새로 열어 보세요.", "Nobody here can read this. Load the page again.")
    }

    package var usedBefore: String {
        pick("지난 영업에서 이미 기록했습니다. 화면을 새로 여세요.", "It was booked in an earlier shift. Load the page again.")
    }

    package func moved(_ fruit: String, stock: Int) -> String {
        pick(
            "그 사이 \(fruit) 재고가 \(stock)개가 되었습니다. 다시 세어 주세요.",
            "There are \(stock) of \(fruit) by now. Count once more.")
    }

    package func tooFew(_ fruit: String, stock: Int) -> String {
        pick(
            "\(fruit)\(Particle.topic.behind(fruit)) \(stock)개뿐이라 그만큼 뺄 수 없습니다.",
            "There are only \(stock) of \(fruit), fewer than that.")
    }

    package var limit: String { pick("재고는 1조 개까지입니다.", "Stock ends at a million million pieces.") }

    package var notTakenBack: String { pick("되돌릴 수 없습니다.", "This cannot be taken back.") }

    /// The message that a row could not be written.
    package func notRecorded(_ text: String) -> String {
        pick(
            "기록하지 못했습니다. 아무것도 만들지 마세요. 카운터를 다시 열어야 합니다. (\(text))",
            "It could not be recorded: make nothing. The counter has to be opened again. (\(text))")
    }

    package func inDoubt(_ text: String) -> String {
        pick(
            "기록되었는지 알 수 없습니다. 카운터를 다시 열어 확인하세요. (\(text))",
            "Whether it was recorded cannot be told. Open the counter again and see. (\(text))")
    }

    package func ledgerOutOfReach(_ text: String) -> String {
        pick(
            "장부를 볼 수 없어 기록하지 않았습니다. 다시 눌러 보세요. (\(text))",
            "The ledger is out of reach, so nothing was booked. Press again. (\(text))")
    }

    package var closed: String { pick("마감했습니다.", "The shift is closed.") }
}
