internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The parts of report rows that do not change from row to row, as ready bytes.
struct RowTemplates {
    /// What stands around the quantity of a row that was applied.
    struct Parts {
        /// `,order,딸기쥬스,`
        let beforeQuantity: [UInt8]
        /// `,딸기 `: up to the quantity in the message, or the whole message where it names none.
        let messageHead: [UInt8]
        /// `개를 폐기했습니다.`; empty where the message does not name the quantity.
        let messageTail: [UInt8]
    }

    /// By `Action.rawValue` and the item's place on the menu.
    let parts: [[Parts]]
    /// Each fruit's name and a colon, for the column of shortages.
    let fruitLabels: [[UInt8]]

    init(menu: Menu, style: CellStyle) {
        parts = Action.allCases.map { action in
            let items = action == .order ? menu.juices.map(\.name) : menu.fruits.map(\.name)
            return items.map { Self.parts(action, $0, style) }
        }
        fruitLabels = menu.fruits.map { Array($0.name.utf8) + [0x3A] }
    }

    private static func parts(_ action: Action, _ item: String, _ style: CellStyle) -> Parts {
        let before = [Ascii.comma] + action.name.utf8 + [Ascii.comma] + style.cell(item) + [Ascii.comma]
        let (head, tail) = Messages.moved(action, fruit: item)
        let whole = style.cell(head + tail)
        // A name that needs quotes puts them around the whole message.
        let isQuoted = whole.first == Ascii.quote
        guard !tail.isEmpty else {
            return Parts(beforeQuantity: before, messageHead: [Ascii.comma] + whole, messageTail: [])
        }
        let tailBytes = Array(tail.utf8) + (isQuoted ? [Ascii.quote] : [])
        let headBytes = whole.dropLast(tailBytes.count)
        return Parts(beforeQuantity: before, messageHead: [Ascii.comma] + headBytes, messageTail: tailBytes)
    }
}
