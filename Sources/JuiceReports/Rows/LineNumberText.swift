internal import CSV

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
