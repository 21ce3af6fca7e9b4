internal import JuiceBatch
internal import JuiceCore
package import JuiceReports
internal import JuiceShop

/// Renders the screens of the counter as HTML, in one language.
package struct CounterPages: Sendable {
    /// The token for all forms of the session, and the prefix of the ids of the page's requests.
    typealias FormTokens = (form: String, page: String)

    let messages: MessageLanguage
    let money: MoneyFormat
    private let shop: String?

    /// Creates the screens in a language, with the name of the shop, if set, and its currency sign.
    package init(_ messages: MessageLanguage, shop: String? = nil, currency: String = MoneyFormat.usualSign) {
        self.messages = messages
        self.shop = shop
        money = MoneyFormat(sign: currency)
    }

    /// A complete page with additional lines of its head, and attributes of its body.
    func page(_ title: String, head: HTML, body attributes: HTML, _ content: HTML) -> String {
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="\(messages.rawValue)">
            <head>
            <title>\(title)</title>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/counter.css">
            \(head)</head>
            <body \(attributes)>
            \(content)</body>
            </html>

            """
        return page.text
    }

    static let script: HTML = "<script src=\"/counter.js\" defer></script>\n"

    func heading(_ title: String) -> HTML { "<h1>\(title)\(shop.map { " · \($0)" })</h1>" }

    func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(raw: name)\" value=\"\(value)\">"
    }

    /// The hidden fields of a form that books something or closes the shift: the session's token, and the page's shift.
    func hiddenFields(_ form: String, _ view: ShiftView) -> HTML {
        "\(hidden("form", form))\(hidden("shift", view.identity))"
    }

    // MARK: Screens

    /// Renders the order screen with messages about requests, and orders to repeat after the stock was corrected.
    func orders(_ view: ShiftView, _ tokens: FormTokens, replies: [Notice], again: ShortOrders? = nil) -> String {
        let noticeList: HTML = replies.isEmpty ? "<p class=\"said welcome\">\(messages.welcome)</p>\n" : answer(replies)
        let fruits = view.fruits.enumerated().map { index, fruit -> HTML in
            """
            <li data-fruit="\(index + 1)"\(raw: fruit.stock == 0 ? " class=\"out\"" : "")><span class="name">\(fruit.name)</span> \
            <span class="stock">\(messages.pieces(fruit.stock))</span></li>

            """
        }
        let content: HTML = """
            <header>
            \(heading(messages.orders))
            <p class="date" id="day">\(messages.day(view))</p>
            <nav>
            <a class="button main" id="to-stock" href="/stock">\(messages.stock)</a>
            <form method="post" action="/link">\(hidden("form", tokens.form))<button>\(messages.connect)</button></form>
            <a class="button" href="/closing">\(messages.closeShift)</a>
            </nav>
            </header>
            <main>
            <section class="answer" id="box">
            \(alarmLines(view))<div class="texts" id="answer" role="status" aria-live="polite" aria-atomic="true">
            \(noticeList)\(again.map { offers($0, view, tokens) } ?? [])</div>
            </section>
            <ul class="fruits" aria-label="\(messages.fruitStock)">
            \(fruits)</ul>
            <form class="juices" id="juices" method="post" action="/order" aria-label="\(messages.juices)">
            \(hiddenFields(tokens.form, view))\(hidden("page", tokens.page))
            \(view.juices.enumerated().map { juice($1, number: $0 + 1) })</form>
            <section class="day">
            <h2 class="today">\(messages.today) <a href="/day">\(messages.daySoFar)</a></h2>
            <dl class="figures" id="figures">
            \(figures(view))</dl>
            <h2>\(messages.latest)</h2>
            <form method="post" action="/take-back" id="take-back">
            \(hiddenFields(tokens.form, view))
            <ol class="latest" id="latest" tabindex="-1">
            \(latest(view))</ol>
            </form>
            </section>
            </main>

            """
        let more: HTML = " data-moved=\"\(messages.listChanged)\""
        return screen("orders", messages.orders, view, replies, more, content)
    }

    /// Renders the stock screen with messages about requests, and the fruits that the stock lacks for short orders.
    ///
    /// It asks why there are fewer pieces of the fruits at the indices `decreases`.
    func stock(
        _ view: ShiftView, _ tokens: FormTokens, cells: [CellState], shortage: ShortOrders?, replies: [Notice],
        decreases: [Int] = []
    ) -> String {
        precondition(cells.count == view.fruits.count, "a cell for each fruit")
        let missing = view.fruits.map { fruit in shortage?.missing.first { $0.fruit == fruit.name }?.pieces }
        let first = missing.firstIndex { $0 != nil }
        let fruits = view.fruits.indices.map { index in
            cell(
                cells[index], of: view.fruits[index], number: index + 1, missing: missing[index],
                hasFocus: index == first && decreases.isEmpty)
        }
        let content: HTML = """
            <form method="post" action="/stock" id="stock" autocomplete="off">
            <header>
            <h1>\(messages.stock)</h1>
            <nav>
            <button class="main" name="submission" value="close" id="close">\(messages.close)</button>
            </nav>
            </header>
            <main>
            <div class="notices" id="box">
            \(alarmLines(view))<p class="hint">\(messages.stockHint)</p>
            </div>
            <section class="answer" id="answer" role="status" aria-live="polite" aria-atomic="true">
            \(notices(replies))\(decreases.isEmpty ? nil : decreaseQuestion(decreases.map { (view.fruits[$0], cells[$0]) }))</section>
            \(hiddenFields(tokens.form, view))\(hidden("page", tokens.page))
            \(shortage.map { "\(hidden("short", ids(of: $0)))\n" })<ul class="cells">
            \(fruits)</ul>
            <footer>
            <p class="hint">\(messages.countHint)</p>
            <p class="submissions"><button name="submission" value="count">\(messages.count)</button> \
            <a class="button" id="leave" href="/">\(messages.back)</a></p>
            </footer>
            </main>
            </form>

            """
        return screen("stocks", messages.stock, view, replies, nil, content)
    }

    /// A page with the texts for the script, and a title that begins with the messages, as screen readers announce it.
    private func screen(
        _ cssClass: String, _ name: String, _ view: ShiftView, _ replies: [Notice], _ more: HTML?, _ content: HTML
    ) -> String {
        let attributes: HTML = """
            class="\(raw: cssClass)" data-lost="\(messages.connectionLost)" data-sending="\(messages.sending)" \
            data-late="\(messages.sendingLate)"\(more) data-refused="\(messages.refusedRequest)" data-shift="\(view.identity)"
            """
        let title = (replies.map(\.text) + [name]).joined(separator: " – ")
        return page(title, head: Self.script, body: attributes, content)
    }

    private func cell(
        _ cell: CellState, of fruit: ShiftView.FruitView, number: Int, missing: Int?, hasFocus: Bool
    ) -> HTML {
        let label = missing.map { " <strong class=\"mark\">\(messages.lacking($0))</strong>" as HTML }
        let touched: HTML? = cell.isTouched ? hidden("touched-\(number)", "1") : nil
        return """
            <li data-fruit="\(number)"\(raw: missing == nil ? "" : " class=\"short\"")>
            <label for="now-\(number)"><span class="name">\(fruit.name)</span> <span class="hint">\
            <span class="stock">\(messages.stockNow(fruit.stock))</span>\(label)</span>\
            <span class="caption">\(messages.newStock)</span></label>
            \(hidden("was-\(number)", String(cell.shownStock)))\(touched)
            <span class="change">\(cell.change ?? "")</span>
            <span class="stepper"><button class="step" name="step" value="\(number)-" aria-label="\(messages.oneLess(fruit.name))">\
            −</button><input type="number" id="now-\(number)" name="now-\(number)" value="\(cell.text)" min="0" \
            max="\(String(FruitStore.stockMax))" step="1" inputmode="numeric" required\(raw: hasFocus ? " autofocus" : "")>\
            <button class="step" name="step" value="\(number)+" aria-label="\(messages.oneMore(fruit.name))">+</button></span>
            </li>

            """
    }

    /// The question why there are fewer pieces of some fruits.
    private func decreaseQuestion(_ decreases: [(fruit: ShiftView.FruitView, cell: CellState)]) -> HTML {
        let changes = decreases.map { "\($0.fruit.name) \($0.cell.change ?? "")" }.joined(separator: " · ")
        return """
            <p class="said short">\(messages.decreaseQuestion)</p>
            <div class="question" role="group" aria-label="\(messages.decreaseQuestion)" tabindex="-1" autofocus>
            <p class="missing">\(changes)</p>
            <p class="choice"><button class="main" name="submission" value="discard" id="discard">\(messages.decreaseDiscarded)</button>
            <button class="main" name="submission" value="recount" id="recount">\(messages.decreaseCounted)</button></p>
            </div>

            """
    }

    // MARK: Parts that are updated on an open screen

    /// Renders the messages about requests, with the question that follows a short order.
    func answer(_ replies: [Notice]) -> HTML {
        guard let shortage = replies.lazy.compactMap(\.shortage).first else { return notices(replies) }
        return """
            <div class="words" tabindex="0">
            \(notices(replies))<p class="missing">\(messages.lacking(shortage))</p>
            </div>
            <p class="choice"><a class="button main" id="yes" href="/stock?short=\(ids(of: shortage))">\(messages.yes)</a>
            <a class="button" id="no" href="/">\(messages.no)</a></p>

            """
    }

    func notices(_ replies: [Notice]) -> HTML {
        let lines = replies.map { notice -> HTML in
            let text = notice.translation.map { translation -> HTML in
                "<span lang=\"ko\">\(notice.text)</span> <span class=\"translation\" lang=\"en\">\(translation)</span>"
            }
            return "<p class=\"said \(raw: notice.kind.rawValue)\">\(text ?? "\(notice.text)")</p>\n"
        }
        return "\(lines)"
    }

    /// Returns the state of the shift as JSON, for open screens; the message about its end is nil while it is open.
    func state(_ view: ShiftView, ending: String?) -> JSONValue {
        [
            "rows": view.rows, "shift": view.identity, "ending": ending, "alarm": alarmText(view) ?? "",
            "day": messages.day(view), "stock": view.fruits.map(\.stock),
            "shown": view.fruits.map { messages.pieces($0.stock) },
            "now": view.fruits.map { messages.stockNow($0.stock) },
            "cups": view.juices.map { messages.cupsPossible($0.cupsPossible) },
            "soldOut": view.juices.map { $0.cupsPossible == 0 }, "latest": latest(view).text,
            "figures": figures(view).text,
        ]
    }

    /// The warning about the shift as a whole; nil if there is none.
    private func alarmText(_ view: ShiftView) -> String? {
        switch view.status {
        case .stopped(let text): messages.text(.notRecorded(text))
        case .closed: messages.closed
        case .open: view.clock == .isEarlier ? messages.clockEarlier : nil
        }
    }

    /// The lines for the warning about the shift, and for the status of requests that are being sent.
    private func alarmLines(_ view: ShiftView) -> HTML {
        """
        <p class="alarm" id="alarm" role="alert">\(alarmText(view) ?? "")</p>
        <p class="sending" id="sending" role="status"></p>

        """
    }

    // MARK: Parts of screens

    /// The ids of the last short orders, at most 100, in the form of a URL parameter.
    private func ids(of shortage: ShortOrders) -> String {
        shortage.orders.suffix(100).map(\.id).joined(separator: ",")
    }

    /// The buttons that repeat short orders for which the stock is now sufficient.
    private func offers(_ short: ShortOrders, _ view: ShiftView, _ tokens: FormTokens) -> [HTML] {
        short.orders.cupsByJuice.compactMap { order -> HTML? in
            guard let index = view.juices.firstIndex(where: { $0.name == order.juice && $0.cupsPossible > 0 }) else {
                return nil
            }
            let cups = min(order.cups, view.juices[index].cupsPossible)
            let label = messages.orderAgain(order.juice, cups: cups)
            return """
                <form method="post" action="/order" class="again">\(hiddenFields(tokens.form, view))\
                \(hidden("page", tokens.page + "-again"))\(hidden("cups", String(cups)))<button class="main" name="juice" \
                value="\(index + 1)" data-again="\(cups)" autofocus>\(label)</button></form>

                """
        }
    }

    private func juice(_ juice: ShiftView.JuiceView, number: Int) -> HTML {
        let price = juice.price.map { "<span class=\"price\">\(money.text($0))</span>" as HTML }
        return """
            <button name="juice" value="\(number)" data-juice="\(number)"\(raw: juice.cupsPossible == 0 ? " class=\"out\"" : "")>\
            <span class="key" aria-hidden="true">\(number)</span><span class="name">\(juice.name)</span>\
            <span class="cups">\(messages.cupsPossible(juice.cupsPossible))</span>\(price)\
            <span class="times" aria-hidden="true"></span></button>

            """
    }

    private func latest(_ view: ShiftView) -> HTML {
        if view.latest.isEmpty { return "<li class=\"empty\">\(messages.nothingYet)</li>\n" }
        let entries = view.latest.map { booking -> HTML in
            let text = messages.entry(booking)
            var (kind, label): (String, String?) = (booking.isUndo ? "back" : "done", nil)
            if booking.isUndone { (kind, label) = ("undone", messages.undone) }
            if !booking.isDone { (kind, label) = ("short", messages.wasShort) }
            let undo: HTML =
                " <button name=\"id\" value=\"\(booking.id)\" aria-label=\"\(messages.undoes(text))\">\(messages.undo)</button>"
            return """
                <li class="\(raw: kind)"><time>\(String(booking.time.dropFirst(11).prefix(5)))</time> \
                <span class="entry">\(text)</span>\(label.map { " <span class=\"mark\">\($0)</span>" })\
                \(booking.canBeUndone ? undo : nil)</li>

                """
        }
        return "\(entries)"
    }

    func figures(_ view: ShiftView) -> HTML {
        let tally = view.tally
        let sales = view.hasPrices ? [(messages.sales, money.text(view.sales), false)] : []
        let all = [
            (messages.cupsServed, grouped(view.netCups), false),
            (messages.orderCount, grouped(tally.ordersServed + tally.ordersShort), false),
            (messages.ordersShort, grouped(tally.ordersShort), tally.ordersShort > 0),
            (messages.ordersCancelled, grouped(tally.cancels), false),
        ]
        let lines = (all + sales).map { name, value, isBad -> HTML in
            "<div\(raw: isBad ? " class=\"bad\"" : "")><dt>\(name)</dt><dd>\(value)</dd></div>\n"
        }
        return "\(lines)"
    }
}
