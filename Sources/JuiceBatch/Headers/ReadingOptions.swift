package import CSV

/// The user's options for reading inputs.
package struct ReadingOptions: Sendable {
    package var columns: ColumnOptions
    /// The settings for the POS' exports.
    package var till: TillSettings
    package var delimiter: Delimiter?
    package var encoding: EncodingChoice?
    /// The column that says which shop a row is of, where an export is split by it; every input has to have it then.
    package var shopColumn: String?
    /// Bytes of a chunk; the result does not depend on it.
    package var chunkBytes: Int

    package init(
        columns: ColumnOptions = ColumnOptions(), till: TillSettings = TillSettings(), delimiter: Delimiter? = nil,
        encoding: EncodingChoice? = nil, chunkBytes: Int = 128 * 1024
    ) {
        self.columns = columns
        self.till = till
        self.delimiter = delimiter
        self.encoding = encoding
        self.chunkBytes = chunkBytes
    }
}
