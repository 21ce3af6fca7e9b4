internal import CQRencode
internal import Foundation
internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports
internal import JuiceShop

extension CounterPages {
    func day(_ view: ShiftView) -> String {
        let most = max(1, view.dailyCourse.netCups.max() ?? 1)
        let hours = view.dailyCourse.hours.map { hour -> HTML in
            let cups = view.dailyCourse.netCups[hour]
            return """
                <tr><th scope="row">\(messages.hour(hour))</th><td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" \
                aria-hidden="true"><rect width="\(max(0, cups) * 100 / most)" height="10"/></svg></td><td>\(grouped(cups))</td></tr>

                """
        }
        let runningOut = runningOut(view)
        // The keys under which the browser stores the signals for answers, on this screen only.
        let signals = [
            ("served-sound", messages.servedSound), ("served-vibration", messages.servedVibration),
            ("short-sound", messages.shortSound), ("short-vibration", messages.shortVibration),
        ].map { name, word -> HTML in
            "<label><input type=\"checkbox\" data-signal=\"\(raw: name)\" autocomplete=\"off\"> \(word)</label>\n"
        }
        let content: HTML = """
            <main>
            \(heading(messages.daySoFar))
            <p class="date">\(messages.day(view))</p>
            <dl class="figures">
            \(figures(view))</dl>
            <h2>\(messages.cupsByHour)</h2>
            <table class="byHour">
            \(hours)</table>
            <h2>\(messages.runsOutSoon)</h2>
            <ul class="lasting">
            \((runningOut.isEmpty ? ["–"] : runningOut).map { "<li>\($0)</li>\n" })</ul>
            \(tally(view))<section class="signals" id="signals" hidden>
            <h2>\(messages.signals)</h2>
            <p class="hint">\(messages.signalsHint)</p>
            \(signals)</section>
            <p class="choice"><a class="button main" href="/">\(messages.back)</a></p>
            </main>

            """
        return page(messages.daySoFar, head: Self.script, body: "class=\"message course\"", content)
    }

    /// The sentences about fruits that are out of stock, or will be in less than four hours at the day's rate so far.
    private func runningOut(_ view: ShiftView) -> [String] {
        zip(view.fruits, view.tally.fruits).compactMap { fruit, figures -> (Int, String)? in
            if fruit.stock == 0 { return (0, messages.runsOut(fruit.name, stock: 0, hours: 0)) }
            guard figures.used > 0 else { return nil }
            let minutes = Int128(fruit.stock) * Int128(max(60, view.dailyCourse.minutes)) / Int128(figures.used)
            let hours = Int(clamping: minutes / 60)
            return hours < 4 ? (hours, messages.runsOut(fruit.name, stock: fruit.stock, hours: hours)) : nil
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func tally(_ view: ShiftView) -> HTML {
        let juices = zip(view.juices, view.tally.juices).map { juice, day in
            let sales = juice.price.map {
                Money(hundredths: Int(clamping: Int128($0.hundredths) * Int128(day.netCups)))
            }
            return row(juice.name, [day.served, day.netCups, day.short], sales: sales, view)
        }
        let sum = row(
            messages.sum, [view.tally.ordersServed, view.netCups, view.tally.ordersShort], sales: view.sales, view)
        let labels = [messages.juice, messages.orderCount, messages.cupsServed, messages.ordersShort]
        let out = view.fruits.filter { $0.stock == 0 }.map(\.name)
        return """
            <div class="scroll" tabindex="0"><table class="tally">
            <thead><tr>\((labels + (view.hasPrices ? [messages.sales] : [])).map { "<th scope=\"col\">\($0)</th>" })</tr></thead>
            <tbody>
            \(juices.map { "\($0)\n" })</tbody>
            <tfoot>\(sum)</tfoot>
            </table></div>
            \(out.isEmpty ? nil : "<p class=\"isOut\">\(messages.isOut(out))</p>\n")
            """
    }

    private func row(_ name: String, _ values: [Int], sales: Money?, _ view: ShiftView) -> HTML {
        """
        <tr><th scope="row">\(name)</th><td>\(grouped(values[0] + values[2]))</td><td>\(grouped(values[1]))</td>\
        <td\(raw: values[2] > 0 ? " class=\"bad\"" : "")>\(grouped(values[2]))</td>\
        \(view.hasPrices ? "<td>\(money.text(sales))</td>" : nil)</tr>
        """
    }

    // MARK: Messages

    private func message(
        _ heading: String, _ text: String, kind: String = "", head: HTML = "", _ more: HTML?
    ) -> String {
        let content: HTML = """
            <main>
            <h1>\(heading)</h1>
            <p class="text \(raw: kind)">\(text)</p>
            \(more)</main>

            """
        return page(heading, head: head, body: "class=\"message\"", content)
    }

    /// A link to the order screen with this label.
    private func back(_ label: String) -> HTML {
        "<p class=\"choice\"><a class=\"button main\" href=\"/\">\(label)</a></p>\n"
    }

    func closing(_ view: ShiftView, form: String) -> String {
        message(
            messages.closeShift, "\(messages.closeQuestion) \(messages.closingMeans)",
            """
            \(tally(view))<form method="post" action="/close" class="choice">\(hiddenFields(form, view))<button class="main">\
            \(messages.yes)</button> <a class="button" href="/">\(messages.no)</a></form>

            """)
    }

    func notClosed(_ text: String) -> String {
        message(messages.closeShift, messages.notClosed(text), kind: "bad", back(messages.back))
    }

    /// Renders the message that the shift is closed, with its figures, its report and the messages about late requests.
    func ended(_ text: String, _ view: ShiftView, _ report: ShiftReport?, replies: [Notice] = []) -> String {
        let summary = report.map { report -> HTML in
            // The report is part of the page, since the counter may have ended before it could be requested.
            let download = report.html.map { html -> HTML in
                let data = "data:text/html;charset=utf-8;base64," + Data(html).base64EncodedString()
                return """
                    <p class="choice"><a class="button main" id="report" download="report-\(view.date).html" href="\(raw: data)">\
                    \(messages.saveReport)</a></p>

                    """
            }
            return "<p class=\"place\">\(messages.reportPath(report.path))</p>\n\(download)"
        }
        return message("\(messages.closeShift) \(view.date)", text, "\(notices(replies))\(tally(view))\(summary)")
    }

    func links(_ links: [String]) -> String {
        let lines = links.map { link -> HTML in
            let code = qrCode(link).map { code -> HTML in
                """
                <svg class="qr" role="img" aria-label="\(messages.qrCode)" viewBox="0 0 \(code.size) \(code.size)" \
                shape-rendering="crispEdges"><path d="\(raw: code.path)"/></svg>

                """
            }
            return "\(code)<p class=\"link\"><a href=\"\(link)\">\(link)</a></p>\n"
        }
        let isLocal = links.allSatisfy { link in ["//127.", "//localhost", "//[::1]"].contains(where: link.contains) }
        let hint = isLocal ? messages.localConnectHint : messages.connectHint
        return message(messages.connect, hint, "\(lines)\(back(messages.back))")
    }

    func connected() -> String {
        let head: HTML = "<meta http-equiv=\"refresh\" content=\"0; url=/\">\n"
        return message(messages.orders, messages.connected, head: head, back(messages.start))
    }

    /// Renders the reason why a request was refused, with a link back to the counter if the browser is connected.
    func refusal(_ text: String, isConnected: Bool) -> String {
        message(messages.orders, text, kind: "bad", isConnected ? back(messages.back) : nil)
    }
}

/// Encodes a text as a QR code; nil if it is too long.
///
/// `size` is the width with the margin (quiet zone), and `path` has the dark modules as an SVG path, both in modules.
private func qrCode(_ text: String) -> (size: Int, path: String)? {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let quiet = 4
    let width = unsafe Int(code.pointee.width)
    var path = ""
    for row in 0..<width {
        var column = 0
        while column < width {
            let start = column
            while column < width, unsafe code.pointee.data[row * width + column] & 1 == 1 { column += 1 }
            if column > start { path += "M\(start + quiet) \(row + quiet)h\(column - start)v1h\(start - column)z" }
            if column == start { column += 1 }
        }
    }
    return (width + 2 * quiet, path)
}

/// The stock screen as submitted by the user.
struct StockForm {
    /// The button that submitted the form, and so the bookings to make.
    enum Submission: String {
        /// Books increases as restocks, and asks about decreases.
        case close
        /// Books increases as restocks, and decreases as discards.
        case closeDiscarding = "discard"
        /// Books increases as restocks, and decreases as counts.
        case closeCounting = "recount"
        /// Books the edited fields as counts.
        case count
    }

    /// The prefix of the ids of the form's requests.
    let page: String
    /// The pressed button; nil for one that changes a field by one piece in a browser that runs no script.
    let submission: Submission?
    private(set) var cells: [CellState]
    /// The ids of the short orders that led to the screen, separated by commas.
    let short: String?

    /// Parses the fields of a form; nil if they do not come from a page of this server.
    init?(_ fields: FormFields, fruits: Int) {
        guard let page = fields["page"] else { return nil }
        var cells: [CellState] = []
        for number in 1...fruits {
            guard let was = fields["was-\(number)"].flatMap({ Int($0) }), was >= 0, let now = fields["now-\(number)"]
            else { return nil }
            cells.append(CellState(shownStock: was, text: now, isTouched: fields["touched-\(number)"] != nil))
        }
        switch (fields["submission"], fields["step"]) {
        case (let name?, nil):
            guard let named = Submission(rawValue: name) else { return nil }
            submission = named
        case (nil, let step?):
            guard let number = Int(step.dropLast()), cells.indices.contains(number &- 1),
                let change = ["+": 1, "-": -1][step.suffix(1)]
            else { return nil }
            let cell = cells[number - 1]
            let pieces = (cell.pieces ?? min(cell.shownStock, FruitStore.stockMax)) + change
            let text = String(min(max(0, pieces), FruitStore.stockMax))
            cells[number - 1] = CellState(shownStock: cell.shownStock, text: text, isTouched: true)
            submission = nil
        default: return nil
        }
        (self.page, self.cells, short) = (page, cells, fields["short"])
    }

    /// The id of the request that changes the fruit of the menu at an index.
    static func id(_ page: String, _ index: Int) -> String { "\(page)-\(index + 1)" }

    /// Updates the shown stock of each edited field, and returns the fruits whose stock has changed meanwhile.
    mutating func rebase(on fruits: [ShiftView.FruitView]) -> [ShiftView.FruitView] {
        let moved = cells.indices.filter {
            cells[$0].pieces != cells[$0].shownStock && cells[$0].shownStock != fruits[$0].stock
        }
        for index in moved {
            cells[index] = CellState(shownStock: fruits[index].stock, text: cells[index].text, isTouched: true)
        }
        return moved.map { fruits[$0] }
    }

    /// The indices of the fruits whose new stock is lower than the shown stock.
    var decreases: [Int] {
        cells.indices.filter { index in cells[index].pieces.map { $0 < cells[index].shownStock } ?? false }
    }

    /// The requests to book; nil if a field does not contain a valid number.
    func requests(_ fruits: [ShiftView.FruitView]) -> [CounterRequest]? {
        var requests: [CounterRequest] = []
        for (index, (fruit, cell)) in zip(fruits, cells).enumerated() {
            guard let now = cell.pieces else { return nil }
            let shown = cell.shownStock
            let (action, pieces): (Action, Int)
            switch submission {
            // A field that was not edited is not a count.
            case .count where !cell.isTouched && now == shown, nil: continue
            case .count: (action, pieces) = (.count, now)
            case .close, .closeDiscarding, .closeCounting:
                if now == shown { continue }
                if now > shown {
                    (action, pieces) = (.restock, now - shown)
                } else {
                    (action, pieces) = submission == .closeCounting ? (.count, now) : (.discard, shown - now)
                }
            }
            requests.append(
                CounterRequest(id: Self.id(page, index), .row(action, fruit.name, pieces, shown: shown)))
        }
        return requests
    }
}

/// The input field of a fruit on the stock screen.
struct CellState: Sendable, Equatable {
    /// The stock that was shown when the screen was loaded.
    let shownStock: Int
    /// The text of the field, which may not be a number.
    let text: String
    /// Whether the user has edited the field, even if its text is unchanged.
    var isTouched = false

    /// The change in the field, such as `10 → 15, +5`; nil if there is none.
    var change: String? {
        guard let pieces, pieces != shownStock else { return nil }
        let change = pieces > shownStock ? "+\(pieces - shownStock)" : "−\(shownStock - pieces)"
        return "\(shownStock) → \(pieces), \(change)"
    }

    /// The number of pieces in the field; nil if the text is not a valid stock.
    var pieces: Int? {
        guard text.wholeMatch(of: /[0-9]{1,13}/) != nil else { return nil }
        return Int(text).flatMap { $0 <= FruitStore.stockMax ? $0 : nil }
    }
}
