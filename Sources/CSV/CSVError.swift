internal import CCSV

/// An error in a CSV file, and its position.
package struct CSVError: Error, Sendable, Equatable {
    /// The kinds of error; the raw value is the code that users see.
    package enum Kind: String, Sendable {
        /// A quote is never closed, or is where none is allowed (`CSV_EPARSE` of libcsv).
        case badQuoting = "bad_quoting"
        case badEncoding = "bad_encoding"
        case nulByte = "nul_byte"
        case fieldTooLong = "field_too_long"
        case recordTooLong = "record_too_long"
    }

    package var kind: Kind
    /// The physical line: from 0 within the parsed text, or from 1 within the file after `inFile(line:)`.
    package var line: Int
    /// The position of the first invalid byte for `badEncoding`, from 0 within the file.
    package var offset: Int?
    /// The line on which the cell with an invalid quote starts, counted like `line`.
    package var openingLine: Int?

    package init(_ kind: Kind, line: Int, offset: Int? = nil, openingLine: Int? = nil) {
        (self.kind, self.line, self.offset, self.openingLine) = (kind, line, offset, openingLine)
    }

    /// Returns this error with its line counted from `line`, from 1, on which the parsed text starts in the file.
    package func inFile(line: Int) -> CSVError {
        CSVError(kind, line: self.line + line, offset: offset, openingLine: openingLine.map { $0 + line })
    }
}

/// The size limits of cells and records, in bytes of UTF-8 after unquoting.
package struct CSVLimits: Sendable {
    package static let fieldBytesMax = 64 * 1024
    /// The maximum size of a record: its cells, and one byte for each cell.
    package static let recordBytesMax = 1024 * 1024

    /// The number of cells at the start of each record to which no limit applies.
    package var exemptFields: Int
    /// The maximum number of raw bytes of a record: at most three for one that counts (`"",` is an empty cell).
    package var rawBytesMax: Int { exemptFields > 0 ? 16 * 1024 * 1024 : 4 * 1024 * 1024 }
    package init(exemptFields: Int = 0) { self.exemptFields = exemptFields }

    /// The limit that a record exceeds first when it is read byte by byte; nil if it exceeds none.
    func firstExceeded(_ lengths: [Int]) -> CSVError.Kind? {
        var total = 0
        for length in lengths.dropFirst(exemptFields) {
            // The one byte for a cell counts when the cell begins.
            total += 1
            if total > Self.recordBytesMax { return .recordTooLong }
            // A byte that exceeds both limits makes its cell too long.
            if length > Self.fieldBytesMax && total + Self.fieldBytesMax <= Self.recordBytesMax {
                return .fieldTooLong
            }
            total += length
            if total > Self.recordBytesMax { return .recordTooLong }
        }
        return nil
    }
}

/// The version of libcsv that the program was compiled against, such as 3.0.3, which no function returns.
package var libcsvVersion: String { "\(CSV_MAJOR).\(CSV_MINOR).\(CSV_RELEASE)" }
