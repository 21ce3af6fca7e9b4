/// The part of a row's time that sequences need, or its absence, in few bytes.
struct RowClock: BitwiseCopyable, Sendable {
    /// The seconds as in `RowTime`.
    let seconds: Int64
    let nanoseconds: UInt32
    /// `RowTime.Kind.rawValue`, or more than any.
    private let kindNumber: UInt8

    private static let none: UInt8 = 0xFF

    /// Creates the value for a time; nil stands for none.
    init(_ time: RowTime?) {
        seconds = time?.seconds ?? 0
        nanoseconds = time?.nanoseconds ?? 0
        kindNumber = time?.kind.rawValue ?? Self.none
    }

    /// Whether there is no time.
    var isNone: Bool { kindNumber == Self.none }
    /// The kind as in `RowTime`.
    var kind: RowTime.Kind { RowTime.Kind(rawValue: kindNumber) }
}
