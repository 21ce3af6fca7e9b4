internal import JuiceBatch
internal import JuiceCore
internal import JuiceInspect

/// The messages for ambiguous inputs: the finding, its possible meanings, and the option and setting for each meaning.
extension MessageLanguage {
    /// The message for an ambiguity, without its position and code.
    func text(_ ambiguity: Ambiguity) -> String {
        switch ambiguity {
        case .column(let kind, let header, let cell, let others, let mayBeQuantity):
            column(kind, header, cell, others, mayBeQuantity)
        case .incompleteComposite(let role, let present, let missing, let isDescribed):
            incompleteComposite(role, present, missing, undescribed: isDescribed ? present : [])
        case .id(let header, let id, let isOfEarlierRun, let dates, let undescribed):
            self.id(
                header, id, isOfEarlierRun, dates: dates, off: SuggestedFix.without(.id, accepting: undescribed).text)
        case .cutOffID(let header, let id, let undescribed):
            pick(
                ko: "'\(shortened(header))' 열의 \(shown(id))\(Particle.topic.withParticle(id)) 스프레드시트에서 뒷자리가 잘린 번호입니다. "
                    + "번호를 텍스트로 저장해 다시 내보내세요. 번호를 쓰지 않으려면 "
                    + "\(SuggestedFix.without(.id, accepting: undescribed).text)처럼 적으세요.",
                en: "A spreadsheet has cut off the last digits of \(shown(id)) in column '\(shortened(header))'. "
                    + "Export the file again with the numbers as text. If you do not need ids, use "
                    + "\(SuggestedFix.without(.id, accepting: undescribed).text).")
        case .row(let header, let cell, let isTotalIfNamed): row(header, cell, isTotalIfNamed)
        case .sequence(let header):
            pick(
                ko: "'\(shortened(header))' 열의 시각이 대부분 역순입니다. 최신순으로 내보낸 파일일 수 있습니다. 시각 순서로 적용하려면 "
                    + "\(SuggestedFix.choosing("time", for: "sequence").text), 파일 순서로 적용하려면 "
                    + "\(SuggestedFix.choosing("file", for: "sequence").text)처럼 적으세요.",
                en: "The times in column '\(shortened(header))' mostly run backwards; the file may list the newest "
                    + "row first. To apply the rows in chronological order, use "
                    + "\(SuggestedFix.choosing("time", for: "sequence").text). To apply them in file order, use "
                    + "\(SuggestedFix.choosing("file", for: "sequence").text).")
        case .secondTable(let item):
            pick(
                ko: "머리글이 한 번 더 나옵니다. 한 파일에 표가 두 개 들어 있을 수 있습니다. 다른 표라면 여기서 파일을 나누고, 같은 표가 이어지면 "
                    + "\(SuggestedFix.listing(.ignore, item, [item]).text)처럼 적으세요.",
                en: "This row repeats the header, so the file may contain two tables. If they are different tables, "
                    + "split the file here. If the same table continues, use "
                    + "\(SuggestedFix.listing(.ignore, item, [item]).text).")
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

    /// The advice for a column without a name, which no setting or option can refer to.
    private var namingColumn: String {
        pick(
            ko: "설정에서 이 열을 지정할 수 있도록 먼저 머리글에 이름을 적으세요.",
            en: "Settings refer to columns by name, so first give this column a name in the header.")
    }

    private func row(_ header: String, _ cell: String, _ isTotalIfNamed: Bool) -> String {
        let isNameless = trimmedText(header).isEmpty
        let here = pick(
            ko: "\(isNameless ? "이름 없는 열의" : "'\(shortened(header))'") 칸에 "
                + "\(shown(cell))\(Particle.copula.withParticle(cell))라고 적혀 있어 합계 행일 수 있습니다.",
            en: "\(isNameless ? "An unnamed column" : "Column '\(shortened(header))'") \(containing(cell)) here, so "
                + "this row may be a total.")
        let totals = SuggestedFix.naming(.totals, cell).text
        if isNameless {
            let total = pick(ko: "합계 행이면 \(totals)처럼 적으세요. ", en: "If it is a total, use \(totals). ")
            return "\(here) \(isTotalIfNamed ? total : "")\(namingColumn)"
        }
        let ignore = SuggestedFix.listing(.ignore, header, [cell]).text
        let notOrders =
            isTotalIfNamed
            ? pick(
                ko: "합계 행이면 \(totals), 이 가게의 행이 아니면 \(ignore),",
                en: "If it is a total, use \(totals). If the row belongs to another shop, use \(ignore).")
            : pick(ko: "그런 행을 건너뛰려면 \(ignore),", en: "To skip such rows, use \(ignore).")
        let accept = SuggestedFix.naming(.accept, header).text
        return pick(
            ko: "\(here) \(notOrders) 재고와 상관없는 열이면 \(accept)처럼 적으세요.",
            en: "\(here) \(notOrders) If the column does not affect stock, use \(accept).")
    }

    private func column(
        _ kind: Ambiguity.Column, _ header: String, _ cell: String, _ others: [String], _ mayBeQuantity: Bool
    ) -> String {
        if trimmedText(header).isEmpty {
            return pick(
                ko: "이름 없는 열의 값이 \(shown(cell))입니다. 재고에 영향을 주는 값일 수 있습니다. \(namingColumn)",
                en: "An unnamed column \(containing(cell)) here, which may affect stock. \(namingColumn)")
        }
        let here = pick(
            ko: "'\(shortened(header))' 열의 값이 \(shown(cell))입니다.",
            en: "Column '\(shortened(header))' \(containing(cell)) here.")
        let accept = SuggestedFix.naming(.accept, header).text
        let nothing = pick(
            ko: "재고와 상관없는 열이면 \(accept)처럼 적으세요.", en: "If the column does not affect stock, use \(accept).")
        let cells = kind.isShownByCells ? others : []
        let doubtful = [cell] + cells.filter { AmbiguousCell.isAmbiguous($0, as: kind, decimal: nil) }
        let plain = cells.filter { !doubtful.contains($0) }
        let skipped = SuggestedFix.skipping(kind, header, doubtful, plain)?.text
        let notOrders = skipped.map { pick(ko: " 그런 행을 건너뛰려면 \($0),", en: " To skip such rows, use \($0).") } ?? ""
        let quantity = SuggestedFix.column(.quantity, [.column(header)]).text
        switch kind {
        case .quantity:
            if let other = otherQuantity(header, here) { return "\(other) \(nothing)" }
            return pick(
                ko: "\(here) 이 열이 수량일 수 있습니다. 지금은 수량 열이 없어 주문 1건을 1잔으로 읽습니다. 수량이면 \(quantity), \(nothing)",
                en: "\(here) It may be the quantity; without a quantity column, each order counts as 1 cup. If it "
                    + "is the quantity, use \(quantity). \(nothing)")
        case .action:
            return mayBeNoOrder(header, here, doubtful, plain, notOrders, nothing)
        case .cancellation:
            let action = actions(header, doubtful, plain) { _ in .cancel }
            let count = pick(
                if: mayBeQuantity, ko: " 취소를 뺀 수량이면 \(quantity),",
                en: " If the column is the quantity less cancellations, use \(quantity).")
            return pick(
                ko: "\(here) 주문을 취소한 행일 수 있습니다.\(count ?? "")\(notOrders) 앞의 주문을 취소하는 행이면 \(action), \(nothing)",
                en: "\(here) This row may be a cancellation.\(count ?? "")\(notOrders) If the row cancels an order "
                    + "above, use \(action). \(nothing)")
        case .unit:
            return pick(
                ko: "\(here) 수량의 단위가 잔이 아닐 수 있습니다.\(notOrders) 수량의 단위가 잔이면 \(accept)처럼 적으세요.",
                en: "\(here) The quantity may not be in cups.\(notOrders) If the quantity is in cups, use \(accept).")
        case .variant:
            let remedy = SuggestedFix.column(.item, (others + [header]).map { .column($0) })
            let item = remedy.text
            return pick(
                ko: "\(here) 같은 품목인데 이 칸의 값이 다른 행이 있습니다. 쓰는 재료가 다를 수 있습니다. 재료가 다르면 "
                    + "\(item)\(Particle.toward.withParticle(remedy.option ?? remedy.setting)) 지정하고 합친 이름을 메뉴 파일에 "
                    + "적으세요. 재료가 같으면 \(accept)처럼 적으세요.",
                en: "\(here) Other rows of the same item have a different value in this column, so the recipes may "
                    + "differ. If they do, use \(item), and list the combined names in a menu file. If the recipes are "
                    + "the same, use \(accept).")
        case .location:
            let only = SuggestedFix.listing(.only, header, [cell]).text
            return pick(
                ko: "\(here) 위의 행과 값이 다릅니다. 여러 매장의 매출일 수 있습니다. 한 매장의 행만 읽으려면 \(only), 재고를 함께 쓰는 매장이면 \(accept)처럼 적으세요.",
                en: "\(here) A row above has a different value, so the file may contain rows of several shops. To "
                    + "read only the rows of one shop, use \(only). If the shops share their stock, use \(accept).")
        case .date:
            let time = SuggestedFix.column(.time, ([header] + others).map { .column($0) }).text
            return pick(
                ko: "시각에 날짜가 없는데, '\(shortened(header))' 열(\(shown(cell)))이 그 날짜일 수 있습니다. 날짜이면 \(time), \(nothing)",
                en: "The times have no date, but column '\(shortened(header))' (\(shown(cell))) may contain it. If "
                    + "it does, use \(time). \(nothing)")
        }
    }

    /// The message for a quantity that by its header is not one of cups; nil for other headers.
    private func otherQuantity(_ header: String, _ here: String) -> String? {
        let words = TextWords(header)
        if words.hasAny(HeaderHints.stock) {
            return pick(
                ko: "\(here) 남은 재고로 보입니다. 재고표이면 과일과 재고 두 열만 남겨 `--stock`으로 지정하세요.",
                en: "\(here) It seems to be the remaining stock. If this is a stock list, keep only the columns for "
                    + "the fruit and its stock, and give the file with `--stock`.")
        }
        let isCount = words.hasAny(["실사", "counted"])
        guard isCount || Self.meaning(of: header) == .discard else { return nil }
        return pick(
            ko: "\(here) 판 잔 수가 아니라 \(isCount ? "센" : "버리거나 쓴") 과일 수로 보입니다. 재고에 적용하려면 머리글을 '수량'으로 고치고 "
                + "'구분' 열을 만들어 행마다 '\(isCount ? "실사" : "폐기")'라고 적으세요.",
            en: "\(here) It seems to be fruit that was \(isCount ? "counted" : "discarded or used"), not cups sold. To "
                + "apply it, rename the column to 'quantity', and add a column 'action' with "
                + "'\(isCount ? "count" : "discard")' in each row.")
    }

    /// The message for a column with a cell that may be of a row other than an order.
    private func mayBeNoOrder(
        _ header: String, _ here: String, _ doubtful: [String], _ plain: [String], _ notOrders: String,
        _ nothing: String
    ) -> String {
        let fill = SuggestedFix.naming(.fill, header).text
        let namesActions = AmbiguousColumns.kinds(TextWords(header), hasQuantity: true).contains(.action)
        let firstLines = pick(
            if: namesActions && plain.contains(""), ko: " 빈 칸이 위 행과 같은 주문이면 \(fill)도 함께 적으세요.",
            en: " If a row with an empty cell belongs to the order above, also use \(fill).")
        // A word for a use of fruit in another column, such as that of payments, is hardly an action.
        let isOfActions = namesActions || doubtful.contains { Self.meaning(of: $0) == .cancel }
        let action = isOfActions ? actions(header, doubtful, plain, meaning: Self.meaning) : ""
        let read = pick(
            if: isOfActions, ko: " 작업을 적은 열이면 \(action),", en: " If the column contains actions, use \(action).")
        return pick(
            ko: "\(here) 주문이 아닌 행일 수 있습니다.\(read ?? "")\(notOrders) \(nothing)\(firstLines ?? "")",
            en: "\(here) This row may not be an order.\(read ?? "")\(notOrders) \(nothing)\(firstLines ?? "")")
    }

    /// The action that a cell means; nil for an order that was never made, such as one that waits for a payment.
    private static func meaning(of cell: String) -> Action? {
        let wordsOfUse = ["폐기", "출고", "사용", "소모", "반출", "waste", "spoil", "consum", "used"]
        if wordsOfUse.contains(where: nameKey(cell).contains) { return .discard }
        return HeaderHints.isCancelWord(cell) ? .cancel : nil
    }

    /// The settings for a column of actions and for those of its cells that are not names of actions.
    ///
    /// Plain cells mean orders. Rows with a doubtful cell are ignored if `meaning` returns nil for it. If there are too
    /// many cells to list, only the first one is.
    private func actions(
        _ header: String, _ doubtful: [String], _ plain: [String], meaning: (String) -> Action?
    ) -> String {
        let column = SuggestedFix.column(.action, [.column(header)])
        let names = Set(Action.allCases.flatMap(\.names).map(nameKey))
        var unnamed = (doubtful + plain).filter { !$0.isEmpty && !names.contains(nameKey($0)) }
        if unnamed.isEmpty { return column.text }
        if unnamed.count > SuggestedFix.cellsMax { unnamed.removeLast(unnamed.count - 1) }
        let values = SuggestedFix.values(
            .action,
            unnamed.map { cell in
                let action = doubtful.contains(cell) ? meaning(cell) : .order
                return (cell, action?.name ?? ExportSettings.ignoredWord)
            })
        let setting = "`\(column.setting)`, `\(values.setting)`"
        guard let option = column.option, let other = values.option else { return setting }
        return "`\(option) \(other)` (\(setting))"
    }

    private func incompleteComposite(
        _ role: Role, _ present: [String], _ missing: [String], undescribed: [String]
    ) -> String {
        let off = SuggestedFix.without(role, accepting: undescribed).text
        let columnFix = SuggestedFix.column(role, present.map { .column($0) }).text
        return pick(
            ko: "\(role.rawValue)에 쓰는 열 중 \(list(missing)) 열이 없습니다. 있는 열만 쓰려면 \(columnFix), "
                + "이 역할을 쓰지 않으려면 \(off)처럼 적으세요.",
            en: "The \(role.rawValue) is read from several columns, but \(list(missing)) "
                + "\(missing.count == 1 ? "is" : "are") missing. To use only the columns that exist, use "
                + "\(columnFix). If you do not need the \(role.rawValue), use \(off).")
    }

    private func id(_ header: String, _ id: String, _ isOfEarlierRun: Bool, dates: String?, off: String) -> String {
        let same = SuggestedFix.column(.id, [.column(header)]).text
        let fix = SuggestedFix.column(.id, [.column(header), .occurrence]).text
        let day: RoleColumns.Part<String> = dates.map { .column($0) } ?? .date
        // Rows of one input may also belong to one receipt.
        let daily = SuggestedFix.column(.id, [day, .column(header)] + (isOfEarlierRun ? [] : [.occurrence])).text
        if isOfEarlierRun {
            return pick(
                ko: "'\(shortened(header))' 열의 \(shown(id), .object) 앞선 실행에서도 썼습니다. 고친 파일이면 먼저 `juice-batch reverse`로 "
                    + "그 실행을 취소하고, 같은 행이 다시 들어온 것이면 \(same), 매일 새로 시작하는 번호면 "
                    + "\(dates == nil ? "`--date`와 함께 " : "")\(daily), 영수증 번호면 \(fix), 번호를 쓰지 않으려면 \(off)처럼 적으세요. 번호를 "
                    + "다르게 읽으면 앞선 실행의 행이 다시 적용되므로, 그런 행이 들어 있으면 앞선 실행부터 취소하세요.",
                en: "An earlier run already used \(shown(id)) in column '\(shortened(header))'. If this file is a "
                    + "correction, first reverse that run with `juice-batch reverse`. If this is the same row again, "
                    + "use \(same). If the numbers start over each day, use "
                    + "\(daily)\(dates == nil ? " with `--date`" : ""). If the numbers are receipt numbers, use "
                    + "\(fix). If you do not need ids, use \(off). Ids that are read in another way do not match those "
                    + "of earlier runs: if the file has rows of an earlier run, reverse that run first.")
        }
        return pick(
            ko: "'\(shortened(header))' 열의 \(shown(id), .subject) 위의 행에도 있습니다. 한 영수증의 여러 행이면 \(fix), 같은 행이 다시 나온 것이면 "
                + "\(same), 매일 새로 시작하는 번호면 \(dates == nil ? "하루치씩 나누어 `--date`와 함께 " : "")\(daily), 번호를 쓰지 않으려면 "
                + "\(off)처럼 적으세요.",
            en: "A row above also has \(shown(id)) in column '\(shortened(header))'. If both rows belong to one "
                + "receipt, use \(fix). If this is the same row again, use \(same). If the numbers start over each "
                + "day, use \(daily)\(dates == nil ? ", and run each day separately with `--date`" : ""). If you do "
                + "not need ids, use \(off).")
    }

    private func noRowFits(_ expected: Int, _ actual: Int, _ findsHeader: Bool, _ dropsTrailing: Bool) -> String {
        let find = SuggestedFix.choosing("find", for: "header").text
        let drop = SuggestedFix.choosing("drop", for: "trailing").text
        let title = pick(
            if: !findsHeader, ko: " 이 줄이 제목이면 \(find)처럼 적으세요.", en: " If this line is a title, use \(find).")
        let trailing = pick(
            if: actual == expected + 1 && !dropsTrailing, ko: " 행 끝마다 빈 칸이 하나 더 있으면 \(drop)처럼 적으세요.",
            en: " If every row has one extra empty cell at its end, use \(drop).")
        let fixes = (title ?? "") + (trailing ?? "")
        return pick(
            ko: "머리글의 열은 \(expected)개인데 칸 수가 같은 행이 하나도 없습니다(첫 행은 \(actual)개).\(fixes) "
                + "아니면 머리글의 열 수를 행에 맞추고, 구분 기호가 다르면 --delimiter로 정하세요.",
            en: "The header has \(counted(expected, "column")), but no row has that many cells (the first has "
                + "\(actual)).\(fixes) Otherwise give the header as many columns as the rows have, or set another "
                + "delimiter with --delimiter.")
    }

    /// The English predicate for the content of a cell.
    private func containing(_ cell: String) -> String { cell.isEmpty ? "is empty" : "contains \(quoted(cell))" }

    private func list(_ names: [String]) -> String { names.map { quoted($0) }.joined(separator: ", ") }
}

/// A fix for an ambiguous input: an option for one run, or a setting in juice-batch.json for all runs.
struct SuggestedFix {
    /// The option, quoted for a shell; nil if a name contains a character with a meaning in the option.
    let option: String?
    /// The line of juice-batch.json.
    let setting: String

    /// The option with the line of juice-batch.json in parentheses; only the line if a name cannot be typed.
    var text: String { option.map { "`\($0)` (`\(setting)`)" } ?? "`\(setting)`" }

    static let cellsMax = 6
    /// The maximum length of a name or cell, in bytes; longer ones are left out, since reports have a maximum size.
    private static let textBytesMax = 1_000

    /// A role is read from these columns.
    static func column(_ role: Role, _ parts: [RoleColumns.Part<String>]) -> SuggestedFix {
        let names = parts.compactMap { if case .column(let name) = $0 { name } else { nil } }
        let canBeTyped = names.allSatisfy {
            !$0.contains("+") && $0.utf8.count <= textBytesMax && Escaping.isShown($0)
        }
        let texts = parts.map(\.text)
        return SuggestedFix(
            option: canBeTyped
                ? "--column \(role.rawValue)=" + Escaping.shell(texts.joined(separator: "+")) : nil,
            setting: "\"columns\":{\(string(role.rawValue)):\(list(texts))}")
    }

    /// A role has no column, and these columns, which may have been the role's, are accepted.
    static func without(_ role: Role, accepting names: [String]) -> SuggestedFix {
        SuggestedFix(
            option: joined(["--column \(role.rawValue)="] + names.map { option("accept", $0) }),
            setting: "\"columns\":{\(string(role.rawValue)):\"\"}"
                + (names.isEmpty ? "" : ",\"accept\":\(list(names))"))
    }

    /// Cells equal to the first text of a pair are read as the second.
    static func values(_ role: Role, _ pairs: [(from: String, to: String)]) -> SuggestedFix {
        let members = pairs.map { "\(string($0.from)):\(string($0.to))" }.joined(separator: ",")
        return SuggestedFix(
            option: joined(pairs.map { option("value", "\(role.rawValue):\($0.from)=\($0.to)") }),
            setting: "\"values\":{\(string(role.rawValue)):{\(members)}}")
    }

    /// `accept` or `fill` lists this column, or `totals` this word.
    static func naming(_ location: ExportSettingLocation, _ name: String) -> SuggestedFix {
        SuggestedFix(option: option(location.rawValue, name), setting: "\"\(location.rawValue)\":\(list([name]))")
    }

    /// `known`, `ignore` or `only` lists these cells of a column.
    static func listing(_ location: ExportSettingLocation, _ column: String, _ cells: [String]) -> SuggestedFix {
        SuggestedFix(
            option: joined(cells.map { column.contains("=") ? nil : option(location.rawValue, "\(column)=\($0)") }),
            setting: "\"\(location.rawValue)\":{\(member(column, cells))}")
    }

    /// A setting has one of its fixed values, which its option spells in the same way.
    static func choosing(_ value: String, for name: String) -> SuggestedFix {
        SuggestedFix(option: "--\(name) \(value)", setting: "\"\(name)\":\(string(value))")
    }

    /// The fix that ignores rows with one of some cells, if possible one without digits; nil if there is no cell.
    ///
    /// A cell with digits, such as an amount or a time, says nothing about the kind of a row.
    static func ignore(oneOf cells: [(column: String, cell: String)]) -> SuggestedFix? {
        let chosen = cells.first { !$0.cell.contains(where: \.isNumber) } ?? cells.first
        return chosen.map { listing(.ignore, $0.column, [$0.cell]) }
    }

    /// The fix that skips rows with doubtful cells, and keeps those with plain cells; nil if both are too many to list.
    ///
    /// The cells of cancelled rows may differ from row to row, as times do, so those of the other rows are listed.
    static func skipping(
        _ kind: Ambiguity.Column, _ header: String, _ doubtful: [String], _ plain: [String]
    ) -> SuggestedFix? {
        let only = (1...cellsMax).contains(plain.count) ? listing(.only, header, plain) : nil
        if kind == .cancellation, let only { return only }
        return doubtful.count <= cellsMax ? listing(.ignore, header, doubtful) : only
    }

    /// The line of juice-batch.json that lists values of several columns.
    static func knownSetting(_ columns: [(name: String, cells: [String])]) -> String {
        "\"known\":{\(columns.map { member($0.name, $0.cells) }.joined(separator: ","))}"
    }

    private static func member(_ column: String, _ cells: [String]) -> String {
        "\(string(column)):\(list(cells.isEmpty ? ["…"] : cells))"
    }

    /// Several options in one text; nil if there is none, or if one of them cannot be typed.
    private static func joined(_ options: [String?]) -> String? {
        options.contains(nil) || options.isEmpty ? nil : options.compactMap(\.self).joined(separator: " ")
    }

    private static func option(_ name: String, _ value: String) -> String? {
        guard value.utf8.count <= textBytesMax, Escaping.isShown(value) else { return nil }
        // A value that begins with a hyphen would be parsed as an option.
        return "--\(name)" + (value.hasPrefix("-") ? "=" : " ") + Escaping.shell(value)
    }

    private static func list(_ texts: [String]) -> String { "[\(texts.map(string).joined(separator: ","))]" }

    private static func string(_ text: String) -> String {
        text.utf8.count > textBytesMax ? "\"…\"" : "\"\(Escaping.visibleJSON(Escaping.json(text)))\""
    }
}
