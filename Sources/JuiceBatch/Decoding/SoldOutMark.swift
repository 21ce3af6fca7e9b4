/// A row of a batch at which a fruit came to be sold out, or ceased to be.
struct SoldOutMark: BitwiseCopyable {
    /// The row's place in the batch, from 0.
    let row: Int
    /// The fruit's place on the menu.
    let fruit: Int
    /// Whether the fruit came to be sold out.
    let isStart: Bool
}

/// The marks of a batch in their order, the first ones of each fruit.
struct SoldOutMarks {
    /// The maximum number of marks of a fruit.
    private static let timesMax = 20

    /// Whether rows are marked.
    let areWanted: Bool
    private var marks: [SoldOutMark] = []

    /// - Parameter areWanted: whether rows are marked; if false, the list stays empty.
    init(areWanted: Bool) {
        self.areWanted = areWanted
    }

    /// Adds a mark at a row, up to the maximum for each fruit.
    ///
    /// - Parameter count: the number of times that the fruit was sold out so far.
    mutating func add(_ fruit: Int, _ row: Int, isStart: Bool, count: Int) {
        guard areWanted, count <= Self.timesMax else { return }
        marks.append(SoldOutMark(row: row, fruit: fruit, isStart: isStart))
    }

    /// Returns the marks of a batch and removes them.
    mutating func takeAll() -> [SoldOutMark] {
        defer { marks.removeAll() }
        return marks
    }
}
