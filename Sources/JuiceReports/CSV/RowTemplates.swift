internal import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// The parts of report rows that do not change from row to row, as ready bytes.
struct RowTemplates {
    private let arena: ByteArena
    /// The index of the first text of each action's first item, by `Action.rawValue`.
    private let firsts: [Int]
    /// The start of a failed row by `OutcomeCode.rawValue`: `,code,message,` where the message is the same for all
    /// rows, else `,code,`.
    private let failures: ByteArena
    /// The codes whose message is the same for all rows.
    private let fixed: [Bool]
    /// Most orders are of so few cups; all of their text is ready, for each juice from 0 cups on.
    private static let readyCupsMax = 9
    private let served: ByteArena
    private let short: ByteArena
    /// Each fruit's name and a colon, for the column of shortages.
    let fruitLabels: ByteArena
    /// Whether a cell of such labels never needs quotes or an apostrophe.
    let hasPlainLabels: Bool
    /// The longest texts of one instruction or failure together, in bytes.
    let lengthMax: Int

    init(menu: Menu, style: CellStyle, language: MessageLanguage) {
        let messages = Messages(language)
        var texts: [[UInt8]] = []
        var firsts: [Int] = []
        for action in Action.allCases {
            firsts.append(texts.count)
            let items = action.isOfJuice ? menu.juices.map(\.name) : menu.fruits.map(\.name)
            for item in items { texts += Self.parts(action, item, style, messages) }
        }
        self.firsts = firsts
        arena = ByteArena(texts)
        let isFixed = OutcomeCode.allCases.map { !FailureMessages.differs($0) }
        fixed = isFixed
        let failures = zip(OutcomeCode.allCases, isFixed).map { code, isFixed in
            let start = [Ascii.comma] + code.name.utf8 + [Ascii.comma]
            guard isFixed else { return start }
            let message = messages.failure(code, action: nil, cell: "", nearest: nil)
            return start + style.cell(message) + [Ascii.comma]
        }
        self.failures = ByteArena(failures)
        var (served, short): ([[UInt8]], [[UInt8]]) = ([], [])
        for juice in menu.juices {
            let parts = Self.parts(.order, juice.name, style, messages)
            for cups in 0...Self.readyCupsMax {
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

    /// `,order,딸기쥬스,`; then `,딸기 `, up to the quantity in the message, or the whole message where it names none;
    /// then `개를 폐기했습니다.`, or nothing where the message does not name the quantity.
    private static func parts(
        _ action: Action, _ item: String, _ style: CellStyle, _ messages: Messages
    ) -> [[UInt8]] {
        let before = [Ascii.comma] + action.name.utf8 + [Ascii.comma] + style.cell(item) + [Ascii.comma]
        let (head, tail) = messages.moved(action, item: item)
        let whole = style.cell(head + tail)
        guard !tail.isEmpty else { return [before, [Ascii.comma] + whole, []] }
        // A name that needs quotes puts them around the whole message.
        let tailBytes = Array(tail.utf8) + (whole.first == Ascii.quote ? [Ascii.quote] : [])
        return [before, [Ascii.comma] + whole.dropLast(tailBytes.count), tailBytes]
    }

    /// The number of the first of an instruction's three texts.
    @inline(__always)
    private func first(_ action: UInt8, _ item: Int) -> Int { firsts[Int(action)] &+ item &* 3 }

    /// The text before the quantity of a row.
    @inline(__always)
    func beforeQuantity(_ action: UInt8, _ item: Int) -> UnsafeBufferPointer<UInt8> { arena[first(action, item)] }

    /// The texts of a row before its quantity, of its message up to the quantity, and of the rest of the message.
    @inline(__always)
    func texts(
        _ action: UInt8, _ item: Int
    ) -> (before: UnsafeBufferPointer<UInt8>, head: UnsafeBufferPointer<UInt8>, tail: UnsafeBufferPointer<UInt8>) {
        let index = first(action, item)
        return (arena[index], arena[index &+ 1], arena[index &+ 2])
    }

    /// All that stands between the line or id and the stock in the row of an order that was served; nil if it is not
    /// ready.
    @inline(__always)
    func servedOrder(_ juice: Int, cups: Int) -> UnsafeBufferPointer<UInt8>? {
        cups <= Self.readyCupsMax ? served[juice &* (Self.readyCupsMax &+ 1) &+ cups] : nil
    }

    /// All that stands between the line or id and the shortage in the row of an order that was short; nil if it is not
    /// ready.
    @inline(__always)
    func shortOrder(_ juice: Int, cups: Int) -> UnsafeBufferPointer<UInt8>? {
        cups <= Self.readyCupsMax ? short[juice &* (Self.readyCupsMax &+ 1) &+ cups] : nil
    }

    /// `,code,message,`, or `,code,` where `hasFixedMessage` says no.
    func failure(_ code: OutcomeCode) -> UnsafeBufferPointer<UInt8> { failures[Int(code.rawValue)] }

    /// Whether the message of a code is the same for all rows.
    func hasFixedMessage(_ code: OutcomeCode) -> Bool { fixed[Int(code.rawValue)] }
}

/// Texts that never change, one behind the other in one allocation: what report rows are put together from.
final class ByteArena: @unchecked Sendable {
    // Safe to share: written only in `init`, and read from any thread after that.
    private let bytes: FixedBuffer<UInt8>
    /// The start of each text; one element more than there are texts.
    private let starts: FixedBuffer<Int>
    /// The length of the longest text, in bytes.
    let longest: Int

    /// An arena of these texts, numbered from 0.
    init(_ texts: [[UInt8]]) {
        longest = texts.map(\.count).max() ?? 0
        let slack = [UInt8](repeating: 0, count: ByteBuffer.slackBytes)
        bytes = FixedBuffer(texts.reduce(into: []) { $0 += $1 } + slack)
        starts = FixedBuffer(texts.reduce(into: [0]) { starts, text in starts.append((starts.last ?? 0) + text.count) })
    }

    /// The number of texts.
    var count: Int { starts.count - 1 }

    /// Text `index`, from 0.
    @inline(__always)
    subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = starts[index]
        return UnsafeBufferPointer(start: bytes.base + start, count: starts[unchecked: index &+ 1] &- start)
    }
}

/// The start of report rows that come in order: the input's name and a line number.
///
/// Its digits before the last two change once in a hundred lines, so only the last two are written anew.
struct LineNumberText: ~Copyable {
    /// The longest number with its comma, in bytes.
    static let lengthMax = 21

    /// The number without its last two digits.
    private var hundreds: UInt = 0
    /// The text before the number, and the digits of `hundreds` unless it is 0.
    private var text = ByteBuffer()
    private var prefixLength = 0

    /// Starts anew with another prefix.
    mutating func start(_ prefix: UnsafeBufferPointer<UInt8>) {
        text.removeAll()
        text.append(prefix)
        prefixLength = prefix.count
        hundreds = 0
    }

    /// Appends the prefix, the number (from 0) and a comma, where as many bytes have been reserved.
    @inline(__always)
    mutating func append(_ line: Int, to buffer: inout ByteBuffer) {
        let line = UInt(bitPattern: line)
        let next = line / 100
        if next != hundreds { setHundreds(next) }
        buffer.appendReserved(padded: text.bytes)
        if next == 0 {
            buffer.appendReserved(decimal: Int(bitPattern: line))
        } else {
            writeTwoDigits(line &- next &* 100, to: buffer.base + buffer.count)
            buffer.count &+= 2
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
