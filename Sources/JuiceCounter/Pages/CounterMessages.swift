internal import JuiceBatch
internal import JuiceCore
package import JuiceReports
internal import JuiceShop

/// The texts on the counter's screens; those for customers are always Korean.
extension MessageLanguage {
    var orders: String { pick(ko: "맛있는 쥬스를 만들어 드려요!", en: "Fresh juice, made for you!") }
    /// The stock screen's title, and the label of its link.
    var stock: String { pick(ko: "재고 추가", en: "Stock") }
    var yes: String { pick(ko: "예", en: "Yes") }
    var no: String { pick(ko: "아니오", en: "No") }
    /// The label of the button that books the changed stock and returns to the order screen.
    var close: String { pick(ko: "닫기", en: "Done") }
    var count: String { pick(ko: "실사", en: "Count") }
    var closeShift: String { pick(ko: "마감", en: "Close the day") }
    var undo: String { pick(ko: "되돌리기", en: "Undo") }
    var undone: String { pick(ko: "되돌림", en: "undone") }
    var latest: String { pick(ko: "최근 기록", en: "Latest") }
    /// The shift's business day, with a note if midnight has passed.
    func day(_ view: ShiftView) -> String {
        view.clock == .dayHasPassed ? view.date + pick(ko: " (자정 지남)", en: " (past midnight)") : view.date
    }
    var today: String { pick(ko: "오늘", en: "Today") }
    var soldOut: String { pick(ko: "품절", en: "sold out") }
    var wasShort: String { pick(ko: "재료 부족", en: "short") }
    func lacking(_ count: Int) -> String { pick(ko: "\(grouped(count))개 모자라요", en: "\(grouped(count)) short") }
    func stockNow(_ count: Int) -> String { pick(ko: "지금 \(grouped(count))개", en: "now \(grouped(count))") }
    var noCount: String { pick(ko: "센 수를 칸에 적은 뒤 실사를 누르세요.", en: "Enter what you counted, then press Count.") }
    var closeQuestion: String { pick(ko: "오늘 영업을 마감할까요?", en: "Close the day?") }
    var closingMeans: String {
        pick(ko: "기록을 장부에 적용하고 모든 화면을 닫습니다.", en: "All bookings are applied to the ledger, and all screens close.")
    }
    var clockEarlier: String {
        pick(
            ko: "이 컴퓨터의 현재 시각이 근무를 시작한 시각이나 마지막 기록보다 이릅니다. 시계를 맞추세요.",
            en: "This computer's clock shows an earlier time than the start of the shift or the latest booking. "
                + "Set the clock.")
    }
    var crowded: String {
        pick(ko: "처리할 요청이 많이 밀려 있습니다. 잠시 뒤 다시 누르세요.", en: "Too many requests are waiting. Press again in a moment.")
    }

    // MARK: Answers

    /// The message about a booking: the confirmation of an instruction that was carried out, or else `shortage`.
    func text(_ booking: Booking) -> String {
        guard booking.isDone else { return Self.shortage }
        let (before, after) = confirmation(booking.action, item: booking.item)
        return booking.action == .order ? before : before + grouped(booking.quantity) + after
    }

    /// The English translation of `shortage`, shown next to it; nil in Korean.
    var shortageTranslated: String? { self == .korean ? nil : "There is not enough fruit. Correct the stock?" }

    /// The confirmation of orders, such as `키위쥬스 3잔 나왔습니다! 맛있게 드세요!`; without a number for a single cup.
    func ready(_ orders: [Booking]) -> String {
        let cups = orders.cupsByJuice
        if let only = cups.first, cups.count == 1, only.cups == 1 { return MessageLanguage.served(only.juice) }
        return MessageLanguage.served(cups.map { "\($0.juice) \(grouped($0.cups))잔" }.joined(separator: ", "))
    }

    /// The English translation of `ready`, shown next to it; nil in Korean.
    func readyTranslated(_ orders: [Booking]) -> String? {
        self == .korean ? nil : "\(list(orders)): ready. Enjoy!"
    }

    /// The pieces that the stock lacks for short orders, such as `딸바쥬스 2잔: 딸기 10개, 바나나 2개가 모자랍니다.`.
    func lacking(_ shortage: ShortOrders) -> String {
        let pieces = shortage.missing.map { "\($0.fruit) " + grouped($0.pieces) + pick(ko: "개", en: "") }
        let sum = pieces.joined(separator: ", ")
        return "\(list(shortage.orders)): "
            + (pieces.isEmpty
                ? pick(ko: "이제 재료가 충분합니다. 다시 누르세요.", en: "there is enough fruit now. Press again.")
                : pick(ko: "\(sum)가 모자랍니다.", en: "not enough fruit. Missing: \(sum)."))
    }

    private func list(_ orders: [Booking]) -> String {
        orders.cupsByJuice.map { $0.juice + pick(ko: " \(grouped($0.cups))잔", en: " ×\(grouped($0.cups))") }
            .joined(separator: ", ")
    }

    func repeated(_ booking: Booking) -> String {
        pick(ko: "이미 기록했습니다: \(text(booking))", en: "Already booked: \(text(booking))")
    }
    func idInUse(by booking: Booking) -> String {
        let text = text(booking)
        return pick(
            ko: "이 화면에서 이미 다른 버튼을 눌렀습니다(\(text)). 화면을 새로 열고 다시 누르세요.",
            en: "Another button was already pressed on this page (\(text)). Reload the page and press again.")
    }

    var closed: String { pick(ko: "마감했습니다.", en: "The shift is closed.") }

    func text(_ reason: Answer.Reason) -> String {
        switch reason {
        case .unknown: pick(ko: "요청을 읽을 수 없습니다. 화면을 새로 열어 보세요.", en: "This request cannot be read. Reload the page.")
        case .usedBefore: pick(ko: "지난 근무에서 이미 기록했습니다.", en: "This was already booked in an earlier shift.")
        case .earlierShift:
            pick(
                ko: "지난 근무의 화면에서 누른 것이라 이 근무에는 기록하지 않았습니다. 지난 근무의 보고서에도 없으면 다시 누르세요.",
                en: "This was pressed on a screen of an earlier shift, so it is not booked in this one. If the report "
                    + "of that shift lacks it, press again.")
        case .stockChanged(let fruit, let stock):
            pick(
                ko: "그사이 \(fruit) 재고가 \(grouped(stock))개로 바뀌었습니다. 다시 세어 보세요.",
                en: "Stock of \(fruit) is now \(grouped(stock)). Count again.")
        case .tooFew(let fruit, let stock):
            pick(
                ko: "\(fruit, .topic) \(grouped(stock))개뿐이라 그만큼 뺄 수 없습니다.",
                en: "Stock of \(fruit) is only \(grouped(stock)). You cannot remove that many.")
        case .limit:
            pick(
                ko: "재고는 1조 개까지, 입고·폐기·실사는 한 번에 10억 개까지 됩니다. 더 많으면 나누어 기록하세요.",
                en:
                    "Stock is limited to 1,000,000,000,000 pieces, and one delivery, discard or count to 1,000,000,000. "
                    + "Book more in several steps.")
        case .notUndone: pick(ko: "되돌릴 수 없습니다.", en: "This cannot be undone.")
        case .notRecorded(let text):
            pick(
                ko: "기록하지 못했습니다. 아무것도 만들지 마세요. 카운터를 다시 열어야 합니다. (\(text))",
                en: "This could not be recorded, so do not make anything. Open the counter again. (\(text))")
        case .outcomeUnknown(let text):
            pick(
                ko: "기록되었는지 알 수 없습니다. 카운터를 다시 열어 확인하세요. (\(text))",
                en: "This may not have been recorded. Open the counter again to check. (\(text))")
        case .ledgerUnreadable(let text):
            pick(
                ko: "장부를 읽을 수 없어 기록하지 않았습니다. 다시 누르세요. (\(text))",
                en: "The ledger cannot be read, so nothing was booked. Press again. (\(text))")
        case .closed: pick(ko: "\(closed) 누른 것은 기록하지 않았습니다.", en: "\(closed) This was not booked.")
        }
    }

    // MARK: Texts of the browser screens

    var fruitStock: String { pick(ko: "재고", en: "Stock") }
    var juices: String { pick(ko: "주문", en: "Order") }
    var welcome: String { pick(ko: "무엇을 드릴까요?", en: "What will it be?") }

    func cupsPossible(_ cups: Int) -> String {
        cups == 0 ? soldOut : pick(ko: "\(grouped(cups))잔 가능", en: "\(counted(cups, "cup")) left")
    }

    /// A booking in a list, such as `딸기쥬스 1잔`.
    func entry(_ booking: Booking) -> String {
        let (item, quantity, number) = (booking.item, booking.quantity, grouped(booking.quantity))
        return switch booking.action {
        case .order: pick(ko: "\(item) \(number)잔", en: "\(item), \(counted(quantity, "cup"))")
        case .cancel: pick(ko: "\(item) \(number)잔 취소", en: "\(item), \(counted(quantity, "cup")) cancelled")
        case .restock: pick(ko: "\(item) \(number)개 입고", en: "\(item), \(number) restocked")
        case .discard: pick(ko: "\(item) \(number)개 폐기", en: "\(item), \(number) discarded")
        case .count: pick(ko: "\(item) \(number)개 실사", en: "\(item), \(number) counted")
        case .assert: pick(ko: "\(item) 재고 \(number)개 확인", en: "\(item), stock of \(number) confirmed")
        }
    }

    var nothingYet: String { pick(ko: "아직 기록이 없습니다.", en: "Nothing has been booked yet.") }
    /// The accessible name of the button that takes a booking back.
    func undoes(_ entry: String) -> String { pick(ko: "\(entry) 되돌리기", en: "Undo \(entry)") }
    var cupsServed: String { pick(ko: "판매한 잔", en: "Cups") }
    var orderCount: String { pick(ko: "주문", en: "Orders") }
    var ordersShort: String { pick(ko: "재료 부족", en: "Short") }
    var ordersCancelled: String { pick(ko: "취소", en: "Cancelled") }
    var sales: String { pick(ko: "매출", en: "Sales") }
    var juice: String { pick(ko: "쥬스", en: "Juice") }
    var sum: String { pick(ko: "합계", en: "Total") }
    var daySoFar: String { pick(ko: "오늘 현황", en: "The day so far") }
    var cupsByHour: String { pick(ko: "시간대별 판매 잔 수", en: "Cups by hour") }
    var runsOutSoon: String { pick(ko: "재고가 곧 떨어질 과일", en: "Running out soon") }
    var signals: String { pick(ko: "이 화면의 소리와 진동", en: "Sound and vibration on this screen") }
    var signalsHint: String {
        pick(
            ko: "처음에는 모두 꺼져 있고, 켠 항목은 이 브라우저에 저장됩니다.",
            en: "Sounds and vibrations are off at first. This browser remembers what you turn on.")
    }
    var servedSound: String { pick(ko: "쥬스가 나왔을 때 소리", en: "Sound when a juice is served") }
    var servedVibration: String { pick(ko: "쥬스가 나왔을 때 진동", en: "Vibration when a juice is served") }
    var shortSound: String { pick(ko: "재료가 모자랄 때 소리", en: "Sound when fruit is short") }
    var shortVibration: String { pick(ko: "재료가 모자랄 때 진동", en: "Vibration when fruit is short") }
    func hour(_ hour: Int) -> String { pick(ko: "\(hour)시", en: "\(hour):00") }
    /// A line about a fruit that is out of stock, or about the hours that its stock will last at the day's rate.
    func runsOut(_ fruit: String, stock: Int, hours: Int) -> String {
        if stock == 0 { return "\(fruit): \(soldOut)" }
        let time =
            hours == 0
            ? pick(ko: "한 시간 안", en: "less than an hour")
            : pick(ko: "약 \(hours)시간 뒤", en: "about \(counted(hours, "hour"))")
        return pick(
            ko: "\(fruit) \(grouped(stock))개: \(time)에 떨어질 듯합니다",
            en: "\(fruit): \(grouped(stock)) left, enough for \(time) at this pace")
    }
    func isOut(_ fruits: [String]) -> String {
        pick(ko: "재고가 없는 과일: ", en: "Out of stock: ") + fruits.joined(separator: ", ")
    }

    func oneLess(_ fruit: String) -> String { pick(ko: "\(fruit) 하나 빼기", en: "\(fruit), one less") }
    func oneMore(_ fruit: String) -> String { pick(ko: "\(fruit) 하나 더하기", en: "\(fruit), one more") }
    var stockHint: String {
        pick(
            ko: "칸에는 새 재고를 적습니다. 닫기를 누르면 늘어난 만큼 입고로 기록하고, 줄었으면 이유를 묻습니다.",
            en: "Enter the new stock and press Done. An increase is a delivery. For a decrease, give the reason.")
    }
    var countHint: String {
        pick(
            ko: "실사를 누르면 고친 칸의 수를 실제로 센 재고로 기록합니다.",
            en: "Press Count to record the cells you changed as counted stock.")
    }
    var newStock: String { pick(ko: "새 재고", en: "new stock") }

    var decreaseQuestion: String {
        pick(
            ko: "재고가 줄었습니다. 과일을 버렸나요, 다시 세었나요?",
            en: "Stock is lower than before. Was fruit thrown away, or did you count again?")
    }
    var decreaseDiscarded: String { pick(ko: "폐기", en: "Thrown away") }
    var decreaseCounted: String { pick(ko: "실사", en: "Counted") }
    func stockChangedMeanwhile(_ fruit: String, stock: Int) -> String {
        pick(
            ko: "그사이 \(fruit) 재고가 \(grouped(stock))개로 바뀌었습니다. 칸을 확인하고 다시 누르세요.",
            en: "Stock of \(fruit) is now \(grouped(stock)). Check the cell and press again.")
    }
    func orderAgain(_ juice: String, cups: Int) -> String {
        pick(ko: "\(juice) \(grouped(cups))잔 다시 주문", en: "Order again: \(juice) ×\(grouped(cups))")
    }
    var badNumber: String {
        pick(ko: "개수는 0부터 1조까지의 숫자로 적으세요.", en: "Enter a number of pieces from 0 to 1,000,000,000,000.")
    }

    // MARK: Screens and connections

    var connect: String { pick(ko: "다른 화면 연결", en: "Connect a screen") }
    var connectHint: String {
        pick(
            ko: "다른 기기의 카메라로 QR 코드를 찍거나 브라우저에서 이 주소를 여세요. 한 번만 쓸 수 있는 주소이니 남에게 보여 주지 마세요.",
            en: "Scan the QR code with the other device, or open this address in its browser. The address works "
                + "only once; do not share it.")
    }
    /// The hint for addresses of this computer only.
    var localConnectHint: String {
        pick(
            ko: "이 주소는 이 컴퓨터에서만 열립니다. 다른 기기를 연결하려면 카운터를 --listen과 --host로 다시 여세요.",
            en: "This address works only on this computer. To connect another device, open the counter again with "
                + "--listen and --host.")
    }
    var qrCode: String { pick(ko: "연결 주소의 QR 코드", en: "The address as a QR code") }
    /// The message that screens were disconnected.
    package func forgotten(_ count: Int) -> String {
        pick(
            ko: "화면 \(grouped(count))개의 연결을 끊었습니다. 다시 쓰려면 새 주소로 여세요.",
            en: "\(counted(count, "screen was", plural: "screens were")) disconnected. Each screen needs a new link "
                + "to connect again.")
    }
    var connected: String { pick(ko: "연결되었습니다.", en: "This screen is connected.") }
    var start: String { pick(ko: "시작", en: "Start") }
    var linkUsed: String {
        pick(
            ko: "이미 썼거나 잘못된 연결 주소입니다. 연결된 화면에서 “\(connect)”을 눌러 새 주소를 만들거나, 카운터를 다시 여세요.",
            en: "This address is wrong, or was already used. Press “\(connect)” on a connected screen to make a new "
                + "one, or open the counter again.")
    }
    var notConnected: String {
        pick(
            ko: "연결되지 않은 화면입니다. 카운터가 알려 준 주소로 여세요. 이미 쓴 주소라면 연결된 화면에서 “\(connect)”을 누르세요.",
            en: "This screen is not connected. Open the address that the counter printed; if it was already used, "
                + "press “\(connect)” on a connected screen.")
    }
    var back: String { pick(ko: "돌아가기", en: "Back") }

    var closedHere: String {
        pick(
            ko: "마감했습니다. 기록을 장부에 적용했습니다. 수고하셨습니다!",
            en: "The day is closed, and everything is in the ledger. Well done!")
    }
    func reportPath(_ path: String) -> String {
        pick(ko: "보고서는 카운터 컴퓨터에 있습니다: \(path)", en: "The report is on the counter's computer: \(path)")
    }
    var saveReport: String { pick(ko: "보고서 저장", en: "Save the report") }
    package var closedElsewhere: String {
        pick(ko: "다른 곳에서 마감했습니다. 카운터를 닫았습니다.", en: "The day was closed elsewhere, so this counter has stopped.")
    }
    /// The message shown if a signal ends the counter, which closes the shift itself, while this screen closes it.
    var counterEnds: String {
        pick(
            ko: "카운터를 종료하면서 마감도 합니다. 결과는 juice-batch history로 확인하세요.",
            en: "The counter is ending, and closes the day itself. See juice-batch history for the result.")
    }
    func notClosed(_ text: String) -> String {
        pick(ko: "마감하지 못했습니다. \(text)", en: "The day could not be closed. \(text)")
    }

    var connectionLost: String { pick(ko: "카운터와 연결이 끊겼습니다. 다시 연결하는 중…", en: "Cannot reach the counter. Trying again…") }
    /// The status of requests that are being sent; `{}` stands for their number.
    var sending: String { pick(ko: "{}건 기록하는 중…", en: "Requests being recorded: {}…") }
    /// The status of requests that were not answered in time or could not be sent; `{}` stands for their number.
    var sendingLate: String {
        pick(
            ko: "{}건은 기록되었는지 아직 알 수 없습니다. 다시 보내고 있으니 또 누르지 마세요.",
            en: "Requests not confirmed yet: {}. They are being sent again, so do not press again.")
    }
    var listChanged: String {
        pick(ko: "목록이 막 바뀌어 되돌리지 않았습니다. 다시 누르세요.", en: "The list has just changed, so nothing was undone. Press again.")
    }
    var refusedRequest: String { pick(ko: "카운터에서 받을 수 없는 요청입니다.", en: "The counter does not accept this request.") }

    /// The message with the link to the counter's screens.
    package func opened(_ link: String) -> String {
        pick(
            ko: "브라우저에서 이 주소를 여세요(한 번만 쓸 수 있습니다): \(link)",
            en: "Open this address in a browser (it works only once): \(link)")
    }
    /// The warning shown if other machines can connect to the counter.
    package func acceptsOtherMachines(_ address: String) -> String {
        pick(
            ko: "주의: \(address)에서 다른 기기의 접속도 받습니다. 암호화하지 않으므로 같은 네트워크에 있는 사람은 연결 주소와 화면에서 누른 내용을 모두 보고 "
                + "카운터를 조작할 수 있습니다. 믿을 수 있는 네트워크에서만 쓰거나, --listen 없이 열고 ssh -L로 연결하세요.",
            en: "warning: \(address) accepts connections from other machines. Nothing is encrypted: anyone on the "
                + "network can read the link and all input, and can operate the counter. Use this only on a network "
                + "that you trust; otherwise leave out --listen and connect with ssh -L.")
    }
}

extension [Booking] {
    /// The cups of these orders by juice, in the order in which the juices first occur.
    var cupsByJuice: [(juice: String, cups: Int)] {
        reduce(into: []) { sums, order in
            if let index = sums.firstIndex(where: { $0.juice == order.item }) {
                sums[index].cups += order.quantity
            } else {
                sums.append((order.item, order.quantity))
            }
        }
    }
}

/// A message on a screen about the last request.
struct Notice: Sendable, Equatable {
    enum Kind: String, Sendable {
        case good
        /// The order is short of stock.
        case short
        /// The request was not booked.
        case bad
    }

    let text: String
    let kind: Kind
    /// The translation of a message that is always Korean; nil for other messages.
    var translation: String?
    /// The short orders, if the message asks whether to correct the stock.
    var shortage: ShortOrders?

    /// Creates the messages about answers: one for all orders made, one for all short ones, and one for each other.
    ///
    /// Repeated requests are only reported as such if `reportsRepeats` is true; the script does not need that.
    static func all(
        _ answers: [Answer], _ shortage: ShortOrders?, _ messages: MessageLanguage, reportsRepeats: Bool
    ) -> [Notice] {
        var ready: [Booking] = []
        var all: [Notice] = []
        for answer in answers {
            let notice: Notice
            switch answer {
            case .booked(let booking, let isRepeat) where isRepeat && reportsRepeats:
                notice = Notice(
                    text: messages.repeated(booking), kind: booking.isDone ? .good : .short,
                    shortage: booking.isDone ? nil : shortage)
            case .booked(let booking, _) where !booking.isDone: continue
            case .booked(let booking, _) where booking.action == .order:
                ready.append(booking)
                continue
            case .booked(let booking, _): notice = Notice(text: messages.text(booking), kind: .good)
            case .idInUse(let booking): notice = Notice(text: messages.idInUse(by: booking), kind: .bad)
            case .refused(let reason): notice = Notice(text: messages.text(reason), kind: .bad)
            }
            if !all.contains(notice) { all.append(notice) }
        }
        if !ready.isEmpty {
            let text = messages.ready(ready)
            all.insert(Notice(text: text, kind: .good, translation: messages.readyTranslated(ready)), at: 0)
        }
        if let shortage, !all.contains(where: { $0.shortage != nil }) {
            var question = Notice(text: MessageLanguage.shortage, kind: .short, shortage: shortage)
            question.translation = messages.shortageTranslated
            all.append(question)
        }
        return all
    }
}
