package import JuiceCore

/// Where the cells of an input's rows belong.
package struct ColumnLayout: Sendable {
    /// An extra column: its name as it stands in the header, and which repeat of that name it is, from 0.
    package struct Extra: Sendable, Hashable {
        package let name: [UInt8]
        package let occurrence: Int
    }

    /// The most columns of an input, and the most extras in all.
    package static let countMax = 256

    /// How many columns there are: cells at the header's end that are empty after trimming are none.
    package internal(set) var count = 0
    /// How many cells the header's record has, with those that are no columns.
    package internal(set) var recordCount = 0
    /// The columns of the roles, from 0; nil where there is none.
    package internal(set) var id: Int?
    package internal(set) var action: Int?
    package internal(set) var item = 0
    package internal(set) var quantity: Int?
    /// The columns `code` and `raw` of failure.csv; nil in any other input.
    package internal(set) var code: Int?
    package internal(set) var raw: Int?
    /// What a name that is both a juice and a fruit means by the item column's header; nil if that says neither.
    package internal(set) var meaning: Action?
    /// The extras of this input, with their columns.
    package internal(set) var extras: [(extra: Extra, column: Int)] = []
    /// For each extra of the whole run its column in this input; nil where it has none.
    package var extraColumns: [Int?] = []

    package init() {}

    /// Whether an apostrophe that `--excel` put in front of a cell is taken off again.
    package internal(set) var dropsApostrophes = false

    /// Whether the input is a failure.csv of an earlier run.
    package var isFailureFile: Bool { code != nil }
}
