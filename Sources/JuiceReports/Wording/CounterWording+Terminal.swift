// What only the terminal's screens say.
extension CounterWording {
    // MARK: Heads of columns

    package var juiceHead: String { language.pick(ko: "쥬스", en: "Juice") }
    package var possibleHead: String { language.pick(ko: "가능", en: "Can make") }
    package var fruitHead: String { language.pick(ko: "과일", en: "Fruit") }
    package var nowHead: String { language.pick(ko: "지금", en: "Now") }
    package var newHead: String { language.pick(ko: "새 재고", en: "New") }
    package var changeHead: String { language.pick(ko: "차이", en: "Change") }
    package var onHandHead: String { language.pick(ko: "재고", en: "Stock") }

    // MARK: Lines

    /// So many cups.
    package func cupCount(_ cups: Int) -> String {
        language.pick(ko: "\(grouped(cups))잔", en: counted(cups, "cup"))
    }

    /// So many more there are than shown.
    package func more(_ count: Int) -> String { language.pick(ko: "외 \(count)가지", en: "and \(count) more") }

    /// The day in figures: orders and cups served, orders that were short, orders that were cancelled.
    package func figures(orders: Int, cups: Int, short: Int, cancelled: Int) -> String {
        let head = language.pick(
            ko: "주문 \(grouped(orders))건, 나간 잔 \(grouped(cups))",
            en: "\(counted(orders, "order")), \(counted(cups, "cup")) served")
        let rest = [
            short > 0 ? language.pick(ko: "모자란 주문 \(grouped(short))건", en: "\(grouped(short)) short") : nil,
            cancelled > 0 ? language.pick(ko: "취소 \(grouped(cancelled))건", en: "\(grouped(cancelled)) cancelled") : nil,
        ]
        return ([head] + rest.compactMap(\.self)).joined(separator: ", ")
    }

    /// What a juice was short of.
    package func shortOf(_ juice: String, missing: String) -> String {
        language.pick(ko: "\(juice): \(missing) 모자람", en: "\(juice): short of \(missing)")
    }

    // MARK: Sentences

    package var tooFast: String {
        language.pick(ko: "너무 빨라서 받지 않은 주문이 있습니다.", en: "Orders that came too fast were not taken.")
    }

    /// What is said of what was taken back: what that came to.
    package func tookBack(_ text: String) -> String { language.pick(ko: "되돌렸습니다. \(text)", en: "Taken back. \(text)") }

    package var recording: String { language.pick(ko: "기록하는 중입니다.", en: "Being booked.") }

    /// What was said of the first of some bookings, and how many more there were.
    package func andMore(_ text: String, _ count: Int) -> String {
        count == 0 ? text : text + " " + language.pick(ko: "(외 \(count)건)", en: "(and \(count) more)")
    }

    package func tooSmall(_ columns: Int, _ rows: Int) -> String {
        language.pick(ko: "창이 너무 작습니다(\(columns)x\(rows)부터).", en: "Window too small (\(columns)x\(rows) needed).")
    }

    // MARK: Keys

    /// What the keys of the order screen do.
    ///
    /// - Parameter juices: how many have a digit of their own.
    package func orderKeys(_ juices: Int) -> String {
        language.pick(
            ko: "1-\(juices) 주문  s 재고 추가  u 되돌리기  q 마감  ? 도움말",
            en: "1-\(juices) order  s stock  u take back  q close  ? help")
    }

    package var listKeys: String {
        language.pick(ko: "화살표로 고르기  u 되돌리기  Esc 돌아가기", en: "up, down choose  u take back  Esc back")
    }

    package var questionKeys: String { language.pick(ko: "y 예  n 아니오", en: "y yes  n no") }

    package var stockKeys: String {
        language.pick(ko: "-/+ 또는 숫자로 고침  Esc 닫기  c 실사  ? 도움말", en: "-/+ or digits change  Esc done  c count  ? help")
    }

    package var helpKeys: String { language.pick(ko: "아무 키나 누르면 돌아갑니다.", en: "Any key leads back.") }

    package var help: String { language.pick(ko: "도움말", en: "Help") }

    /// The page of help: keys, and what they do; a line without keys heads what follows.
    package var helpLines: [(keys: String, text: String)] {
        switch language {
        case .korean:
            [
                ("", "주문 화면"),
                ("1-9", "쥬스 한 잔 주문 (품절이어도 눌러 두면 수요로 남음)"),
                ("위 아래 Enter", "쥬스를 골라 주문"),
                ("u", "최근 기록에서 골라 되돌리기 (Tab으로도 이동)"),
                ("s", "재고 추가 화면"),
                ("q", "마감"),
                ("", "재고 추가 화면"),
                ("왼쪽 오른쪽 - +", "한 개씩 빼고 더하기 (누르고 있으면 빨라짐)"),
                ("0-9", "새 재고를 숫자로 넣기, Delete는 고치기 전으로"),
                ("Esc", "닫기: 늘어난 만큼 입고, 줄어든 만큼 폐기로 기록"),
                ("c", "실사: 고친 칸을 센 개수로 기록"),
                ("", "언제나"),
                ("Ctrl-C", "마감하고 끝내기"),
                ("Ctrl-L", "화면 다시 그리기"),
                ("", "같은 쥬스 키를 누르고 있어도 한 잔만 주문됩니다."),
            ]
        case .english:
            [
                ("", "Orders"),
                ("1-9", "order a cup (a sold-out one too: that is demand)"),
                ("up down Enter", "choose a juice and order it"),
                ("u", "choose one of the latest and take it back (or Tab)"),
                ("s", "the stock screen"),
                ("q", "close the day"),
                ("", "Stock"),
                ("left right - +", "one less, one more (faster when held)"),
                ("0-9", "type the new stock; Delete undoes"),
                ("Esc", "done: a rise is a restock, a fall a discard"),
                ("c", "count: changed cells are what was counted"),
                ("", "Always"),
                ("Ctrl-C", "close the day and end"),
                ("Ctrl-L", "draw the screen anew"),
                ("", "A juice's key that is held down orders one cup."),
            ]
        }
    }
}
