internal import CSV
internal import FlatMemory
package import JuiceBatch
internal import JuiceCore

/// The messages for failed rows; those for repeated unknown names are cached.
final class FailureMessages {
    private struct Key: Hashable {
        let code: OutcomeCode
        let action: UInt8
        let cell: [UInt8]
        let width: FieldCountDiagnosis?
        let stock: Int
    }

    private let language: MessageLanguage
    private let menu: Menu
    // Created for the first unknown name, since most runs have none.
    private lazy var nearestName = NearestName(menu: menu)
    // Created for the first row with the wrong number of cells, since most runs have none.
    private lazy var nameIndex = try? NameIndex(menu: menu)
    private var cachedMessages: [Key: [UInt8]] = [:]

    init(menu: Menu, language: MessageLanguage) {
        self.language = language
        self.menu = menu
    }

    /// The message for a failed row.
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
        let quoted = columns.column(rejectedAs: code).map { trimmed(columns.cell(records, row, $0)).prefix(400) }
        let key = Key(
            code: code, action: action, cell: quoted.map { Array($0) } ?? [],
            width: hasDiagnosis ? FieldCountDiagnosis(records, row, plan, nameIndex) : nil,
            stock: code == .assertionFailed ? rows.actualStock(row) : 0)
        if let known = cachedMessages[key] { return known }
        let cell = String(decoding: key.cell, as: UTF8.self)
        let kind = Action(rawValue: action)
        let text = language.failure(
            code, action: kind, cell: cell,
            nearest: code == .unknownItem ? nearestName.nearest(to: cell, action: kind) : nil, width: key.width,
            stock: key.stock, time: code == .invalidTime ? plan.timeProblem(in: key.cell) : nil)
        if cachedMessages.count >= 1_000 { cachedMessages.removeAll() }
        cachedMessages[key] = Array(text.utf8)
        return Array(text.utf8)
    }

    /// Whether the message for a code depends on the cells of the row or on the stock.
    static func differs(_ code: OutcomeCode) -> Bool {
        switch code {
        case .wrongFieldCount, .unknownValue, .unknownAction, .unknownItem, .missingAction, .invalidQuantity,
            .invalidTime,
            .assertionFailed:
            true
        default: false
        }
    }
}

/// The names of outcome codes in texts.
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
}

/// The words for the fruit that a row is short of.
extension MessageLanguage {
    /// Fruits and the pieces that are missing, such as `딸기 6개 부족`; nil for none.
    func shortage(_ missing: [(fruit: String, pieces: Int)]) -> String? {
        if missing.isEmpty { return nil }
        let list = missing.map { pieces($0.pieces, of: $0.fruit) }.joined(separator: ", ")
        return pick(ko: "\(list) 부족", en: "\(list) short")
    }
}

/// The message about too many rejected rows.
extension MessageLanguage {
    /// The message about a run that was not applied, since more rows were rejected than it allows.
    package func tooManyRejected(_ count: Int, max: Int) -> String {
        pick(
            ko: "거절된 행이 \(grouped(count))개로, --max-rejected로 정한 \(max)개보다 많습니다. 아무것도 적용하지 않았고 보고서도 쓰지 않았습니다.",
            en: "\(counted(count, "row was rejected", plural: "rows were rejected")), more than --max-rejected \(max) "
                + "allows. Nothing was applied, and no reports were written.")
    }
}
