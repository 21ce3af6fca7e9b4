package import JuiceReports
internal import JuiceShop

/// Draws what the terminal's screens show.
package struct TerminalRenderer: Sendable {
    /// The smallest window that has room for the screens.
    package static let columnsMin = 60
    package static let rowsMin = 20
    /// What is wider is hard to follow from one end to the other.
    private static let contentColumnsMax = 110

    let wording: CounterWording

    package init(_ wording: CounterWording) {
        self.wording = wording
    }

    /// Whether a window has no room for the screens.
    package static func isTooSmall(columns: Int, rows: Int) -> Bool { columns < columnsMin || rows < rowsMin }

    /// The lines of the screen, from the top: as many as there are rows, each just so many columns wide.
    package func lines(_ model: TerminalModel, columns: Int, rows: Int) -> [ScreenLine] {
        precondition(columns > 0 && rows > 0, "a window has columns and rows")
        var lines: [ScreenLine]
        if Self.isTooSmall(columns: columns, rows: rows) {
            lines = [ScreenLine(wording.tooSmall(Self.columnsMin, Self.rowsMin), .notable)]
        } else {
            let size = (columns: min(columns, Self.contentColumnsMax), rows: rows - 2)
            let (title, body, keys) = page(model, size)
            lines = [bar(title, wording.day(model.view), columns)] + body.prefix(size.rows)
            lines += Array(repeating: ScreenLine(), count: rows - 1 - lines.count)
            lines.append(ScreenLine(" " + keys, .faint))
        }
        lines += Array(repeating: ScreenLine(), count: max(0, rows - lines.count))
        return lines.prefix(rows).map { $0.fitted(to: columns) }
    }

    /// Title, lines and keys of the page that is shown.
    private func page(
        _ model: TerminalModel, _ size: (columns: Int, rows: Int)
    ) -> (title: String, body: [ScreenLine], keys: String) {
        if model.isHelpShown { return (wording.help, helpBody, wording.helpKeys) }
        switch model.page {
        case .orders:
            let keys =
                model.question != nil
                ? wording.questionKeys
                : model.bookingID != nil ? wording.listKeys : wording.orderKeys(min(9, model.view.juices.count))
            return (wording.orders, orderBody(model, size.columns, size.rows), keys)
        case .stock(let draft):
            return (wording.stock, stockBody(model, draft, size.columns, size.rows), wording.stockKeys)
        }
    }

    /// The first line.
    private func bar(_ title: String, _ date: String, _ columns: Int) -> ScreenLine {
        let end = " \(date) "
        var line = ScreenLine(" \(title)").fitted(to: columns - DisplayWidth.of(end))
        line.add(end)
        return line.coloured(.inverted)
    }

    /// The page of help.
    private var helpBody: [ScreenLine] {
        let lines = wording.helpLines
        let width = lines.map { DisplayWidth.of($0.keys) }.max() ?? 0
        return lines.map { keys, text in
            if keys.isEmpty { return ScreenLine(" " + text, .strong) }
            return ScreenLine("   " + DisplayWidth.padded(keys, to: width) + "  " + text)
        }
    }

    /// What was said last, and what keeps anything from being said: as many lines as there is room for.
    func said(_ model: TerminalModel, _ columns: Int, _ linesMax: Int) -> [ScreenLine] {
        let message: (text: String, colour: Ink.Colour)? =
            switch model.view.status {
            case .stuck(let text): (wording.notRecorded(text), .bad)
            case .closed: (wording.closed, .notable)
            case .open:
                model.message.map { ($0.text, $0.colour) }
                    ?? (model.view.clock == .isBehind ? (wording.clockBehind, .notable) : nil)
            }
        guard let message else { return [] }
        let folded = DisplayWidth.folded(SafeText.terminal(message.text), to: columns - 2)
        return folded.prefix(linesMax).map { ScreenLine(" " + $0, message.colour) }
    }

    /// Which of some lines a window of them shows: the page on which the chosen one is.
    func shown(_ count: Int, around chosen: Int, _ room: Int) -> Range<Int> {
        let start = room > 0 ? chosen / room * room : 0
        return start..<min(count, start + room)
    }
}
