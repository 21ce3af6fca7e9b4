/// The assumptions about the times of a run's rows while they are read; the run starts again where they do not hold.
struct TimeAssumptions: Sendable {
    /// The kind of the first row's time that could be read past its quantity; nil for the first one that is read.
    var kind: RowTime.Kind?
    /// Whether no row's time can be compared, since no row with one could be read past its quantity.
    var hasNoKind = false
    /// The inputs, from 0, that are newest first, and those that are not; any other has not been read yet.
    var isNewestFirst: [Int: Bool] = [:]
    /// The first time of inputs that begin with rows without one.
    var first: [Int: Moment] = [:]
}

/// Why rows cannot be applied as they come.
enum SequenceBreak: Error {
    /// A row is earlier than one before it, so that rows have to be sorted.
    case outOfOrder
    /// The assumptions do not hold, but these do.
    case otherwise(TimeAssumptions)
}
