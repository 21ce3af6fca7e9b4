/// What sequences need of the time of a row, or that it has none, in few bytes.
struct RowClock: BitwiseCopyable, Sendable {
    /// As in `RowTime`.
    let seconds: Int64
    let nanoseconds: UInt32
    /// `RowTime.Kind.rawValue`, or more than any.
    private let kindNumber: UInt8

    private static let none: UInt8 = 0xFF

    /// What is needed of a time; nil if there is none.
    init(_ time: RowTime?) {
        seconds = time?.seconds ?? 0
        nanoseconds = time?.nanoseconds ?? 0
        kindNumber = time?.kind.rawValue ?? Self.none
    }

    /// Whether there is no time.
    var isNone: Bool { kindNumber == Self.none }
    /// As in `RowTime`.
    var kind: RowTime.Kind { RowTime.Kind(rawValue: kindNumber) }
}
