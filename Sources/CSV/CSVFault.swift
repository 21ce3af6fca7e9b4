/// Why a file cannot be read as CSV, and where.
package struct CSVFault: Error, Sendable, Equatable {
    /// The kinds of fault; the raw value is the code that users see.
    package enum Kind: String, Sendable {
        /// A quote that is never closed, or one where none may stand. libcsv: `CSV_EPARSE`.
        case badQuoting = "bad_quoting"
        /// Bytes that are not text in the file's encoding.
        case badEncoding = "bad_encoding"
        /// A NUL byte.
        case nulByte = "nul_byte"
        /// A cell longer than `CSVLimits.field_bytes_max`.
        case fieldTooLong = "field_too_long"
        /// A record longer than `CSVLimits.record_bytes_max`.
        case recordTooLong = "record_too_long"
    }

    package var kind: Kind
    /// The physical line, from 0 within the chunk that was read or from 1 within the file, as the thrower says.
    package var line: Int
    /// Of `badEncoding`: the first byte that is not text, from 0 within the chunk or the file, as with `line`.
    package var offset: Int?

    package init(_ kind: Kind, line: Int, offset: Int? = nil) {
        self.kind = kind
        self.line = line
        self.offset = offset
    }

    /// The same fault, seen from the start of the file.
    ///
    /// - Parameters:
    ///   - line: the line on which the chunk starts, from 1.
    ///   - offset: the byte of the file with which the chunk starts, from 0.
    package func inFile(line: Int, offset: Int) -> CSVFault {
        CSVFault(kind, line: self.line + line, offset: self.offset.map { $0 + offset })
    }
}

/// How long cells and records may be, in bytes of UTF-8 after unquoting.
package struct CSVLimits: Sendable {
    /// The longest cell.
    package static let field_bytes_max = 64 * 1024
    /// The longest record: its cells, and one byte for each.
    package static let record_bytes_max = 1024 * 1024

    /// How many cells at the start of each record count toward no limit.
    package var exemptFields: Int
    /// The longest stretch of raw bytes in which a record has to end.
    ///
    /// Quoting takes at most three raw bytes for one that counts (`"",` is an empty cell), so whatever is
    /// longer breaks a limit for certain.
    package var raw_bytes_max: Int { exemptFields > 0 ? 16 * 1024 * 1024 : 4 * 1024 * 1024 }

    package init(exemptFields: Int = 0) {
        self.exemptFields = exemptFields
    }
}
