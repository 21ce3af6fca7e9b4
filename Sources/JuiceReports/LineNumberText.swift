internal import CSV

/// Line numbers as decimal digits, for rows that come in order: the digits before the last two change once in a
/// hundred lines, so only the last two are written anew.
struct LineNumberText: ~Copyable {
    /// The longest text, in bytes.
    static let length_max = 20

    /// The number without its last two digits.
    private var hundreds: UInt = 0
    /// The digits of `hundreds`, and room to copy them in whole vectors.
    private let digits = UnsafeMutablePointer<UInt8>.allocate(capacity: ByteBuffer.slack_bytes)
    private var digitCount = 0

    init() {
        digits.initialize(repeating: 0, count: ByteBuffer.slack_bytes)
    }

    deinit {
        digits.deallocate()
    }

    /// Appends the number (from 0) and a comma, where `length_max` bytes have been reserved.
    @inline(__always)
    mutating func append(_ line: Int, to buffer: inout ByteBuffer) {
        let line = UInt(bitPattern: line)
        let next = line / 100
        if next == 0 {
            buffer.appendReserved(decimal: Int(bitPattern: line))
        } else {
            if next != hundreds {
                hundreds = next
                digitCount = writeDecimal(Int(bitPattern: next), to: digits)
            }
            buffer.appendReserved(padded: UnsafeBufferPointer(start: digits, count: digitCount))
            writeTwoDigits(line &- next &* 100, to: buffer.base + buffer.count)
            buffer.count &+= 2
        }
        buffer.appendReserved(Ascii.comma)
    }
}
