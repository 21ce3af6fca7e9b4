internal import JuiceBatch
internal import JuiceCore
internal import JuiceInspect

/// The messages for ambiguous inputs: the finding, its possible meanings, and the option and setting for each meaning.
extension MessageLanguage {
    /// A fix, and the condition on which it is the right one, as a clause such as `합계 행이면`, `if it is a total`.
    typealias Choice = (condition: String, fix: SettingsProposal)

    /// The sentences that recommend a fix for each condition; a fix that does not apply is nil, and none gives no text.
    func advice(_ choices: [Choice?]) -> String {
        let choices = choices.compactMap(\.self)
        return choices.isEmpty
            ? ""
            : pick(
                ko: choices.map { "\($0.condition) \($0.fix.text)" }.joined(separator: ", ") + "처럼 적으세요.",
                en: choices.map { condition, fix in
                    "\(condition.prefix(1).uppercased())\(condition.dropFirst()), use \(fix.text)."
                }.joined(separator: " "))
    }

    /// The message for an ambiguity, without its position and code.
    func text(_ ambiguity: Ambiguity) -> String {
        switch ambiguity {
        case .column(let kind, let header, let cell, let others, let mayBeQuantity):
            column(kind, header, cell, others, mayBeQuantity)
        case .incompleteComposite(let role, let present, let missing, let isDescribed):
            incompleteComposite(role, present, missing, undescribed: isDescribed ? present : [])
        case .id(let header, let id, let isOfEarlierRun, let dates, let undescribed):
            self.id(header, id, isOfEarlierRun, dates: dates, off: .without(.id, accepting: undescribed))
        case .cutOffID(let header, let id, let undescribed):
            cutOffID(header, id) + " " + advice([(text(.doWithout), .without(.id, accepting: undescribed))])
        case .row(let header, let cell, let isTotalIfNamed): row(header, cell, isTotalIfNamed)
        case .sequence(let header):
            pick(
                ko: "'\(shortened(header))' 열의 시각이 대부분 역순입니다. 최신순으로 내보낸 파일일 수 있습니다. ",
                en: "The times in column '\(shortened(header))' mostly run backwards; the file may list the newest "
                    + "row first. ")
                + advice([
                    applyingByTime,
                    (
                        pick(ko: "파일 순서로 적용하려면", en: "to apply them in file order"),
                        SettingsProposal(\.sequence, .file)
                    ),
                ])
        case .secondTable(let item):
            pick(
                ko: "머리글이 한 번 더 나옵니다. 한 파일에 표가 두 개 들어 있을 수 있습니다. 다른 표라면 여기서 파일을 나누세요. ",
                en: "This row repeats the header, so the file may contain two tables. If they are different tables, "
                    + "split the file here. ")
                + advice([(pick(ko: "같은 표가 이어지면", en: "if the same table continues"), .ignoring(item, [item]))])
        case .noRowFits(let expected, let actual, let findsHeader, let dropsTrailing):
            noRowFits(expected, actual, findsHeader, dropsTrailing)
        case .overlap(let run, let input, _, .consecutiveRows):
            pick(
                ko: "여기부터 이어지는 행이 \(run: run, .subject) 적용한 '\(shortened(input))'에도 있습니다. 같은 매출이 두 파일에 걸쳐 있을 수 있습니다. "
                    + "그렇다면 이 행들을 빼고, 다른 매출이라면 `--again`을 붙이세요.",
                en: "The rows from here on are also in '\(shortened(input))', which run \(run) applied. The same sales "
                    + "may be in both files. If so, remove these rows. If these are different sales, add `--again`.")
        case .overlap(let run, let input, let rows, let shared):
            pick(
                ko: "\(run: run, .subject) 적용한 '\(shortened(input))'의 행 \(grouped(rows))개가 이 파일 맨 "
                    + "\(shared == .start ? "앞" : "뒤")에 모두 들어 있습니다. 같은 매출을 다시 내보낸 파일일 수 있습니다. 그렇다면 먼저 "
                    + "`juice-batch reverse \(run) --ledger FILE` 명령으로 그 실행을 취소하고, 다른 매출이라면 `--again`을 붙이세요.",
                en: "This file \(shared == .start ? "begins" : "ends") with all \(counted(rows, "row")) of "
                    + "'\(shortened(input))', which run \(run) applied. The same sales may have been exported again. "
                    + "If so, first reverse that run with `juice-batch reverse \(run) --ledger FILE`. If these are "
                    + "different sales, add `--again`.")
        }
    }

    /// The choice of applying rows in the order of their times.
    var applyingByTime: Choice {
        (pick(ko: "시각 순서로 적용하려면", en: "to apply the rows in chronological order"), SettingsProposal(\.sequence, .time))
    }

    /// The choice of skipping totals rows, which a word in a cell shows.
    func skippingTotals(with word: String) -> Choice {
        (pick(ko: "합계 행이면", en: "if it is a total"), SettingsProposal(\.totals, [word]))
    }

    /// The choice of a column that has no effect.
    func accepting(_ header: String) -> Choice { (text(.meansNothing), .accepting(header)) }

    /// The sentences about an id whose end was lost in a spreadsheet.
    func cutOffID(_ header: String, _ id: String) -> String {
        pick(
            ko: "'\(shortened(header))' 열의 \(shown(id), .topic) 스프레드시트에서 뒷자리가 잘린 번호입니다. 번호를 텍스트로 저장해 다시 내보내세요.",
            en:
                "A spreadsheet has cut off the last digits of \(shown(id)) in column '\(shortened(header))'. Export the "
                + "file again with the numbers as text.")
    }

    /// The advice for a column without a name, which no setting or option can refer to.
    var namingColumn: String {
        pick(
            ko: "설정에서 이 열을 지정할 수 있도록 먼저 머리글에 이름을 적으세요.",
            en: "Settings refer to columns by name, so first give this column a name in the header.")
    }

    /// The sentence about the content of a cell.
    private func content(_ cell: String, of header: String) -> String {
        let isNameless = trimmedText(header).isEmpty
        return pick(
            ko: "\(isNameless ? "이름 없는" : "'\(shortened(header))'") 열의 값이 \(shown(cell))입니다.",
            en: "\(isNameless ? "An unnamed column" : "Column '\(shortened(header))'") "
                + "\(cell.isEmpty ? "is empty" : "contains \(quoted(cell))") here.")
    }

    private func row(_ header: String, _ cell: String, _ isTotalIfNamed: Bool) -> String {
        let isNameless = trimmedText(header).isEmpty
        let total = isTotalIfNamed ? skippingTotals(with: cell) : nil
        let skipped: Choice = (text(.rowsDoNotCount), .ignoring(header, [cell]))
        let choices = isNameless ? [total] : [total, skipped, accepting(header)]
        let finding = pick(ko: "합계 행일 수 있습니다.", en: "This row may be a total.")
        return [
            content(cell, of: header), finding, advice(choices), isNameless ? namingColumn : "",
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func column(
        _ kind: Ambiguity.Column, _ header: String, _ cell: String, _ others: [String], _ mayBeQuantity: Bool
    ) -> String {
        let here = content(cell, of: header)
        if trimmedText(header).isEmpty {
            let finding = pick(ko: "재고에 영향을 주는 값일 수 있습니다.", en: "It may affect stock.")
            return "\(here) \(finding) \(namingColumn)"
        }
        let choices = choices(kind, header, cell, others, mayBeQuantity) + [accepting(header)]
        let fill = SettingsProposal(\.fill, [header]).text
        let firstLines = pick(
            if: kind == .action && namesActions(header) && others.contains(""),
            ko: " 빈 칸이 위 행과 같은 주문이면 \(fill)도 함께 적으세요.",
            en: " If a row with an empty cell belongs to the order above, also use \(fill).")
        let actual = kind == .quantity ? otherQuantity(header) ?? severalQuantities(header, others) : nil
        let finding = actual ?? pick(ko: "\(meaning(kind))일 수 있습니다.", en: "It may show \(meaning(kind)).")
        return "\(here) \(finding) \(advice(choices))\(firstLines ?? "")"
    }

    /// The fixes for a column that does affect stock.
    private func choices(
        _ kind: Ambiguity.Column, _ header: String, _ cell: String, _ others: [String], _ mayBeQuantity: Bool
    ) -> [Choice?] {
        let cells = kind.isShownByCells ? others : []
        let doubtful = [cell] + cells.filter { AmbiguousCell.isAmbiguous($0, as: kind, decimal: nil) }
        let plain = cells.filter { !doubtful.contains($0) }
        let skipped = SettingsProposal.skipping(kind, header, doubtful, plain).map { (text(.rowsDoNotCount), $0) }
        let quantity: Choice = (text(.isQuantity), .naming(.quantity, [header]))
        func actions(_ meaning: (String) -> Action?) -> SettingsProposal {
            self.actions(header, doubtful, plain, meaning: meaning)
        }
        switch kind {
        case .quantity: return [otherQuantity(header) == nil ? quantity : nil]
        case .action:
            // Cups that were never made are more frequent than rows that cancel orders in other rows.
            if doubtful.allSatisfy({ Self.meaning(of: $0) == .cancel }) {
                return [skipped, (text(.returnsToStock), actions(Self.meaning))]
            }
            // A word for a use of fruit in another column, such as that of payments, is hardly an action.
            let isOfActions = namesActions(header) || doubtful.contains { Self.meaning(of: $0) == .cancel }
            return [isOfActions ? (text(.isAction), actions(Self.meaning)) : nil, skipped]
        case .cancellation:
            if doubtful.allSatisfy({ AmbiguousCell.figure($0, decimal: nil) != nil }) {
                let all = pick(ko: "그 행의 잔을 모두 취소했으면", en: "if all cups of such rows were cancelled")
                return [mayBeQuantity ? quantity : nil, skipped.map { (all, $0.1) }]
            }
            return [mayBeQuantity ? quantity : nil, skipped, (text(.returnsToStock), actions { _ in .cancel })]
        case .unit: return [skipped]
        case .variant: return [(text(.separateProducts), .naming(.item, others + [header]))]
        case .location:
            return [
                cell.isEmpty
                    ? (text(.isSameAsAbove), SettingsProposal(\.fill, [header]))
                    : (text(.onlyTheseCount), .keeping(header, [cell]))
            ]
        case .date:
            return [(pick(ko: "날짜이면", en: "if it does"), .naming(.time, [header] + others))]
        }
    }

    /// The sentences about a column that may be the quantity as well as some others; nil if there are no others.
    private func severalQuantities(_ header: String, _ others: [String]) -> String? {
        others.isEmpty ? nil : text(.quantityColumns(headers: [header] + others))
    }

    private func namesActions(_ header: String) -> Bool {
        AmbiguousColumns.kinds(TextWords(header), hasQuantity: true).contains(.action)
    }

    /// The sentences about a quantity that by its header is not one of cups; nil for other headers.
    func otherQuantity(_ header: String) -> String? {
        let words = TextWords(header)
        if HeaderHints.isStock(words) {
            return pick(
                ko: "남은 재고로 보입니다. 재고표이면 과일과 재고 두 열만 남겨 `--stock`으로 지정하세요.",
                en: "It seems to be the remaining stock. If this is a stock list, keep only the columns for the fruit "
                    + "and its stock, and give the file with `--stock`.")
        }
        let isCount = words.hasAny(["실사", "counted"])
        guard isCount || Self.meaning(of: header) == .discard else { return nil }
        return pick(
            ko: "판 잔 수가 아니라 \(isCount ? "센" : "버리거나 쓴") 과일 수로 보입니다. 재고에 적용하려면 머리글을 '수량'으로 고치고 "
                + "'구분' 열을 만들어 행마다 '\(isCount ? "실사" : "폐기")'라고 적으세요.",
            en: "It seems to be fruit that was \(isCount ? "counted" : "discarded or used"), not cups sold. To apply "
                + "it, rename the column to 'quantity', and add a column 'action' with "
                + "'\(isCount ? "count" : "discard")' in each row.")
    }

    /// The action that a cell means; nil for an order that was never made, such as one that waits for a payment.
    private static func meaning(of cell: String) -> Action? {
        let wordsOfUse = ["폐기", "출고", "사용", "소모", "반출", "wast", "spoil", "consum", "used"]
        if wordsOfUse.contains(where: nameKey(cell).contains) { return .discard }
        return HeaderHints.isCancelWord(cell) ? .cancel : nil
    }

    /// The settings for a column of actions and for those of its cells that are not names of actions.
    ///
    /// Plain cells mean orders. Rows with a doubtful cell are ignored if `meaning` returns nil for it. If there are too
    /// many cells to list, only the first one is.
    private func actions(
        _ header: String, _ doubtful: [String], _ plain: [String], meaning: (String) -> Action?
    ) -> SettingsProposal {
        let column = SettingsProposal.naming(.action, [header])
        let names = Set(Action.allCases.flatMap(\.names).map(nameKey))
        var unnamed = (doubtful + plain).filter { !$0.isEmpty && !names.contains(nameKey($0)) }
        if unnamed.isEmpty { return column }
        if unnamed.count > SettingsProposal.cellsMax { unnamed.removeLast(unnamed.count - 1) }
        let replacements = unnamed.map { cell in
            let action = doubtful.contains(cell) ? meaning(cell) : .order
            return (from: cell, to: action?.name ?? ExportSettings.ignoredWord)
        }
        return column.adding(.replacing(.action, replacements))
    }

    private func incompleteComposite(
        _ role: Role, _ present: [String], _ missing: [String], undescribed: [String]
    ) -> String {
        let list = missing.map { quoted($0) }.joined(separator: ", ")
        let rest = pick(ko: "있는 열만 쓰려면", en: "to use only the columns that exist")
        let none = pick(ko: "이 역할을 쓰지 않으려면", en: "if you do not need the \(role.rawValue)")
        return pick(
            ko: "\(role.rawValue)에 쓰는 열 중 \(list) 열이 없습니다. ",
            en: "The \(role.rawValue) is read from several columns, but \(list) "
                + "\(missing.count == 1 ? "is" : "are") missing. ")
            + advice([
                (rest, .naming(role, present)), (none, .without(role, accepting: undescribed)),
            ])
    }

    private func id(
        _ header: String, _ id: String, _ isOfEarlierRun: Bool, dates: String?, off: SettingsProposal
    ) -> String {
        let day: RoleColumns.Part<String> = dates.map { .column($0) } ?? .date
        let eachDay = pick(
            if: dates == nil, ko: " 하루치씩 나누어 `--date`와 함께", en: " and you run each day separately with `--date`")
        // Rows of one input may also belong to one receipt.
        let daily = [day, .column(header)] + (isOfEarlierRun ? [] : [.occurrence])
        let advice = advice([
            (
                pick(ko: "한 영수증의 여러 행이면", en: "if several rows belong to one receipt"),
                SettingsProposal(\.columns, [.id: .composite([.column(header), .occurrence])])
            ),
            (text(.sameRowAgain), .naming(.id, [header])),
            (text(.restartsEachDay) + (eachDay ?? ""), SettingsProposal(\.columns, [.id: .composite(daily)])),
            (text(.doWithout), off),
        ])
        if isOfEarlierRun {
            return pick(
                ko: "'\(shortened(header))' 열의 \(shown(id), .object) 앞선 실행에서도 썼습니다. 고친 파일이면 먼저 `juice-batch reverse`로 "
                    + "그 실행을 취소하세요. \(advice) 번호를 다르게 읽으면 앞선 실행의 행이 다시 적용되므로, 그런 행이 들어 있으면 앞선 실행부터 취소하세요.",
                en: "An earlier run already used \(shown(id)) in column '\(shortened(header))'. If this file is a "
                    + "correction, first reverse that run with `juice-batch reverse`. \(advice) Ids that are read in "
                    + "another way do not match those of earlier runs: if the file has rows of an earlier run, reverse "
                    + "that run first.")
        }
        return pick(
            ko: "'\(shortened(header))' 열의 \(shown(id), .subject) 위의 행에도 있습니다. \(advice)",
            en: "A row above also has \(shown(id)) in column '\(shortened(header))'. \(advice)")
    }

    private func noRowFits(_ expected: Int, _ actual: Int, _ findsHeader: Bool, _ dropsTrailing: Bool) -> String {
        let find: Choice = (pick(ko: "이 줄이 제목이면", en: "if this line is a title"), SettingsProposal(\.header, .find))
        let drop: Choice = (
            pick(ko: "행 끝마다 빈 칸이 하나 더 있으면", en: "if every row has one extra empty cell at its end"),
            SettingsProposal(\.trailing, .drop)
        )
        let choices = (findsHeader ? [] : [find]) + (actual == expected + 1 && !dropsTrailing ? [drop] : [])
        let finding = pick(
            ko: "머리글의 열은 \(expected)개인데 칸 수가 같은 행이 하나도 없습니다(첫 행은 \(actual)개). 머리글의 열 수를 행에 맞추고, "
                + "구분 기호가 다르면 --delimiter로 정하세요.",
            en: "The header has \(counted(expected, "column")), but no row has that many cells (the first has "
                + "\(actual)). Give the header as many columns as the rows have, or set another delimiter with "
                + "--delimiter.")
        return [finding, advice(choices)].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Settings that a message recommends, as options for one run and as lines of juice-batch.json for all runs.
extension SettingsProposal {
    static let cellsMax = 6
    /// The maximum lengths of a name or cell in an option, in bytes, and of the lines, in characters.
    private static let (textBytesMax, linesLengthMax) = (1_000, 4_000)
    /// Stands for cells that are too many to list, and for texts that are too long.
    private static let otherCells = "…"

    private static func short(_ text: String, bytesMax: Int = 100) -> String {
        text.utf8.count <= bytesMax ? text : otherCells
    }

    /// The options with the lines of juice-batch.json in parentheses; only the lines if a text cannot be typed.
    var text: String { options.map { "`\($0)` (`\(shortLines)`)" } ?? "`\(shortLines)`" }

    /// The members of juice-batch.json, on one line without braces, so that they can be copied into another object.
    var lines: String { Escaping.visibleJSON(String(json().line.dropFirst().dropLast())) }

    /// The lines, cut to a maximum length, since reports have a maximum size.
    var shortLines: String { lines.count > Self.linesLengthMax ? lines.prefix(Self.linesLengthMax) + "…" : lines }

    /// The options, quoted for a shell; nil if a text is long, is not shown, or has a meaning in the option.
    var options: String? {
        let (names, cells) = (columns.values.flatMap(\.names), ignore + only + known)
        let texts = names + cells.flatMap { [$0.column, $0.value] } + replacements.map(\.from) + accept + fill + totals
        let canBeTyped =
            texts.allSatisfy { $0.utf8.count <= Self.textBytesMax && Escaping.isShown($0) && $0 != Self.otherCells }
            && !names.contains { $0.contains("+") } && !cells.contains { $0.column.contains("=") }
        guard canBeTyped else { return nil }
        let roles = Role.allCases.compactMap { role in
            columns[role].map { "--column \(role.rawValue)=" + ($0 == .none ? "" : Escaping.shell($0.text)) }
        }
        let listed = [("ignore", ignore), ("only", only), ("known", known)].flatMap { name, cells in
            cells.map { (name, "\($0.column)=\($0.value)") }
        }
        let named = [("accept", accept), ("fill", fill), ("totals", totals)].flatMap { name, words in
            words.map { (name, $0) }
        }
        let chosen = [
            ("decimal", decimal?.rawValue), ("header", header?.rawValue), ("trailing", trailing?.rawValue),
            ("sequence", sequence?.rawValue),
        ].compactMap { name, value in value.map { (name, $0) } }
        let values = replacements.map { ("value", "\($0.role.rawValue):\($0.from)=\($0.to)") } + listed + named + chosen
        // A value that begins with a hyphen would be parsed as an option.
        let others = values.map { "--\($0)" + ($1.hasPrefix("-") ? "=" : " ") + Escaping.shell($1) }
        return (roles + others).joined(separator: " ")
    }

    /// Lists the cells that a column may have; an ellipsis stands for texts that are too long and, without cells, for all.
    static func listing(_ column: String, _ cells: [String]) -> SettingsProposal {
        let shown = cells.isEmpty ? [otherCells] : cells.map { short($0) }
        return SettingsProposal(\.known, Self.cells(short(column, bytesMax: textBytesMax), shown))
    }

    /// Ignores rows with one of some cells, if possible one without digits; nil if there is no cell.
    ///
    /// A cell with digits, such as an amount or a time, says nothing about the kind of a row.
    static func ignoring(oneOf cells: [(column: String, cell: String)]) -> SettingsProposal? {
        let chosen = cells.first { !$0.cell.contains(where: \.isNumber) } ?? cells.first
        return chosen.map { ignoring(short($0.column, bytesMax: textBytesMax), [short($0.cell)]) }
    }

    /// Skips rows with doubtful cells, and keeps those with plain cells; nil if both are too many to list.
    ///
    /// The cells of cancelled rows may differ from row to row, as times do, so those of the other rows are listed.
    static func skipping(
        _ kind: Ambiguity.Column, _ header: String, _ doubtful: [String], _ plain: [String]
    ) -> SettingsProposal? {
        let only = (1...cellsMax).contains(plain.count) ? keeping(header, plain) : nil
        if kind == .cancellation, let only { return only }
        return doubtful.count <= cellsMax ? ignoring(header, doubtful) : only
    }
}
