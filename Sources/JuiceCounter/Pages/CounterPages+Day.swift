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
        return message(messages.connect, messages.connectHint, "\(lines)\(back(messages.back))")
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
