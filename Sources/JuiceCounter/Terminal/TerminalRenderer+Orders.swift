internal import JuiceReports
internal import JuiceShop

// The order screen.
extension TerminalRenderer {
    /// Lines for what is said and asked.
    private static let saidLines = 4
    private static let fruitLinesMax = 3
    private static let gap = 3

    /// Stock, juices beside the latest bookings, the day in figures, what was said.
    func orderBody(_ model: TerminalModel, _ columns: Int, _ rows: Int) -> [ScreenLine] {
        let view = model.view
        let fruits = fruitLines(view, columns)
        let listsMax = max(view.juices.count, ShiftView.latestMax) + 1
        let left = rows - fruits.count - 1 - Self.saidLines
        // Lists first, then air between the parts.
        let blanks = min(max(left - listsMax, left - ShiftView.latestMax - 1, 1), 4)
        let lists = lists(model, columns, min(left - blanks, listsMax))
        func blank(_ number: Int) -> [ScreenLine] { blanks >= number ? [ScreenLine()] : [] }
        let figures = view.figures
        let today = wording.figures(
            orders: figures.served, cups: figures.cups, short: figures.short, cancelled: figures.cancelled)
        var todayLine = ScreenLine(" \(wording.today)  ", .faint)
        todayLine.add(today)
        return blank(2) + fruits + blank(1) + lists + blank(3) + [todayLine] + blank(4) + saidAndAsked(model, columns)
    }

    /// The stock of each fruit, as many beside each other as there is room for.
    private func fruitLines(_ view: ShiftView, _ columns: Int) -> [ScreenLine] {
        let head = " \(wording.onHandHead)  "
        let room = columns - DisplayWidth.of(head)
        let nameMax = room - 15
        let texts = view.fruits.map { fruit in
            (DisplayWidth.truncated(SafeText.terminal(fruit.name), to: nameMax), grouped(fruit.stock), fruit.stock == 0)
        }
        let width = min(room, (texts.map { DisplayWidth.of($0.0) + 1 + $0.1.count }.max() ?? 0) + Self.gap)
        let perLine = max(1, room / max(1, width))
        let lineCount = (texts.count + perLine - 1) / perLine
        // Where not all have room, the last place says how many more there are.
        let shown = lineCount <= Self.fruitLinesMax ? texts.count : perLine * Self.fruitLinesMax - 1
        var lines: [ScreenLine] = []
        for start in stride(from: 0, to: shown, by: perLine) {
            var line = ScreenLine(lines.isEmpty ? head : String(repeating: " ", count: DisplayWidth.of(head)), .faint)
            for (place, text) in texts[start..<min(start + perLine, shown)].enumerated() {
                line.add(text.0 + " ")
                line.add(text.1, text.2 ? .bad : .strong)
                line.pad(to: DisplayWidth.of(head) + width * (place + 1))
            }
            lines.append(line)
        }
        if shown < texts.count, var last = lines.popLast() {
            last.add(wording.more(texts.count - shown), .faint)
            lines.append(last)
        }
        return lines
    }

    /// The juices, and the latest bookings beside them.
    private func lists(_ model: TerminalModel, _ columns: Int, _ rows: Int) -> [ScreenLine] {
        let leftColumns = min(44, columns * 9 / 20)
        let left = juiceLines(model, leftColumns, rows)
        let right = latestLines(model, columns - leftColumns - Self.gap, rows)
        return (0..<rows).map { row in
            var line = (row < left.count ? left[row] : ScreenLine()).fitted(to: leftColumns)
            line.pad(to: leftColumns + Self.gap)
            if row < right.count { line.add(right[row]) }
            return line
        }
    }

    private func juiceLines(_ model: TerminalModel, _ columns: Int, _ rows: Int) -> [ScreenLine] {
        let juices = model.view.juices
        let shown = shown(juices.count, around: model.juice, rows - 1)
        let cups = shown.map {
            juices[$0].cupsPossible == 0 ? wording.soldOut : wording.cupCount(juices[$0].cupsPossible)
        }
        let cupColumns = min(
            columns / 2, max(cups.map(DisplayWidth.of).max() ?? 0, DisplayWidth.of(wording.possibleHead)))
        let nameColumns = columns - 4 - 1 - cupColumns
        var head = wording.juiceHead
        if shown.count < juices.count {
            head += " \(shown.lowerBound + 1)-\(shown.upperBound)/\(grouped(juices.count))"
        }
        let lines = zip(shown, cups).map { place, cups in
            let juice = juices[place]
            let isSoldOut = juice.cupsPossible == 0
            let isChosen = place == model.juice && model.bookingID == nil
            var line = ScreenLine(isChosen ? "> " : "  ")
            line.add(place < 9 ? "\(place + 1) " : "  ", .strong)
            line.add(ScreenLine(juice.name, isSoldOut ? .faint : nil).fitted(to: nameColumns))
            line.add(
                " " + DisplayWidth.paddedInFront(DisplayWidth.truncated(cups, to: cupColumns), to: cupColumns),
                isSoldOut ? .bad : nil)
            return isChosen && model.question == nil ? line.coloured(.inverted) : line
        }
        var first = ScreenLine("    " + head, .faint).fitted(to: 4 + nameColumns)
        first.add(" " + DisplayWidth.paddedInFront(wording.possibleHead, to: cupColumns), .faint)
        return [first] + lines
    }

    private func latestLines(_ model: TerminalModel, _ columns: Int, _ rows: Int) -> [ScreenLine] {
        let latest = model.view.latest
        let shown = shown(latest.count, around: model.chosenBooking ?? 0, rows - 1)
        let lines = shown.map { place in
            let booking = latest[place]
            let isChosen = place == model.chosenBooking
            let mark = booking.isTakenBack ? wording.takenBack : booking.isDone ? "" : wording.wasShort
            let markColumns = mark.isEmpty ? 0 : DisplayWidth.of(mark) + 1
            let entry = wording.entry(booking.action, item: booking.item, quantity: booking.quantity)
            var text = ScreenLine(isChosen ? "> " : "  ")
            text.add(booking.time.dropFirst(11).prefix(5) + " ", .faint)
            text.add(entry, booking.isTakenBack ? .faint : nil)
            var line = text.fitted(to: columns - markColumns)
            if !mark.isEmpty { line.add(" " + mark, booking.isTakenBack ? .faint : .notable) }
            return isChosen && model.question == nil ? line.coloured(.inverted) : line
        }
        return [ScreenLine("  " + wording.latest, .faint)] + lines
    }

    /// What was said last; below it what is asked.
    private func saidAndAsked(_ model: TerminalModel, _ columns: Int) -> [ScreenLine] {
        guard let question = model.question else { return said(model, columns, Self.saidLines) }
        let (text, detail) =
            switch question {
            case .shortage(let booking):
                (wording.shortage, wording.shortOf(booking.item, missing: wording.missing(booking)))
            case .closing: (wording.closeQuestion, wording.closingMeans)
            }
        var choice = ScreenLine(" ")
        for (word, isChosen) in [(wording.yes, model.isYesChosen), (wording.no, !model.isYesChosen)] {
            choice.add(isChosen ? "[ \(word) ]" : "  \(word)  ", isChosen ? .inverted : nil)
            choice.add("  ")
        }
        let before = said(model, columns, 1)
        return (before.isEmpty ? [ScreenLine()] : before) + [
            ScreenLine(" " + text, .notable), ScreenLine(" " + detail), choice,
        ]
    }
}
