/// The steps from each time of an input to the next: how often they rise and how often they fall.
package struct TimeSteps<Time: Comparable & Sendable>: Sendable {
    /// The number of times that are later than the one before them.
    package private(set) var rises = 0
    /// The number of times that are earlier than the one before them.
    package private(set) var falls = 0
    /// The line, from 1, of the first row that is earlier than the one above; nil where the times do not fall.
    package private(set) var firstFallLine: Int?
    private var last: Time?

    package init() {}

    /// Adds the time of the next row.
    ///
    /// - Parameter line: the row's line, from 1.
    package mutating func add(_ time: Time, line: Int) {
        if let last {
            if time > last { rises += 1 }
            if time < last {
                falls += 1
                firstFallLine = firstFallLine ?? line
            }
        }
        last = time
    }

    /// Whether the rows are newest first: their times fall at least ten times as often as they rise.
    package var areNewestFirst: Bool { falls > 0 && falls >= 10 * rises }
}
