/// The position of a row in its run's sequence: its own time, or that of the row it is kept with.
struct Moment: BitwiseCopyable, Comparable, Sendable {
    /// The seconds as `RowTime.seconds`.
    let seconds: Int64
    /// The nanoseconds as `RowTime.nanoseconds`.
    let nanoseconds: UInt32

    /// A second before all times; no farther off than it takes, since what lies between costs time in sorting.
    static let secondsBeforeAll: Int64 = -1 << 40

    /// The moment before every time.
    static let beforeAll = Moment(seconds: secondsBeforeAll, nanoseconds: 0)

    init(seconds: Int64, nanoseconds: UInt32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The moment of a time.
    init(_ time: RowTime) {
        self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }

    static func < (left: Moment, right: Moment) -> Bool {
        left.seconds == right.seconds ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}
