package import CSV

/// All that is known of an input once its header is read: how to read the rest.
package struct InputPlan {
    package let file: InputFile
    /// The name in the reports.
    package var name: String { file.name }
    package var encoding: TextEncoding { assumption.encoding }
    /// The certainty of the encoding.
    let assumption: EncodingAssumption
    package let delimiter: Delimiter
    package var columns: ColumnLayout
    /// The column, from 0, that says which shop a row is of; nil unless the export is to be split by one.
    var shopColumn: Int?
    /// The names of the columns, as the header has them.
    package let header: [String]
    /// The rules for the input's rows.
    var rules: RowRules
    /// Reads the times of its rows; nil where it has no column of them.
    let timeReader: TimeReader?
    /// The same for what is told of times: also of a counter's journal, whose rows stand as they are.
    package let clockReader: TimeReader?
    /// Whether its rows stand in the run by their times.
    var isTimed: Bool
    /// The number, from 0, that is shared by inputs that are sorted together.
    var group = 0
    /// The line on which the header starts, from 1.
    package let headerLine: Int
    /// Bytes of text up to the end of the header: blank rows, a `sep=` line and the header itself.
    let leadBytes: Int
    /// Whether they are all ASCII, so that they read the same in any encoding.
    let isLeadASCII: Bool
    /// The number of blank rows before the header.
    let leadingBlankRows: Int
    /// The number of title records above the header.
    package let titleRows: Int
    /// Bytes of the byte order mark.
    let markLength: Int

    /// Whether its rows are worth knowing when another input begins with the same: those of our own files are not.
    var keepsRecords: Bool { columns.ownFile == nil }

    /// Whether it is in doubt what an id means that a row before has had.
    var doubtsIDs: Bool { columns.foundByHeader.contains(.id) && columns.ownFile == nil }

    var limits: CSVLimits {
        CSVLimits(exemptFields: columns.isFailureFile ? ReportHeader.failure.count : 0)
    }
}
