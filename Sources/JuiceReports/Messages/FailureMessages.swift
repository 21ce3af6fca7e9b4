internal import CSV
internal import FlatMemory
package import JuiceBatch
package import JuiceCore
internal import JuiceInspect

/// The messages for failed rows; those for repeated unknown names are cached.
final class FailureMessages {
    private struct Key: Hashable {
        let code: OutcomeCode
        let action: UInt8
        let cell: [UInt8]
        let diagnosis: FieldCountDiagnosis?
        let stock: Int
    }

    private static let quotedBytesMax = 400
    private static let cachedMessagesMax = 1_000

    private let language: MessageLanguage
    private let menu: Menu
    // Created for the first unknown name, since most runs have none.
    private lazy var nearestName = NearestName(menu: menu)
    // Created for the first row with the wrong number of cells, since most runs have none.
    private lazy var nameIndex = try? NameIndex(menu: menu)
    private var cachedMessages: [Key: [UInt8]] = [:]

    init(menu: Menu, language: MessageLanguage) { (self.menu, self.language) = (menu, language) }

    func message(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: OutcomeCode,
        _ plan: InputPlan
    ) -> [UInt8] {
        if code == .unknownValue {
            let keptMessage = plan.earlierMessage(records, row)
            let cells = plan.unknownCells(records, row)
            let text = keptMessage ?? language.unknownValues(cells, total: plan.totalsCell(records, row))
            return Array(text.utf8)
        }
        let (action, columns) = (rows.actions[row], plan.columns)
        // A row from an earlier run's failure.csv has no diagnosis, and a message quotes only the start of a long cell.
        let hasDiagnosis = code == .wrongFieldCount && !(columns.raw != nil && columns.fits(records, row))
        let quoted = columns.column(rejectedAs: code).map {
            trimmed(columns.cell(records, row, $0)).prefix(Self.quotedBytesMax)
        }
        let key = Key(
            code: code, action: action, cell: quoted.map { Array($0) } ?? [],
            diagnosis: hasDiagnosis ? nameIndex.map { FieldCountDiagnosis(records, row, plan, $0) } : nil,
            stock: code == .assertionFailed ? rows.actualStock(row) : 0)
        if let known = cachedMessages[key] { return known }
        let cell = String(decoding: key.cell, as: UTF8.self)
        let kind = Action(rawValue: action)
        let text = language.failure(
            code, action: kind, cell: cell,
            nearest: code == .unknownItem ? nearestName.nearest(to: cell, action: kind) : nil, diagnosis: key.diagnosis,
            stock: key.stock, time: code == .invalidTime ? plan.timeProblem(in: key.cell) : nil)
        if cachedMessages.count >= Self.cachedMessagesMax { cachedMessages.removeAll() }
        cachedMessages[key] = Array(text.utf8)
        return Array(text.utf8)
    }

    /// Whether the message for a code depends on the cells of the row or on the stock.
    static func differs(_ code: OutcomeCode) -> Bool {
        switch code {
        case .wrongFieldCount, .unknownValue, .unknownAction, .unknownItem, .missingAction, .invalidQuantity,
            .invalidTime, .assertionFailed:
            true
        case .success, .ignored, .missingItem, .alreadyProcessed, .idConflict, .nothingToCancel, .stockLimit,
            .insufficientStock:
            false
        }
    }
}

/// The messages about rows.
extension MessageLanguage {
    /// A short title for an outcome code, shown next to the code itself.
    package func title(_ code: OutcomeCode) -> String {
        switch code {
        case .success: pick(ko: "적용한 행", en: "Applied")
        case .wrongFieldCount: pick(ko: "칸 수가 맞지 않는 행", en: "Wrong number of cells")
        case .ignored: pick(ko: "설정에 따라 건너뛴 행", en: "Skipped by the settings")
        case .unknownValue: pick(ko: "설정에 없는 값", en: "Value not in the settings")
        case .unknownAction: pick(ko: "알 수 없는 작업", en: "Unknown action")
        case .missingItem: pick(ko: "품목이 빈 행", en: "No item")
        case .unknownItem: pick(ko: "메뉴에 없는 이름", en: "Not on the menu")
        case .missingAction: pick(ko: "작업을 알 수 없는 행", en: "Unclear action")
        case .invalidQuantity: pick(ko: "잘못 적힌 수량", en: "Wrong quantity")
        case .invalidTime: pick(ko: "잘못 적힌 시각", en: "Wrong time")
        case .alreadyProcessed: pick(ko: "이미 처리한 행", en: "Already processed")
        case .idConflict: pick(ko: "번호가 겹친 행", en: "Id used for another row")
        case .nothingToCancel: pick(ko: "만든 잔보다 많은 취소", en: "More cancelled than served")
        case .stockLimit: pick(ko: "재고 한도를 넘는 행", en: "Over the stock limit")
        case .assertionFailed: pick(ko: "장부와 다른 재고", en: "Stock is not as stated")
        case .insufficientStock: pick(ko: "재료 부족", en: "Short of stock")
        }
    }

    /// Fruits and the pieces that are missing, such as `딸기 6개 부족`; nil for none.
    func shortage(_ missing: [(fruit: String, pieces: Int)]) -> String? {
        if missing.isEmpty { return nil }
        let list = missing.map { pieces($0.pieces, of: $0.fruit) }.joined(separator: ", ")
        return pick(ko: "\(list) 부족", en: "\(list) short")
    }

    /// The message about a run that was not applied, since more rows were rejected than it allows.
    package func tooManyRejected(_ count: Int, max: Int) -> String {
        pick(
            ko: "거절된 행이 \(grouped(count))개로, --max-rejected로 정한 \(max)개보다 많습니다. 아무것도 적용하지 않았고 보고서도 쓰지 않았습니다.",
            en: "\(counted(count, "row was rejected", plural: "rows were rejected")), more than --max-rejected \(max) "
                + "allows. Nothing was applied, and no reports were written.")
    }

    /// The confirmation for a customer, which is Korean in all languages and begins with the name of the juice.
    package static func served(_ juice: String) -> String { "\(juice) 나왔습니다! 맛있게 드세요!" }

    /// The question for an order or discard that is short of stock, which is Korean in all languages.
    package static let shortage = "재료가 모자라요. 재고를 수정할까요?"

    /// The confirmation of an instruction for a juice or fruit, as the texts before and after its quantity;
    /// the second one is empty if the text names no quantity.
    package func confirmation(_ action: Action, item: String) -> (before: String, after: String) {
        let start = pick(ko: "\(item) ", en: "\(item): ")
        return switch action {
        case .order: (Self.served(item), "")
        case .restock: (start, pick(ko: "개를 재고에 추가했습니다.", en: " added to stock."))
        case .discard: (start, pick(ko: "개를 폐기했습니다.", en: " discarded."))
        case .count: (pick(ko: "\(item) 재고를 ", en: "\(item): stock set to "), pick(ko: "개로 수정했습니다.", en: "."))
        case .cancel: (start, pick(ko: "잔을 취소하고 재료를 되돌렸습니다.", en: " cancelled, and the fruit put back into stock."))
        case .assert: (pick(ko: "\(item) 재고가 ", en: "\(item): stock is "), pick(ko: "개임을 확인했습니다.", en: ", as stated."))
        }
    }

    /// The message for a rejected or skipped row, with the correction to make.
    ///
    /// `cell` is the trimmed cell with the error, and `nearest` the known name most similar to it. `action` is nil if
    /// the row's action is invalid, and `diagnosis` for a row from an earlier run's failure.csv. `stock` is the stock that
    /// a failed assert should have stated.
    package func failure(
        _ code: OutcomeCode, action: Action?, cell: String, nearest: String?, diagnosis: FieldCountDiagnosis? = nil,
        stock: Int = 0, time: TimeProblem? = nil
    ) -> String {
        switch code {
        case .success: ""
        case .insufficientStock: Self.shortage
        case .wrongFieldCount:
            diagnosis.map { fieldCount($0.expected, $0.actual, $0.cause) }
                ?? pick(
                    ko: "칸 수가 맞지 않았던 행입니다. raw 열의 원래 행을 보고 칸을 채우세요.",
                    en: "In an earlier run this row had the wrong number of cells. Fill in its cells from column 'raw'."
                )
        case .ignored:
            pick(
                ko: "설정에 따라 건너뛴 행입니다. 적용해야 할 행이면 설정을 고치세요.",
                en: "The settings skip this row. If it should be applied, change the settings.")
        case .unknownValue: unknownValues([])
        case .unknownAction:
            pick(
                ko: "알 수 없는 작업입니다: \(quoted(cell)). \(actions) 중에서 고르세요.",
                en: "Unknown action: \(quoted(cell)). Use \(actions).")
        case .missingItem: pick(ko: "품목이 비어 있습니다. 쥬스나 과일 이름을 적으세요.", en: "The item is empty. Name a juice or a fruit.")
        case .unknownItem: unknownItem(action, cell, nearest)
        case .missingAction:
            pick(
                ko: "\(quoted(cell)): 쥬스인지 과일인지 알 수 없습니다. 쥬스의 전체 이름을 적거나 작업을 적으세요.",
                en: "\(quoted(cell)) may be a juice or a fruit here. Give the full name of the juice, or an action.")
        case .invalidQuantity: invalidQuantity(action, cell)
        case .invalidTime: invalidTime(cell, time)
        case .alreadyProcessed:
            pick(ko: "이미 처리한 번호입니다. 그대로 두면 됩니다.", en: "This id was already processed. You do not need to do anything.")
        case .idConflict:
            pick(
                ko: "이 번호는 다른 내용으로 이미 처리했습니다. 번호나 내용을 확인하세요.",
                en: "This id was already used for another row. Check the id and the row.")
        case .nothingToCancel:
            pick(
                ko: "만든 잔 수보다 많이 취소할 수는 없습니다. 쥬스와 수량을 확인하세요. 재료가 모자라 못 만든 주문을 취소한 행은 그대로 두세요.",
                en: "This row cancels more cups than were served. Check it, unless its order was short of stock.")
        case .assertionFailed:
            pick(
                ko: "재고는 \(grouped(stock))개입니다. 과일을 세어 보고 다르면 실사(count)로 고치세요.",
                en: "Stock is \(grouped(stock)). Count the fruit. If the number differs, correct the stock with a "
                    + "'count' row.")
        case .stockLimit:
            pick(
                ko: "재고가 한도(1,000,000,000,000개)를 넘습니다. 수량을 확인하세요.",
                en: "Stock would exceed its limit of 1,000,000,000,000. Check the quantity.")
        }
    }

    /// The names of all actions, as a list in the language.
    var actions: String {
        let names = Action.allCases.map(\.name)
        return pick(
            ko: Action.allCases.map { $0.names.dropFirst().first ?? $0.name }.joined(separator: ", "),
            en: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
    }

    /// The message for a row with values that the settings do not list; `total` is a cell that names a totals row.
    package func unknownValues(_ cells: [(column: String, cell: String)], total: String? = nil) -> String {
        let named = cells.map { column, cell in
            let value = cell.isEmpty ? pick(ko: "빈 칸", en: "an empty cell") : quoted(cell)
            return pick(ko: "\(quoted(column)) 열의 \(value)", en: "\(value) in column \(quoted(column))")
        }
        let found = named.isEmpty ? "" : named.joined(separator: ", ") + ": "
        let subject = named.isEmpty ? "this value" : named.joined(separator: ", ")
        func typed(_ fix: SettingsProposal) -> String { "`\(fix.options ?? fix.shortLines)`" }
        let listed = cells.map { typed(.listing($0.column, [$0.cell])) }
        let known = cells.isEmpty ? "`known`" : listed.joined(separator: " ")
        let ignore = SettingsProposal.ignoring(oneOf: cells).map(typed) ?? "`ignore`"
        if let total {
            let totals = skippingTotals(with: total).fix.text
            return pick(
                ko: "\(found)설정에 없는 값입니다. 합계 행이면 \(totals), 적용할 행이면 \(known, .object) 쓰세요.",
                en: "The settings do not list \(subject). If this is a totals row, use \(totals). To apply such rows, "
                    + "use \(known).")
        }
        return pick(
            ko: "\(found)설정에 없는 값입니다. 적용할 행이면 \(known), 건너뛸 행이면 \(ignore, .object) 쓰세요.",
            en: "The settings do not list \(subject). To apply such rows, use \(known). To skip them, use \(ignore).")
    }

    /// The message for a row with a wrong number of cells, and its likely cause.
    func fieldCount(_ expected: Int, _ actual: Int, _ cause: FieldCountDiagnosis.Cause?) -> String {
        let figures = pick(
            ko: "칸이 \(expected)개여야 하는데 \(actual)개입니다. ",
            en: "This row should have \(counted(expected, "cell")), but has \(grouped(actual)). ")
        let advice =
            switch cause {
            case .separatedNumber(let first, let last):
                pick(
                    ko: "\(first)번째부터 \(last)번째 칸은 쉼표가 들어간 숫자 하나로 보입니다. 따옴표로 묶으세요.",
                    en: "Cells \(first) to \(last) look like one number with commas. Put it in quotes.")
            case .splitCell(let first, let last):
                pick(
                    ko: "\(first)번째부터 \(last)번째 칸은 원래 한 칸으로 보입니다. 구분 기호를 지우거나 따옴표로 묶으세요.",
                    en: "Cells \(first) to \(last) look like one cell. Delete the delimiter, or put the cell in quotes."
                )
            case .emptyEnd: pick(ko: "행 끝에 남는 구분 기호를 지우세요.", en: "Delete the extra delimiters at the end of the row.")
            case .severalLines(let cell):
                pick(
                    ko: "\(cell)번째 칸이 여러 줄에 걸쳐 있습니다. 따옴표를 확인하세요.",
                    en: "Cell \(cell) spans several lines. Check its quotes.")
            case .otherDelimiter(let cell, let delimiter):
                pick(
                    ko: "\(cell)번째 칸에 다른 구분 기호 \(quoted: delimiter.name, .subject) 들어 있습니다.",
                    en: "Cell \(cell) contains another delimiter, '\(delimiter.name)'.")
            case .missingDelimiter(let cell):
                pick(
                    ko: "\(cell)번째 칸 안이나 바로 뒤에 구분 기호가 빠진 것으로 보입니다.",
                    en: "A delimiter seems to be missing in cell \(cell) or right after it.")
            case .endOfFileCharacter: endOfFileCharacter
            case nil: pick(ko: "따옴표와 구분 기호를 확인하세요.", en: "Check quotes and delimiters.")
            }
        return figures + advice
    }

    /// The message about the end-of-file character that old programs write.
    private var endOfFileCharacter: String {
        pick(
            ko: "파일 끝 표시(0x1A, Ctrl-Z)일 뿐 주문이 아닙니다. ",
            en: "This is an end-of-file mark (0x1A, Ctrl-Z), not an order. ")
            + advice([
                (
                    pick(ko: "POS가 항상 붙이는 표시면", en: "if every export ends with it"),
                    SettingsProposal(\.totals, [JuiceBatch.endOfFileCharacter])
                )
            ])
    }

    private func unknownItem(_ action: Action?, _ cell: String, _ nearest: String?) -> String {
        let kind =
            switch action?.concernsJuice {
            case true?: pick(ko: "메뉴에 없는 쥬스입니다", en: "No such juice on the menu")
            case false?: pick(ko: "메뉴에 없는 과일입니다", en: "No such fruit on the menu")
            case nil: pick(ko: "메뉴에 없는 품목입니다", en: "No such juice or fruit on the menu")
            }
        if isEndOfFile(cell) { return "\(kind): \(quoted(cell)). \(endOfFileCharacter)" }
        if AmbiguousCell.isTotal(cell) { return "\(kind): \(quoted(cell)). \(advice([skippingTotals(with: cell)]))" }
        let check = pick(if: nearest == nil, ko: " 이름을 확인하세요.", en: " Check the name.")
        return "\(kind): \(quoted(cell)).\(check ?? suggestionText(nearest))"
    }

    private func invalidQuantity(_ action: Action?, _ cell: String) -> String {
        let range = (action ?? .order).quantities
        let (low, high) = (grouped(range.lowerBound), grouped(range.upperBound))
        let limits = pick(ko: "\(low)부터 \(high)까지의 정수를 적으세요.", en: "Write a whole number from \(low) to \(high).")
        if cell.isEmpty { return pick(ko: "수량이 비어 있습니다. \(limits)", en: "The quantity is empty. \(limits)") }
        var text = pick(
            ko: "수량 \(quoted(cell), .object) 쓸 수 없습니다. \(limits)",
            en: "The quantity \(quoted(cell)) cannot be used. \(limits)")
        // An invalid quantity such as `1.000` may be valid with a decimal mark.
        for mark in DecimalMark.allCases where parseQuantity(cell) == nil {
            guard let value = parseQuantity(cell, decimal: mark).map(grouped) else { continue }
            let reading = pick(ko: "\(value, .toward) 읽으려면", en: "to read it as \(value)")
            text += " " + advice([(reading, SettingsProposal(\.decimal, mark))])
        }
        return text
    }

    /// The message for a time that is invalid or cannot be compared; the problem is nil if the cell is unknown.
    package func invalidTime(_ cell: String, _ problem: TimeProblem?) -> String {
        let time = quoted(cell)
        let unread = pick(ko: "시각 \(time, .object) 읽을 수 없습니다.", en: "The time \(time) cannot be read.")
        switch problem {
        case nil:
            return pick(
                ko: "시각을 읽을 수 없거나 다른 행과 비교할 수 없습니다. 다른 행과 같은 형식으로 적으세요.",
                en: "The time cannot be read or compared. Use the same format as in the other rows.")
        case .empty:
            return pick(
                ko: "시각이 비어 있습니다. 다른 행과 같은 형식으로 적으세요.",
                en: "The time is empty. Use the same format as in the other rows.")
        case .otherKind:
            return pick(
                ko: "시각 \(time, .topic) 날짜나 시차를 적은 방식이 다른 행과 달라 비교할 수 없습니다. 다른 행과 같은 형식으로 적으세요.",
                en: "The time \(time) cannot be compared with the other times, because only some rows have a date, a "
                    + "time of day or an offset. Use the same format as in the other rows.")
        case .hourBeyondDay:
            return pick(
                ko: "\(unread) 시는 0부터 23까지 적을 수 있습니다. 자정이 지난 시각은 다음 날 날짜에 0시부터 적으세요.",
                en: "\(unread) Hours go from 0 to 23. After midnight, write the date of the next day and start at hour "
                    + "0.")
        case .dateOrder(let orders):
            let names = orders.map(\.rawValue).joined(separator: ", ")
            return pick(
                ko: "\(unread) 연월일의 순서를 `--date-order`로 정하세요. 맞는 순서: \(names).",
                en: "\(unread) Set the order of year, month and day with `--date-order`. Possible values: \(names).")
        case .form:
            return pick(
                ko: "\(unread) 2026-11-20 18:03이나 오후 6:03처럼 적으세요.",
                en: "\(unread) Write it in a form such as 2026-11-20 18:03 or 6:03 PM.")
        }
    }

    /// The version report, with one name and value on each line; `libcsv` and `sqlite` are versions.
    package func buildReport(libcsv: String, sqlite: String) -> String {
        let unknown = pick(ko: "알 수 없음", en: "unknown")
        return """
            \(BuildInfo.nameAndVersion)
            \(pick(ko: "커밋", en: "commit")): \(BuildInfo.commit ?? unknown)
            \(pick(ko: "컴파일러", en: "compiler")): \(BuildInfo.compiler.map { "Swift \($0)" } ?? unknown)
            libcsv: \(libcsv)
            SQLite: \(sqlite)
            libcrypto: \(BuildInfo.libcrypto)

            """
    }
}
