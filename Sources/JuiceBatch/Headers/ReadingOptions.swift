package import CSV

/// What the user says about how inputs are to be read.
package struct ReadingOptions: Sendable {
    package var columns: ColumnOptions
    package var delimiter: Delimiter?
    package var encoding: EncodingChoice?
    /// Bytes of a chunk; the result does not depend on it.
    package var chunkBytes: Int

    package init(
        columns: ColumnOptions = ColumnOptions(), delimiter: Delimiter? = nil, encoding: EncodingChoice? = nil,
        chunkBytes: Int = 128 * 1024
    ) {
        self.columns = columns
        self.delimiter = delimiter
        self.encoding = encoding
        self.chunkBytes = chunkBytes
    }
}
