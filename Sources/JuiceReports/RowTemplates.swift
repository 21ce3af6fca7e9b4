internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The parts of report rows that do not change from row to row, as ready bytes.
struct RowTemplates {
    private let arena: ByteArena
    /// By `Action.rawValue` the number of the first text of its first item.
    private let firsts: [Int]
    /// By `OutcomeCode.rawValue`: `,code,message,` where the message names no cell, else `,code,`.
    private let failures: ByteArena
    /// The codes whose message names no cell.
    private let fixed: [Bool]
    /// Each fruit's name and a colon, for the column of shortages.
    let fruitLabels: [[UInt8]]
    /// The longest texts of one instruction or failure together, in bytes.
    let length_max: Int

    init(menu: Menu, style: CellStyle, language: Language) {
        let messages = Messages(language)
        var texts: [[UInt8]] = []
        var firsts: [Int] = []
        for action in Action.allCases {
            firsts.append(texts.count)
            let items = action == .order ? menu.juices.map(\.name) : menu.fruits.map(\.name)
            for item in items { texts += Self.parts(action, item, style, messages) }
        }
        self.firsts = firsts
        arena = ByteArena(texts)
        let isFixed = OutcomeCode.allCases.map { !FailureWording.namesCell($0) }
        fixed = isFixed
        failures = ByteArena(
            zip(OutcomeCode.allCases, isFixed).map { code, isFixed in
                let start = [Ascii.comma] + code.name.utf8 + [Ascii.comma]
                guard isFixed else { return start }
                let message = messages.failure(code, action: nil, cell: "", nearest: nil)
                return start + style.cell(message) + [Ascii.comma]
            })
        let longest = texts.map(\.count).max() ?? 0
        length_max = max(longest * 3, failures.longest)
        fruitLabels = menu.fruits.map { Array($0.name.utf8) + [0x3A] }
    }

    /// `,order,딸기쥬스,`; then `,딸기 `, up to the quantity in the message, or the whole message where it names none;
    /// then `개를 폐기했습니다.`, or nothing where the message does not name the quantity.
    private static func parts(
        _ action: Action, _ item: String, _ style: CellStyle, _ messages: Messages
    ) -> [[UInt8]] {
        let before = [Ascii.comma] + action.name.utf8 + [Ascii.comma] + style.cell(item) + [Ascii.comma]
        let (head, tail) = messages.moved(action, fruit: item)
        let whole = style.cell(head + tail)
        guard !tail.isEmpty else { return [before, [Ascii.comma] + whole, []] }
        // A name that needs quotes puts them around the whole message.
        let tailBytes = Array(tail.utf8) + (whole.first == Ascii.quote ? [Ascii.quote] : [])
        return [before, [Ascii.comma] + whole.dropLast(tailBytes.count), tailBytes]
    }

    /// The number of the first of an instruction's three texts.
    @inline(__always)
    private func first(_ action: UInt8, _ item: Int) -> Int { firsts[Int(action)] &+ item &* 3 }

    /// What stands before the quantity of a row.
    @inline(__always)
    func beforeQuantity(_ action: UInt8, _ item: Int) -> UnsafeBufferPointer<UInt8> { arena[first(action, item)] }

    /// What stands before the quantity of a row; its message up to the quantity in it; the rest of the message.
    @inline(__always)
    func texts(
        _ action: UInt8, _ item: Int
    ) -> (before: UnsafeBufferPointer<UInt8>, head: UnsafeBufferPointer<UInt8>, tail: UnsafeBufferPointer<UInt8>) {
        let index = first(action, item)
        return (arena[index], arena[index &+ 1], arena[index &+ 2])
    }

    /// `,code,message,`, or `,code,` where `hasFixedMessage` says no.
    @inline(__always)
    func failure(_ code: OutcomeCode) -> UnsafeBufferPointer<UInt8> { failures[Int(code.rawValue)] }

    /// Whether the message of a code is the same for all rows.
    @inline(__always)
    func hasFixedMessage(_ code: OutcomeCode) -> Bool { fixed[Int(code.rawValue)] }
}
