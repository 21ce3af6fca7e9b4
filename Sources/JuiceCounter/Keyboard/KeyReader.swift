/// Makes keys of the bytes that a terminal sends.
///
/// Sequences and letters may come in pieces. What is pasted is dropped where the terminal marks it (bracketed paste), and
/// so is every sequence that means nothing here.
package struct KeyReader: Sendable {
    /// What the bytes begin with.
    private enum Token {
        case incomplete
        case keys([Key], bytes: Int)
        case pasteBegins(bytes: Int)
    }

    /// After that long without another byte an escape is a key of its own, in milliseconds.
    package static let escapeMs = 100
    /// After that long without another byte a paste whose end never came is over, in milliseconds.
    package static let pasteMs = 2_000
    /// No sequence that means anything is longer, in bytes.
    private static let sequenceBytesMax = 4_096
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let escape: UInt8 = 0x1B

    private var pending: [UInt8] = []
    private var isPasting = false
    private var latestMs = 0

    package init() {}

    /// Whether more has to come, or to fail to come, before it is known what has come so far.
    package var isWaiting: Bool { isPasting || !pending.isEmpty }

    /// The keys that are complete with these bytes.
    ///
    /// - Parameter atMs: when they came, by a clock that never goes back.
    package mutating func take(_ bytes: [UInt8], atMs: Int) -> [Key] {
        latestMs = atMs
        pending += bytes
        return drain()
    }

    /// The keys that are complete because nothing has followed.
    ///
    /// - Parameter atMs: what time it is by the same clock.
    package mutating func settle(atMs: Int) -> [Key] {
        let quietMs = atMs - latestMs
        if isPasting {
            if quietMs >= Self.pasteMs { (isPasting, pending) = (false, []) }
            return []
        }
        guard !pending.isEmpty, quietMs >= Self.escapeMs else { return [] }
        defer { pending = [] }
        return pending == [Self.escape] ? [.escape] : []
    }

    private mutating func drain() -> [Key] {
        var keys: [Key] = []
        while !pending.isEmpty {
            if isPasting {
                guard endPaste() else { return keys }
                continue
            }
            switch Self.token(pending[...]) {
            case .incomplete:
                if pending.count > Self.sequenceBytesMax { pending = [] }
                return keys
            case .keys(let found, let bytes):
                keys += found
                pending.removeFirst(bytes)
            case .pasteBegins(let bytes):
                isPasting = true
                pending.removeFirst(bytes)
            }
        }
        return keys
    }

    /// Drops what is pasted; false if its end has not come yet.
    private mutating func endPaste() -> Bool {
        let end = Self.pasteEnd
        let place = pending.indices.first { pending[$0...].starts(with: end) }
        guard let place else {
            // The end may have come in part.
            pending = Array(pending.suffix(end.count - 1))
            return false
        }
        pending.removeFirst(place + end.count)
        isPasting = false
        return true
    }

    private static func token(_ bytes: ArraySlice<UInt8>) -> Token {
        guard let first = bytes.first else { return .incomplete }
        switch first {
        case escape: return sequence(bytes)
        case 0x03: return .keys([.interrupt], bytes: 1)
        case 0x08, 0x7F: return .keys([.backspace], bytes: 1)
        case 0x09: return .keys([.tab], bytes: 1)
        case 0x0A, 0x0D: return .keys([.enter], bytes: 1)
        case 0x0C: return .keys([.redraw], bytes: 1)
        case 0..<0x20, 0x80..<0xC2, 0xF5...: return .keys([], bytes: 1)
        default: return letter(bytes, first)
        }
    }

    private static func letter(_ bytes: ArraySlice<UInt8>, _ first: UInt8) -> Token {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let letter = bytes.prefix(length)
        guard letter.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .keys([], bytes: 1) }
        guard letter.count == length else { return .incomplete }
        let scalars = String(decoding: letter, as: UTF8.self).unicodeScalars
        return .keys(scalars.flatMap(KoreanKeyboard.keys).map(Key.character), bytes: length)
    }

    /// What begins with an escape.
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> Token {
        guard let kind = bytes.dropFirst().first else { return .incomplete }
        switch kind {
        // A key of its own in front of another one.
        case 0..<0x20, 0x7F: return .keys([.escape], bytes: 1)
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            guard let last = bytes.dropFirst(2).first else { return .incomplete }
            return .keys(last == UInt8(ascii: "M") ? [.enter] : cursorKey(last), bytes: 3)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return controlString(bytes)
        default:
            // A key together with Alt.
            guard case .keys(_, let rest) = token(bytes.dropFirst()) else { return .incomplete }
            return .keys([], bytes: 1 + rest)
        }
    }

    /// A sequence that begins with `ESC [` and ends with a letter or a tilde.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Token {
        let body = bytes.dropFirst(2)
        // The Linux console's own for F1 to F5.
        if body.first == UInt8(ascii: "[") { return body.count < 2 ? .incomplete : .keys([], bytes: 4) }
        guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return .incomplete }
        let length = end - bytes.startIndex
        // Something else begins within it.
        guard (0x40...0x7E).contains(body[end]) else { return .keys([], bytes: length) }
        guard body[end] == UInt8(ascii: "~") else { return .keys(cursorKey(body[end]), bytes: length + 1) }
        let number = body[..<end].prefix { $0 != UInt8(ascii: ";") }
        switch String(decoding: number, as: UTF8.self) {
        case "1", "7": return .keys([.home], bytes: length + 1)
        case "3": return .keys([.delete], bytes: length + 1)
        case "4", "8": return .keys([.end], bytes: length + 1)
        case "5": return .keys([.pageUp], bytes: length + 1)
        case "6": return .keys([.pageDown], bytes: length + 1)
        case "200": return .pasteBegins(bytes: length + 1)
        default: return .keys([], bytes: length + 1)
        }
    }

    /// A string that goes on to a bell or `ESC \`, such as an answer of the terminal's; any other control ends it too.
    private static func controlString(_ bytes: ArraySlice<UInt8>) -> Token {
        guard let end = bytes.dropFirst(2).firstIndex(where: { $0 < 0x20 }) else { return .incomplete }
        let length = end - bytes.startIndex
        guard bytes[end] == escape else { return .keys([], bytes: bytes[end] == 0x07 ? length + 1 : length) }
        guard let last = bytes[end...].dropFirst().first else { return .incomplete }
        return .keys([], bytes: last == UInt8(ascii: "\\") ? length + 2 : length)
    }

    private static func cursorKey(_ last: UInt8) -> [Key] {
        switch last {
        case UInt8(ascii: "A"): [.up]
        case UInt8(ascii: "B"): [.down]
        case UInt8(ascii: "C"): [.right]
        case UInt8(ascii: "D"): [.left]
        case UInt8(ascii: "H"): [.home]
        case UInt8(ascii: "F"): [.end]
        default: []
        }
    }
}
