internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// A row of a counter's journal, cell by cell.
struct JournalRow: Equatable {
    /// The local time of the booking, such as `2026-11-20 18:30:05`.
    let time: String
    let id: String
    let action: Action
    /// The juice or fruit, as the menu has it.
    let item: String
    let quantity: Int

    /// The longest id, in bytes.
    static let idBytesMax = 80
    /// The suffix of the id of a row that takes another one back.
    static let takingBackSuffix = "-back"

    /// Whether a text is an id that a counter gives: 8 … `idBytesMax` letters, digits and `-`.
    static func isID(_ text: some StringProtocol) -> Bool {
        (8...idBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D
            }
    }

    /// The row as its line in the journal.
    var line: [UInt8] {
        let cells = [time, id, action.name, item, String(quantity)]
        return csvRecord(cells.map { Array($0.utf8) }) + [Ascii.lineFeed]
    }
}

extension JournalRow {
    /// The row that a line of a journal is.
    ///
    /// - Parameter cells: of the line; nil is what a counter has not written so.
    init?(line: [UInt8], cells: [[UInt8]]) {
        let words = cells.map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 5, let action = Action.allCases.first(where: { $0.name == words[2] }),
            let quantity = Int(words[4])
        else { return nil }
        self.init(time: words[0], id: words[1], action: action, item: words[3], quantity: quantity)
        // Whatever else it says, what it says so is written in one way only.
        guard line == self.line, hasGoodTime, hasGoodID else { return nil }
    }

    private var hasGoodTime: Bool {
        let parts = time.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, CalendarDay(String(parts[0])) != nil else { return false }
        let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        return clock.count == 3
            && zip(clock, [23, 59, 60]).allSatisfy { digits, most in
                digits.utf8.count == 2 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
                    && Int(digits).map { $0 <= most } == true
            }
    }

    private var hasGoodID: Bool {
        Self.isID(id.hasSuffix(Self.takingBackSuffix) ? id.dropLast(Self.takingBackSuffix.count) : id[...])
    }
}
