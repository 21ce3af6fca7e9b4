/// The ambiguities of a batch, as far as they can be found without the batches before it.
package struct BatchDoubts: Sendable, Equatable {
    /// A doubt and the record of the batch, from 0, that shows it.
    package struct Found: Sendable, Equatable {
        package let row: Int
        package let doubt: Doubt

        package init(row: Int, doubt: Doubt) {
            self.row = row
            self.doubt = doubt
        }

        /// Whether it is to be told rather than another: its row comes first, or the row's doubts have this order.
        func comesBefore(_ other: Found?) -> Bool {
            guard let other else { return true }
            return (row, doubt.order) < (other.row, other.doubt.order)
        }
    }

    /// The rows of a batch whose cells in one column are compared: those of one item, or all of them.
    struct Group: Sendable, Equatable {
        /// The first of its records, from 0.
        let first: Int
        /// The first whose cell is another than that of `first`.
        var different: Int?
        /// The first whose cell is none of the words that mean no location; always nil of variants.
        var location: Int?
    }

    /// The first of what single rows show.
    var found: Found?
    /// The groups of each compared column; of variants by the item's number.
    var groups: [[Int: Group]] = []
    /// Whether there is a row that has the right number of cells.
    var hasFittingRow = false
    /// The number of cells in the first row whose number of cells differs from the header's; nil if there is none.
    var firstMisfitCells: Int?

    package init() {}
}
