/// The position of a row in the order in which rows are applied; unique within a run.
package struct SortKey: Comparable, BitwiseCopyable, Hashable {
    /// The group of inputs that are put in order together, from 0.
    package var group: Int32
    /// The second of `RowTime`.
    package var seconds: Int64
    /// The fraction of the second, 0 … 999,999,999.
    package var nanoseconds: UInt32
    /// The row's input, from 0; of rows of one time, those of earlier inputs come first.
    package var input: Int32
    /// The row's place within its input; below 0 where the input is read from its end.
    package var ordinal: Int64

    package static func < (left: SortKey, right: SortKey) -> Bool {
        if left.group != right.group { return left.group < right.group }
        if left.seconds != right.seconds { return left.seconds < right.seconds }
        if left.nanoseconds != right.nanoseconds { return left.nanoseconds < right.nanoseconds }
        if left.input != right.input { return left.input < right.input }
        return left.ordinal < right.ordinal
    }
}
