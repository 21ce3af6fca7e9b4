internal import CQRencode
internal import Foundation
internal import JuiceCore
package import JuiceReports
package import JuiceShop

/// The screens in HTML, in one language.
package struct CounterPages: Sendable {
    /// The data that a page needs besides the shift.
    package struct Frame: Sendable {
        /// The token in every form of the session.
        package let form: String
        /// The prefix of the ids of the page's requests.
        package let page: String
    }

    /// The shop's own words on its screens.
    package struct ShopStyle: Sendable {
        /// The shop's name; nil if it has said none.
        package let name: String?
        /// The sign of its currency.
        package let currency: String

        /// The style of a shop.
        package init(name: String? = nil, currency: String = MoneyFormat.usualSign) {
            self.name = name
            self.currency = currency
        }
    }

    package let wording: CounterMessages
    let shop: ShopStyle
    let library: Templates

    /// The screens in the language of a wording.
    package init(_ wording: CounterMessages, shop: ShopStyle = ShopStyle()) throws {
        self.wording = wording
        self.shop = shop
        library = try Templates()
    }

    // MARK: Screens

    /// Renders the order screen.
    ///
    /// - Parameters:
    ///   - said: the answers to the last requests.
    ///   - again: the orders that were short before stock was corrected, which are offered again.
    package func orders(_ view: ShiftView, _ frame: Frame, said: [Notice], again: ShortOrders? = nil) -> String {
        let node = PageNode(
            texts: [
                "languageCode": wording.language.rawValue, "title": title(wording.orders, said),
                "heading": wording.orders, "shop": shop.name, "dayWord": wording.daySoFar,
                "day": wording.day(view), "form": frame.form, "page": frame.page, "lost": wording.connectionLost,
                "sending": wording.sending, "late": wording.sendingLate, "moved": wording.listMoved,
                "refused": wording.refusedRequest, "shift": view.openedAt, "stockWord": wording.stock,
                "connectWord": wording.connect,
                "closeWord": wording.closeShift, "fruitsWord": wording.fruitStock, "juicesWord": wording.juices,
                "todayWord": wording.today, "latestWord": wording.latest, "alarm": alarm(view),
            ], nodes: ["question": question(said)],
            lists: [
                "said": saidNodes(said.isEmpty ? [Notice(wording.welcome, .good)] : said, isWelcome: said.isEmpty),
                "fruits": view.fruits.enumerated().map { fruit($1, number: $0 + 1) },
                "juices": view.juices.enumerated().map { juice($1, number: $0 + 1) },
                "latest": view.latest.map(entry), "figures": figures(view),
                "empty": view.latest.isEmpty ? [PageNode.text(Escaping.terminal(wording.nothingYet))] : [],
                "again": again.map { offers($0, view, frame) } ?? [],
            ])
        return library.render(node, "orders")
    }

    /// Renders the stock screen.
    ///
    /// - Parameters:
    ///   - cells: the cell of each fruit of the menu.
    ///   - shortage: the orders that led here, and what stock lacks for them.
    ///   - falls: the indices of the fruits of which it is asked why there are fewer pieces.
    package func stock(
        _ view: ShiftView, _ frame: Frame, cells: [CellState], shortage: ShortOrders?, said: [Notice],
        falls: [Int] = []
    ) -> String {
        precondition(cells.count == view.fruits.count, "a cell for each fruit")
        let missing = Dictionary(
            (shortage?.missing ?? []).map { ($0.fruit, $0.pieces) }, uniquingKeysWith: { first, _ in first })
        let first = view.fruits.firstIndex { missing[$0.name] != nil }
        let fruits = zip(view.fruits, cells).enumerated().map { index, pair in
            let (fruit, cell) = pair
            return PageNode(texts: [
                "number": String(index + 1), "name": fruit.name, "stock": wording.stockNow(fruit.stock),
                "was": String(cell.was), "now": cell.now, "less": wording.oneLess(fruit.name),
                "more": wording.oneMore(fruit.name), "mark": missing[fruit.name].map(wording.lacking),
                "touched": cell.isTouched ? "" : nil, "change": cell.change ?? "",
                "focus": index == first && falls.isEmpty ? "" : nil,
            ])
        }
        let question = PageNode(texts: [
            "changes": falls.map { "\(view.fruits[$0].name) \(cells[$0].change ?? "")" }.joined(separator: " · "),
            "text": wording.fallQuestion, "discard": wording.fallDiscard, "count": wording.fallCount,
        ])
        let node = PageNode(
            texts: [
                "languageCode": wording.language.rawValue, "title": title(wording.stock, said),
                "heading": wording.stock,
                "form": frame.form, "page": frame.page, "lost": wording.connectionLost, "sending": wording.sending,
                "late": wording.sendingLate,
                "refused": wording.refusedRequest, "shift": view.openedAt,
                "closeWord": wording.close, "countWord": wording.count, "backWord": wording.back,
                "hint": wording.stockHint, "countHint": wording.countHint, "alarm": alarm(view),
                "short": shortage.map(ids(of:)), "newStock": wording.newStock,
            ], nodes: ["falls": falls.isEmpty ? nil : question],
            lists: ["said": saidNodes(said, isWelcome: false), "fruits": fruits])
        return library.render(node, "stock")
    }

    // MARK: Parts that change while a screen is open

    /// Renders the answers, with the question that follows a short order.
    package func answer(_ said: [Notice]) -> String {
        library.render(
            PageNode(nodes: ["question": question(said)], lists: ["said": saidNodes(said, isWelcome: false)]), "answer")
    }

    /// Returns the changes of open screens as JSON.
    ///
    /// - Parameter ending: the message once the shift is closed.
    package func state(_ view: ShiftView, ending: String?) -> JSONValue {
        let lists = PageNode(
            lists: [
                "latest": view.latest.map(entry), "figures": figures(view),
                "empty": view.latest.isEmpty ? [PageNode.text(Escaping.terminal(wording.nothingYet))] : [],
            ])
        return .object([
            ("rows", .number(view.rows)),
            ("shift", .string(view.openedAt)),
            ("ending", ending.map { .string($0) } ?? .null),
            ("alarm", .string(alarm(view) ?? "")),
            ("day", .string(wording.day(view))),
            ("stock", .numbers(view.fruits.map(\.stock))),
            ("shown", .array(view.fruits.map { .string(wording.pieces($0.stock)) })),
            ("now", .array(view.fruits.map { .string(wording.stockNow($0.stock)) })),
            ("cups", .array(view.juices.map { .string(wording.cupsPossible($0.cupsPossible)) })),
            ("soldOut", .array(view.juices.map { .bool($0.cupsPossible == 0) })),
            ("latest", .string(library.render(lists, "latest"))),
            ("figures", .string(library.render(lists, "figures"))),
        ])
    }

    /// The warning about the shift as a whole; nil if there is none.
    private func alarm(_ view: ShiftView) -> String? {
        switch view.status {
        case .stuck(let text): wording.notRecorded(text)
        case .closed: wording.closed
        case .open: view.clock == .isBehind ? wording.clockBehind : nil
        }
    }

    // MARK: Nodes

    /// The page's title, with the messages first, since they are read out when a page is loaded.
    private func title(_ screen: String, _ said: [Notice]) -> String {
        (said.map(\.text) + [screen]).joined(separator: " – ")
    }

    private func saidNodes(_ said: [Notice], isWelcome: Bool) -> [PageNode] {
        said.map { notice in
            PageNode(
                texts: ["text": notice.text, "kind": isWelcome ? "welcome" : notice.kind.rawValue],
                nodes: ["translation": notice.translation.map { .text(Escaping.terminal($0)) }])
        }
    }

    private func question(_ said: [Notice]) -> PageNode? {
        guard let shortage = said.lazy.compactMap(\.shortage).first else { return nil }
        return PageNode(texts: [
            "ids": ids(of: shortage), "missing": wording.lacking(shortage), "yes": wording.yes, "no": wording.no,
        ])
    }

    /// The ids of the short orders, as an address lists them; of many, the last ones.
    private func ids(of shortage: ShortOrders) -> String {
        shortage.orders.suffix(Self.shortMax).map(\.id).joined(separator: ",")
    }

    /// The maximum number of short orders that an address lists.
    private static let shortMax = 100

    /// The buttons that order again what was short, as far as there is fruit for it now.
    private func offers(_ short: ShortOrders, _ view: ShiftView, _ frame: Frame) -> [PageNode] {
        var orders: [CounterMessages.Cups] = []
        for order in short.orders { orders.add(order) }
        return orders.compactMap { order in
            guard let place = view.juices.firstIndex(where: { $0.name == order.juice }) else { return nil }
            let cups = min(order.cups, view.juices[place].cupsPossible)
            if cups == 0 { return nil }
            return PageNode(texts: [
                "number": String(place + 1), "cups": String(cups), "form": frame.form, "page": frame.page,
                "label": wording.orderAgain(CounterMessages.Cups(juice: order.juice, cups: cups)),
            ])
        }
    }

    private func fruit(_ fruit: ShiftView.FruitView, number: Int) -> PageNode {
        PageNode(texts: [
            "number": String(number), "name": fruit.name, "stock": wording.pieces(fruit.stock),
            "isOut": fruit.stock == 0 ? "" : nil,
        ])
    }

    private func juice(_ juice: ShiftView.JuiceView, number: Int) -> PageNode {
        PageNode(texts: [
            "number": String(number), "name": juice.name, "cups": wording.cupsPossible(juice.cupsPossible),
            "price": juice.price.map { money.text($0) },
            "isOut": juice.cupsPossible == 0 ? "" : nil,
        ])
    }

    private func entry(_ booking: Booking) -> PageNode {
        let text = wording.entry(booking.action, item: booking.item, quantity: booking.quantity)
        let back = PageNode(texts: ["id": booking.id, "label": wording.takesBack(text), "word": wording.takeBack])
        let kind = !booking.isDone ? "short" : booking.isTakenBack ? "undone" : booking.takesBack ? "back" : "done"
        return PageNode(
            texts: [
                "time": String(booking.time.dropFirst(11).prefix(5)), "entry": text, "kind": kind,
                "mark": !booking.isDone ? wording.wasShort : booking.isTakenBack ? wording.takenBack : nil,
            ], nodes: ["back": booking.canBeTakenBack ? back : nil])
    }

    private func figures(_ view: ShiftView) -> [PageNode] {
        let figures = view.figures
        let sales = view.hasPrices ? [(wording.sales, money.text(view.sales), false)] : []
        let all = [
            (wording.cupsServed, grouped(figures.cups), false), (wording.ordersServed, grouped(figures.served), false),
            (wording.ordersShort, grouped(figures.short), figures.short > 0),
            (wording.ordersCancelled, grouped(figures.cancelled), false),
        ]
        return (all + sales).map { name, value, isBad in
            PageNode(texts: ["name": name, "value": value, "isBad": isBad ? "" : nil])
        }
    }
}

// MARK: The day

extension CounterPages {
    var money: MoneyFormat { MoneyFormat(sign: shop.currency) }

    /// The hours of stock below which a fruit is told of.
    private static let lastingHours = 4

    /// Renders the day so far, for a manager's telephone.
    package func day(_ view: ShiftView) -> String {
        let most = max(1, view.course.cups.max() ?? 1)
        let hours = view.course.hours.map { hour in
            PageNode(
                texts: ["hour": wording.hour(hour), "cups": grouped(view.course.cups[hour])],
                shapes: ["width": String(max(0, view.course.cups[hour]) * 100 / most)])
        }
        let node = PageNode(
            texts: [
                "languageCode": wording.language.rawValue, "title": wording.daySoFar, "heading": wording.daySoFar,
                "shop": shop.name, "date": wording.day(view), "hoursWord": wording.cupsByHour,
                "lastingWord": wording.lastsShortly, "back": wording.back, "signalsWord": wording.signals,
                "signalsHint": wording.signalsHint,
            ], nodes: ["day": tally(view)],
            lists: [
                "hours": hours, "lasting": lasting(view).map { PageNode.text(Escaping.terminal($0)) },
                "figures": figures(view), "signals": signals,
            ])
        return library.render(node, "day")
    }

    /// The switches of what a screen does when an order is answered, by the names under which a browser keeps them.
    private var signals: [PageNode] {
        [
            ("served-sound", wording.servedSound), ("served-vibration", wording.servedVibration),
            ("short-sound", wording.shortSound), ("short-vibration", wording.shortVibration),
        ].map { name, word in PageNode(texts: ["name": name, "word": word]) }
    }

    /// The fruits that are out, or that will not last at the pace of the day so far.
    private func lasting(_ view: ShiftView) -> [String] {
        view.fruits.compactMap { fruit -> (Int, String)? in
            if fruit.stock == 0 { return (0, wording.lasts(fruit.name, stock: 0, hours: 0)) }
            guard fruit.used > 0 else { return nil }
            let minutes = Int128(fruit.stock) * Int128(max(60, view.course.minutes)) / Int128(fruit.used)
            let hours = Int(clamping: minutes / 60)
            return hours < Self.lastingHours
                ? (hours, wording.lasts(fruit.name, stock: fruit.stock, hours: hours)) : nil
        }
        .sorted { $0.0 < $1.0 }
        .map(\.1)
    }

    /// The day by juice, and the fruits that are out.
    func tally(_ view: ShiftView) -> PageNode {
        let juices = view.juices.map { juice in
            row(
                juice.name, [juice.day.orders, juice.day.cups, juice.day.short],
                sales: juice.price.map {
                    Money(hundredths: Int(clamping: Int128($0.hundredths) * Int128(juice.day.cups)))
                },
                view)
        }
        let figures = view.figures
        let out = view.fruits.filter { $0.stock == 0 }.map(\.name)
        return PageNode(
            texts: [
                "juiceWord": wording.juice, "ordersWord": wording.ordersServed, "cupsWord": wording.cupsServed,
                "shortWord": wording.ordersShort, "salesWord": view.hasPrices ? wording.sales : nil,
                "out": out.isEmpty ? nil : wording.isOut(out),
            ],
            lists: [
                "juices": juices,
                "sum": [row(wording.sum, [figures.served, figures.cups, figures.short], sales: view.sales, view)],
            ])
    }

    private func row(_ name: String, _ values: [Int], sales: Money?, _ view: ShiftView) -> PageNode {
        PageNode(
            texts: [
                "name": name, "orders": grouped(values[0]), "cups": grouped(values[1]), "short": grouped(values[2]),
                "isShort": values[2] > 0 ? "" : nil, "sales": view.hasPrices ? money.text(sales) : nil,
            ])
    }
}

// MARK: Messages

extension CounterPages {
    /// A page with a single thing to say.
    private func message(
        _ heading: String, _ text: String, kind: String = "", form: String? = nil, links: [String] = [],
        back: String? = nil, isLeading: Bool = false, day: PageNode? = nil, report: PageNode? = nil
    ) -> String {
        let close = form.map { PageNode(texts: ["form": $0, "yes": wording.yes, "no": wording.no]) }
        return library.render(
            PageNode(
                texts: [
                    "languageCode": wording.language.rawValue, "title": heading, "heading": heading, "text": text,
                    "kind": kind, "back": back, "next": isLeading ? "" : nil,
                ], nodes: ["close": close, "day": day, "report": report], lists: ["links": links.map(link)]), "message")
    }

    private func link(_ link: String) -> PageNode {
        let code = QRCode(link)
        let drawing = code.map { code in
            PageNode(
                texts: ["label": wording.qrCode], shapes: ["path": code.path, "size": String(code.size)])
        }
        return PageNode(texts: ["address": link], nodes: ["code": drawing])
    }

    /// Renders the question whether to close the shift.
    package func closing(_ view: ShiftView, form: String) -> String {
        message(wording.closeShift, "\(wording.closeQuestion) \(wording.closingMeans)", form: form, day: tally(view))
    }

    /// Renders the reason why the shift could not be closed.
    package func notClosed(_ text: String) -> String {
        message(wording.closeShift, wording.notClosed(text), kind: "bad", back: wording.back)
    }

    /// Renders the message that the shift is closed, with its figures and its report, which stay on the screen.
    package func ended(_ text: String, _ view: ShiftView, _ report: ShiftReport?) -> String {
        let node = report.map { report in
            // The page holds the report: the counter is gone before it could be asked for it.
            let download = report.html.map { html in
                PageNode(
                    texts: ["word": wording.saveReport, "name": "report-\(view.date).html"],
                    shapes: ["data": "data:text/html;charset=utf-8;base64," + Data(html).base64EncodedString()])
            }
            return PageNode(texts: ["place": wording.reportPlace(report.path)], nodes: ["download": download])
        }
        return message("\(wording.closeShift) \(view.date)", text, day: tally(view), report: node)
    }

    /// Shows links for another screen.
    package func links(_ links: [String]) -> String {
        message(wording.connect, wording.connectHint, links: links, back: wording.back)
    }

    /// Greets a screen that has just been connected, and leads on.
    package func connected() -> String {
        message(wording.orders, wording.connected, back: wording.start, isLeading: true)
    }

    /// The page that says why a request was refused.
    ///
    /// - Parameter isConnected: whether the browser is connected, so that the page can link back to the counter.
    package func refusal(_ text: String, isConnected: Bool) -> String {
        message(wording.orders, text, kind: "bad", back: isConnected ? wording.back : nil)
    }
}

/// A fruit's cell on the stock screen.
package struct CellState: Sendable, Equatable {
    /// The number of pieces shown when the screen was opened.
    package let was: Int
    /// The cell's text as the user left it; not necessarily a number.
    package let now: String
    /// Whether the user has edited the cell, even if its text is the same as before.
    package let isTouched: Bool

    /// A cell by its parts.
    package init(was: Int, now: String, isTouched: Bool = false) {
        self.was = was
        self.now = now
        self.isTouched = isTouched
    }

    /// A cell as it is when the screen is opened.
    package init(stock: Int) {
        self.init(was: stock, now: String(stock))
    }

    /// The change that the cell stands for, such as `10 → 15, +5`; nil if there is none.
    var change: String? {
        guard let pieces, pieces != was else { return nil }
        return "\(was) → \(pieces), " + (pieces > was ? "+\(pieces - was)" : "−\(was - pieces)")
    }

    /// The most pieces that a cell takes.
    package static let piecesMax = 1_000_000_000_000

    /// The number of pieces in the cell; nil if it is no possible stock.
    package var pieces: Int? {
        let digits = now.utf8
        guard !digits.isEmpty, digits.count <= 13, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(now), value <= Self.piecesMax
        else { return nil }
        return value
    }
}

/// A text as a QR code, drawn as an SVG path.
private struct QRCode {
    /// The number of modules of a side, with the quiet zone.
    let size: Int
    /// The dark modules, as the data of an SVG path in which a module measures 1.
    let path: String

    /// The width of the quiet zone around a code, in modules.
    private static let quiet = 4

    /// Encodes a text with medium error correction; nil if it is too long.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, code.pointee.data[row * width + column] & 1 == 1 { column += 1 }
                if column > start {
                    path += "M\(start + Self.quiet) \(row + Self.quiet)h\(column - start)v1h\(start - column)z"
                }
                if column == start { column += 1 }
            }
        }
        size = width + 2 * Self.quiet
        self.path = path
    }
}
