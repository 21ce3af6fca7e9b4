/// The night of a chain that a run of one of its shops belongs to.
package struct ChainNight: Sendable, Equatable {
    /// The shop's part of an export of the whole chain, and how the export was split.
    package struct Partition: Sendable, Equatable {
        /// The SHA-256 of the export in hex.
        package var exportSHA256: String
        /// The names by which rows of the export are the shop's.
        package var shopNames: [String]
        /// The options of `run` by which the export was read; nil where they are those of the shop's run.
        package var options: [String]?

        /// - Parameter options: nil where they are those of the shop's run.
        package init(exportSHA256: String, shopNames: [String], options: [String]? = nil) {
            self.exportSHA256 = exportSHA256
            self.shopNames = shopNames
            self.options = options
        }

        /// The same, with its options left out where the shop's run has just these.
        func besides(_ options: [String]) -> Partition {
            var partition = self
            if partition.options == options { partition.options = nil }
            return partition
        }
    }

    /// The business day as `YYYY-MM-DD` (`CalendarDay`).
    package var date: String
    /// The part of an export that the input is; nil for a file of the shop's own.
    package var partition: Partition?

    /// A night of this date.
    package init(date: String, partition: Partition? = nil) {
        self.date = date
        self.partition = partition
    }
}
