internal import JuiceReports

// The stock screen.
extension TerminalRenderer {
    private static let saidLines = 3
    /// The most columns a name has.
    private static let nameMax = 30
    /// The columns for pieces that are fewer than a thousand million, and for the most that stock can be.
    private static let piecesColumns = (usual: 9, most: 13)

    /// The fruits with their cells, the two buttons, what was said.
    func stockBody(_ model: TerminalModel, _ draft: StockDraft, _ columns: Int, _ rows: Int) -> [ScreenLine] {
        let room = rows - Self.saidLines - 5
        let chosen =
            switch draft.place {
            case .cell(let index): index
            case .close, .count: max(0, draft.cells.count - 1)
            }
        let shown = shown(draft.cells.count, around: chosen, room)
        let names = draft.cells[shown].map { DisplayWidth.of(SafeText.terminal($0.fruit)) }
        let isUsual = draft.cells[shown].allSatisfy { String(max($0.shown, $0.value ?? 0)).count <= 9 }
        let piecesColumns = isUsual ? Self.piecesColumns.usual : Self.piecesColumns.most
        let nameColumns = min(
            max(names.max() ?? 0, DisplayWidth.of(wording.fruitHead) + 6), Self.nameMax,
            columns - 3 * piecesColumns - 11)
        let lines = shown.map { place in
            line(draft.cells[place], draft.place == .cell(place), nameColumns, piecesColumns)
        }
        let said =
            draft.isBeingBooked ? [ScreenLine(" " + wording.recording, .faint)] : said(model, columns, Self.saidLines)
        let head = head(draft.cells.count, shown, nameColumns, piecesColumns)
        return [ScreenLine(), head] + lines + [ScreenLine(), buttons(draft), ScreenLine()] + said
    }

    private func head(
        _ count: Int, _ shown: Range<Int>, _ nameColumns: Int, _ piecesColumns: Int
    ) -> ScreenLine {
        let part = shown.count < count ? " \(shown.lowerBound + 1)-\(shown.upperBound)/\(grouped(count))" : ""
        var line = ScreenLine("  " + wording.fruitHead + part, .faint).fitted(to: 2 + nameColumns)
        line.add(DisplayWidth.paddedInFront(wording.nowHead, to: piecesColumns + 1), .faint)
        line.add(DisplayWidth.paddedInFront(wording.newHead, to: piecesColumns + 5), .faint)
        line.add(DisplayWidth.paddedInFront(wording.changeHead, to: piecesColumns + 3), .faint)
        return line
    }

    private func line(
        _ cell: StockDraft.Cell, _ isChosen: Bool, _ nameColumns: Int, _ piecesColumns: Int
    ) -> ScreenLine {
        var line = ScreenLine(isChosen ? "> " : "  ")
        line.add(ScreenLine(cell.fruit, isChosen ? .strong : nil).fitted(to: nameColumns))
        line.add(pieces(cell.shown, piecesColumns + 1), cell.shown == 0 ? .bad : nil)
        line.add(isChosen ? "  -" : "   ", .faint)
        line.add(
            "[" + pieces(cell.value ?? cell.shown, piecesColumns) + "]",
            isChosen ? .inverted : cell.value == nil ? .faint : .strong)
        line.add(isChosen ? "+" : " ", .faint)
        let difference = cell.difference
        let sign = difference == 0 ? "" : difference > 0 ? "+" + grouped(difference) : grouped(difference)
        line.add(DisplayWidth.paddedInFront(sign, to: piecesColumns), difference == 0 ? nil : .strong)
        if cell.stock != cell.shown {
            line.add("  " + wording.stockNow(cell.stock), .notable)
        } else if let missing = cell.missing {
            line.add("  " + wording.lacking(missing), .notable)
        }
        return line
    }

    private func pieces(_ count: Int, _ columns: Int) -> String {
        // A number that is cut would be another one: without commas all but absurd ones have room.
        let text = grouped(count).count <= columns ? grouped(count) : String(count)
        return DisplayWidth.paddedInFront(DisplayWidth.truncated(text, to: columns), to: columns)
    }

    private func buttons(_ draft: StockDraft) -> ScreenLine {
        var line = ScreenLine("  ")
        for (word, place) in [(wording.close, StockDraft.Place.close), (wording.count, .count)] {
            let isChosen = draft.place == place
            line.add(isChosen ? "> [ \(word) ]" : "  [ \(word) ]", isChosen ? .inverted : nil)
            line.add("  ")
        }
        return line
    }
}
