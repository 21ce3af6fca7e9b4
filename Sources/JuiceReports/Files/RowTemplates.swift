internal import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// The parts of report rows that do not differ between rows, as prepared bytes.
struct RowTemplates {
    /// Three texts for each action and each of its items, as described at `parts`.
    private let arena: ByteArena
    /// The index in `arena` of the first text of each action, by `Action.rawValue`.
    private let firstIndices: [Int]
    /// The start of a failed row by `OutcomeCode.rawValue`.
    ///
    /// It is `,code,message,` if the message is the same for all rows, and `,code,` otherwise.
    private let failures: ByteArena
    /// Whether all rows with a code have the same message, by `OutcomeCode.rawValue`.
    private let hasFixedMessages: [Bool]
    /// The maximum number of cups of an order whose complete text is prepared.
    private static let preparedCupsMax = 9
    /// The texts of served orders for each juice and each number of cups from 0 to `preparedCupsMax`.
    private let served: ByteArena
    /// The texts of short orders, in the same order.
    private let short: ByteArena
    /// The name of each fruit with a colon, for the column of shortages.
    let fruitLabels: ByteArena
    /// Whether a cell made of these labels never needs quotes or an apostrophe.
    let hasPlainLabels: Bool
    /// The maximum length in bytes of all texts for one instruction or failure together.
    let lengthMax: Int

    init(menu: Menu, style: CellStyle, language: MessageLanguage) {
        var texts: [[UInt8]] = []
        var firstIndices: [Int] = []
        for action in Action.allCases {
            firstIndices.append(texts.count)
            let items = action.isOfJuice ? menu.juices.map(\.name) : menu.fruits.map(\.name)
            for item in items { texts += Self.parts(action, item, style, language) }
        }
        self.firstIndices = firstIndices
        arena = ByteArena(texts)
        let isFixed = OutcomeCode.allCases.map { !FailureMessages.differs($0) }
        hasFixedMessages = isFixed
        let failures = zip(OutcomeCode.allCases, isFixed).map { code, isFixed in
            let start = [Ascii.comma] + code.name.utf8 + [Ascii.comma]
            guard isFixed else { return start }
            let message = language.failure(code, action: nil, cell: "", nearest: nil)
            return start + style.cell(message) + [Ascii.comma]
        }
        self.failures = ByteArena(failures)
        var (served, short): ([[UInt8]], [[UInt8]]) = ([], [])
        for juice in menu.juices {
            let parts = Self.parts(.order, juice.name, style, language)
            for cups in 0...Self.preparedCupsMax {
                let instruction = parts[0] + "\(cups)".utf8
                served.append(instruction + parts[1] + (parts[2].isEmpty ? [] : "\(cups)".utf8 + parts[2]))
                short.append(instruction + failures[Int(OutcomeCode.insufficientStock.rawValue)])
            }
        }
        self.served = ByteArena(served)
        self.short = ByteArena(short)
        let longest = texts.map(\.count).max() ?? 0
        lengthMax = longest * 3 + self.failures.longest
        fruitLabels = ByteArena(menu.fruits.map { Array($0.name.utf8) + [0x3A] })
        hasPlainLabels = menu.fruits.allSatisfy { style.cell($0.name) == Array($0.name.utf8) }
    }

    /// The three texts of an instruction, around its two quantities.
    ///
    /// The first is `,order,딸기쥬스,`. The second is the message up to the quantity, such as `,딸기 `, or the complete
    /// message if it names no quantity. The third is the rest of the message, such as `개를 폐기했습니다.`, or empty.
    private static func parts(
        _ action: Action, _ item: String, _ style: CellStyle, _ language: MessageLanguage
    ) -> [[UInt8]] {
        let before = [Ascii.comma] + action.name.utf8 + [Ascii.comma] + style.cell(item) + [Ascii.comma]
        let (head, tail) = language.moved(action, item: item)
        let whole = style.cell(head + tail)
        guard !tail.isEmpty else { return [before, [Ascii.comma] + whole, []] }
        // If the name needs quotes, they enclose the complete message.
        let tailBytes = Array(tail.utf8) + (whole.first == Ascii.quote ? [Ascii.quote] : [])
        return [before, [Ascii.comma] + whole.dropLast(tailBytes.count), tailBytes]
    }

    /// The index in `arena` of the first of the three texts of an instruction.
    @inline(__always)
    private func first(_ action: UInt8, _ item: Int) -> Int { firstIndices[Int(action)] &+ item &* 3 }

    /// The text before the quantity of a row.
    @inline(__always)
    func beforeQuantity(_ action: UInt8, _ item: Int) -> ByteView { arena[first(action, item)] }

    /// The texts of a row: before its quantity, its message up to the quantity, and the rest of its message.
    @inline(__always)
    func texts(
        _ action: UInt8, _ item: Int
    ) -> (before: ByteView, head: ByteView, tail: ByteView) {
        let index = first(action, item)
        return (arena[index], arena[index &+ 1], arena[index &+ 2])
    }

    /// The text between the line or id and the stock in the row of a served order; nil if it is not prepared.
    @inline(__always)
    func servedOrder(_ juice: Int, cups: Int) -> ByteView? {
        cups <= Self.preparedCupsMax ? served[juice &* (Self.preparedCupsMax &+ 1) &+ cups] : nil
    }

    /// The text between the line or id and the shortage in the row of a short order; nil if it is not prepared.
    @inline(__always)
    func shortOrder(_ juice: Int, cups: Int) -> ByteView? {
        cups <= Self.preparedCupsMax ? short[juice &* (Self.preparedCupsMax &+ 1) &+ cups] : nil
    }

    /// The start of a failed row: `,code,message,`, or `,code,` if `hasFixedMessage` is false.
    func failure(_ code: OutcomeCode) -> ByteView { failures[Int(code.rawValue)] }

    /// Whether the message of a code is the same for all rows.
    func hasFixedMessage(_ code: OutcomeCode) -> Bool { hasFixedMessages[Int(code.rawValue)] }
}

/// An immutable list of texts in one allocation, from which report rows are assembled.
final class ByteArena: @unchecked Sendable {
    // Safe to share between threads: written only in `init`, and only read afterwards.
    private let bytes: FixedBuffer<UInt8>
    /// The offset of each text, and the offset of the end.
    private let starts: FixedBuffer<Int>
    /// The length of the longest text, in bytes.
    let longest: Int

    /// Creates an arena of these texts, which are indexed from 0.
    init(_ texts: [[UInt8]]) {
        longest = texts.map(\.count).max() ?? 0
        let slack = [UInt8](repeating: 0, count: ByteBuffer.slackBytes)
        bytes = FixedBuffer(texts.reduce(into: []) { $0 += $1 } + slack)
        starts = FixedBuffer(texts.reduce(into: [0]) { starts, text in starts.append((starts.last ?? 0) + text.count) })
    }

    /// The number of texts.
    var count: Int { starts.count - 1 }

    /// The text at an index.
    @inline(__always)
    subscript(index: Int) -> ByteView {
        let start = starts[index]
        return unsafe ByteView(start: bytes.base + start, count: starts[unchecked: index &+ 1] &- start)
    }
}

/// The start of report rows in ascending order: the name of the input and a line number.
///
/// The digits before the last two change only once in a hundred lines, so only the last two are written for each row.
struct LineNumberText: ~Copyable {
    /// The maximum length in bytes of a number with its comma.
    static let lengthMax = 21

    /// The number without its last two digits.
    private var hundreds: UInt = 0
    /// The text before the number, and the digits of `hundreds` unless it is 0.
    private var text = ByteBuffer()
    private var prefixLength = 0

    /// Starts with another prefix.
    mutating func start(_ prefix: ByteView) {
        text.removeAll()
        text.append(prefix)
        prefixLength = prefix.count
        hundreds = 0
    }

    /// Appends the prefix, the number from 0 and a comma; enough bytes must have been reserved.
    @inline(__always)
    mutating func append(_ line: Int, to buffer: inout ByteBuffer) {
        let line = UInt(bitPattern: line)
        let next = line / 100
        if next != hundreds { setHundreds(next) }
        buffer.appendReserved(padded: text.bytes)
        if next == 0 {
            buffer.appendReserved(decimal: Int(bitPattern: line))
        } else {
            buffer.appendReserved(twoDigits: line &- next &* 100)
        }
        buffer.appendReserved(Ascii.comma)
    }

    @inline(never)
    private mutating func setHundreds(_ next: UInt) {
        hundreds = next
        text.count = prefixLength
        if next > 0 { text.append(decimal: Int(bitPattern: next)) }
    }
}
