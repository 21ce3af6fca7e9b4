/// Tells whether the times of an input never rise, and fall: then it is newest first.
package struct FallingTimes<Time: Comparable & Sendable>: Sendable {
    /// Whether what comes still matters: no time has risen or could not be read.
    package private(set) var isOpen = true
    private var last: Time?
    private var firstFall: Int?

    package init() {}

    /// Takes the time of the next row.
    ///
    /// - Parameters:
    ///   - time: nil if it cannot be read, or cannot be compared with the first.
    ///   - line: the row's, from 1.
    package mutating func take(_ time: Time?, line: Int) {
        guard isOpen else { return }
        guard let time else {
            isOpen = false
            return
        }
        if let last {
            if time > last { isOpen = false }
            if time < last, firstFall == nil { firstFall = line }
        }
        last = time
    }

    /// Once all rows have been taken: the line of the first row that is earlier than the one above; nil where the times do
    /// not fall.
    package var fallingLine: Int? { isOpen ? firstFall : nil }
}
