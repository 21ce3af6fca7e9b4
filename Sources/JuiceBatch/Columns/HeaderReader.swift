package import CSV

/// The result of reading an input up to the end of its header.
package struct HeaderReading {
    let preamble: Preamble
    /// The plan for reading the rows, or the refusal of the input.
    package internal(set) var result: Result<InputPlan, Refusal>

    /// The encoding in which the header was read.
    package var encoding: TextEncoding { preamble.encoding }
    /// The length in bytes of the byte order mark, after which the text starts; 0 without one.
    package var byteOrderMarkLength: Int { preamble.byteOrderMarkLength }
}

/// The part of an input that has been read up to a record before the header, or up to the end of the header.
struct Preamble {
    /// The encoding, by a byte order mark, an option or all bytes; nil for UTF-8, as long as no byte contradicts it.
    let decidedEncoding: TextEncoding?
    let byteOrderMarkLength: Int
    fileprivate(set) var separator: Delimiter?
    fileprivate(set) var blankRows = 0
    fileprivate(set) var titleRows = 0
    /// The line, from 1, of the record that follows, which at the end is the header.
    fileprivate(set) var line = 1
    /// The number of bytes of text, including blank rows, titles and a `sep=` line.
    fileprivate(set) var byteCount = 0
    /// The names of the columns, none for a file that this program wrote; nil if the header could not be read.
    fileprivate(set) var names: [String]?

    var encoding: TextEncoding { decidedEncoding ?? .utf8 }
}

/// A reader that finds the header of an input and makes the plan for reading its rows.
package struct HeaderReader {
    /// The number of records that are not blank among which a header below titles is searched for.
    package static let recordsMax = 100

    let file: InputFile
    let options: ReadingOptions

    /// Creates a reader for an input; a partition of an export is read as the export was, regardless of the options.
    package init(file: InputFile, options: ReadingOptions) {
        self.file = file
        var options = options
        if let metadata = file.partition {
            options.encoding = nil
            options.delimiter = metadata.delimiter
            options.shopColumn = metadata.shopColumn
        }
        self.options = options
    }

    /// Reads the header of the input, in the encoding that all bytes have been found to have, if they were examined.
    ///
    /// A byte order mark or the user's choice has precedence. Otherwise the input is read as UTF-8, and if a byte up to
    /// the end of the header contradicts this, all bytes determine the encoding.
    package func read(_ detected: TextEncoding? = nil) throws(BatchError) -> HeaderReading {
        var head = ByteBuffer()
        _ = try file.read(at: 0, count: 3, into: &head)
        let byteOrderMark = TextEncoding.ofByteOrderMark(Array(head.bytes))
        let chosen = options.encoding?.encoding(for: byteOrderMark?.encoding)
        var preamble = Preamble(
            decidedEncoding: chosen ?? byteOrderMark?.encoding ?? file.partition?.encoding ?? detected,
            byteOrderMarkLength: byteOrderMark?.length ?? 0)
        do throws(BatchError) {
            if let chosen, let byteOrderMark, chosen != byteOrderMark.encoding {
                throw refusal(CSVError(.badEncoding, line: 1, offset: 0))
            }
            let plan = try findHeader(&preamble)
            return HeaderReading(preamble: preamble, result: .success(plan))
        } catch .refused(let refusal) {
            return HeaderReading(preamble: preamble, result: .failure(refusal))
        }
    }

    func refusal(_ csvError: CSVError) -> BatchError { .refused(Refusal(file: file.name, csvError: csvError)) }

    private func refusal(_ reason: Refusal.Reason, line: Int) -> BatchError {
        .refused(Refusal(file: file.name, line: line, reason: reason))
    }

    /// A record as UTF-8, up to the first unreadable byte.
    struct Record {
        var text: [UInt8]
        /// The error at the byte after the text, on a line from 0 within the record; nil if all of it is readable.
        var unreadable: CSVError?
        let end: ChunkEnd
    }

    /// Reads records up to the header, and makes the plan for reading the rows below it.
    private func findHeader(_ preamble: inout Preamble) throws(BatchError) -> InputPlan {
        var search: HeaderSearch?
        var reader = try ChunkReader(
            file, encoding: preamble.encoding, byteOrderMarkLength: preamble.byteOrderMarkLength,
            chunkBytes: min(options.chunkBytes, 64 * 1024), limits: CSVLimits(exemptFields: 1))
        var raw = ByteBuffer()
        while let chunk = try reader.next(into: &raw) {
            var at = 0
            // A chunk holds whole records, so a CR at its end is the end of a record.
            while let end = firstRecordEnd(in: raw.bytes, from: at) {
                let bytes = ByteView(rebasing: raw.bytes[at..<end])
                let record = decode(bytes, chunk, offset: at, isLast: end == raw.count, preamble)
                if preamble.decidedEncoding == nil, record.unreadable?.kind == .badEncoding {
                    let encoding = try TextEncoding.detect(in: file, cancellation: file.cancellation)
                    preamble = Preamble(decidedEncoding: encoding, byteOrderMarkLength: 0)
                    return try findHeader(&preamble)
                }
                preamble.byteCount += bytes.count
                if !consumeLeadingRow(record, &preamble) {
                    guard options.exportSettings.header == .find, search != nil || !isProgramHeader(record) else {
                        return try parseHeader(record, &preamble)
                    }
                    let delimiters = (options.delimiter ?? preamble.separator).map { [$0] } ?? Delimiter.allCases
                    var found = search ?? HeaderSearch(options: options, delimiters: delimiters)
                    if found.isExhausted { throw noHeader(found) }
                    if let delimiter = try found.add(record, self, line: preamble.line) {
                        return try parseHeader(record, &preamble, delimiter: delimiter)
                    }
                    preamble.titleRows += 1
                    search = found
                }
                preamble.line += countLineEnds(bytes)
                at = end
            }
            if let offset = chunk.unreadable {
                throw refusal(CSVError(.badEncoding, line: preamble.line, offset: offset))
            }
        }
        throw noHeader(search)
    }

    private func noHeader(_ search: HeaderSearch?) -> BatchError {
        let reason = search?.nearest.map { Refusal.Reason.incompleteHeader(line: $0.line, missing: $0.missing) }
        return refusal(reason ?? .noHeader, line: 1)
    }

    /// Whether a record, parsed with commas, is the header of a file that this program writes, or resembles one.
    private func isProgramHeader(_ record: Record) -> Bool {
        let cells = cells(record, .comma, CSVLimits(exemptFields: ReportHeader.failure.count)).cells
        let names = cells.map { String(decoding: $0, as: UTF8.self) }
        return ReportHeader.isProgramFile(names) || ReportHeader.resemblance(names) != nil
    }

    /// Decodes a record, which starts at an offset in a chunk, and may be its last one.
    private func decode(
        _ bytes: ByteView, _ chunk: ChunkReader.Chunk, offset: Int, isLast: Bool, _ preamble: Preamble
    ) -> Record {
        // The last record of a chunk may be incomplete, or end exactly where the chunk ends.
        let quoteCount = isLast ? countOccurrences(of: Ascii.quote, in: bytes) : 0
        let isOpen = isLast && lastRecordEnd(in: bytes, quoteCount: quoteCount, isLast: true) < bytes.count
        let end = isOpen ? chunk.end : .record
        var text = ByteBuffer()
        // The chunk reader has already converted UTF-16 to UTF-8.
        let encoding = preamble.encoding == .cp949 ? TextEncoding.cp949 : .utf8
        var invalidOffset = encoding.decode(bytes, into: &text)
        // A chunk that ends at its size limit may end within a character.
        if let at = invalidOffset, end == .limit, at + 4 > bytes.count { invalidOffset = nil }
        var unreadable: CSVError?
        if let badOffset = invalidOffset.map({ chunk.offset + offset + $0 }) ?? (isOpen ? chunk.unreadable : nil) {
            unreadable = CSVError(.badEncoding, line: countLineEnds(text.bytes), offset: badOffset)
        }
        if let at = firstOffset(of: 0, in: text.bytes) {
            text.count = at
            unreadable = CSVError(.nulByte, line: countLineEnds(text.bytes))
        }
        return Record(text: Array(text.bytes), unreadable: unreadable, end: end)
    }

    /// Consumes a `sep=` line or a record of White_Space, quotes and delimiters; returns false for any other record.
    private func consumeLeadingRow(_ record: Record, _ preamble: inout Preamble) -> Bool {
        guard record.unreadable == nil else { return false }
        if preamble.line == 1, let separator = record.text.withView({ Self.separator($0) }) {
            preamble.separator = separator
            return true
        }
        let isBlank = String(decoding: record.text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar == "\""
                || UInt8(exactly: scalar.value).map { Delimiter(rawValue: $0) != nil } == true
        }
        if isBlank { preamble.blankRows += 1 }
        return isBlank
    }

    /// The delimiter that the first line of a text names in the form `sep=;`; nil if it does not.
    package static func separator(_ text: ByteView) -> Delimiter? {
        guard text.starts(with: "sep=".utf8), text.count == 5 || text.count > 5 && Ascii.isLineEnd(text[5])
        else { return nil }
        return Delimiter(rawValue: text[4])
    }

    /// Parses a record as the header; a nil delimiter stands for the one that the user names, or else the likeliest.
    private func parseHeader(
        _ record: Record, _ preamble: inout Preamble, delimiter: Delimiter? = nil
    ) throws(BatchError) -> InputPlan {
        // Files that this program wrote always have commas, regardless of the delimiter that the user names.
        let isProgramHeader = isProgramHeader(record)
        let named = isProgramHeader ? .comma : options.delimiter ?? preamble.separator
        let delimiter = delimiter ?? named ?? Self.mostFrequentDelimiter(in: record.text)
        let mayBeProgramFile = preamble.titleRows == 0 && delimiter == .comma
        let exempt = mayBeProgramFile && isProgramHeader ? ReportHeader.failure.count : 0
        let (cells, csvError) = self.cells(record, delimiter, CSVLimits(exemptFields: exempt))
        let names = cells.map { String(decoding: $0, as: UTF8.self) }
        if let csvError { throw refusal(csvError.inFile(line: preamble.line)) }
        let isProgramFile = mayBeProgramFile && ReportHeader.isProgramFile(names)
        // The names of this program's own columns are not needed for any message.
        preamble.names = isProgramFile ? [] : names
        if !isProgramFile, let reason = ReportHeader.resemblance(names) { throw refusal(reason, line: 1) }
        do throws(Refusal.Reason) {
            let columns = try ColumnLayout(
                header: cells, isProgramFile: isProgramFile, options, hasByteOrderMark: preamble.byteOrderMarkLength > 0
            )
            let header = Array(names.prefix(columns.count))
            let withRole = Set(columns.sources.values.joined())
            let namedKeys = Set(options.columnNames.map(nameKey))
            let undescribed = header.indices.filter {
                !isProgramFile && !withRole.contains($0) && !namedKeys.contains(nameKey(header[$0]))
            }
            return InputPlan(
                file: file, preamble: preamble, delimiter: delimiter, columns: columns,
                shopColumn: try shopColumn(columns, header), header: header,
                filters: RowFilters(options.exportSettings, columns, header: header, options: options.columns),
                undescribedColumns: undescribed, timeReader: timeReader(columns, header),
                isTimed: columns.isTimed && options.exportSettings.sequence?.isByTime == true)
        } catch {
            throw refusal(error, line: preamble.line)
        }
    }

    /// The column that contains the shop of each row, if an export is split by shop; in a failure.csv, an extra column.
    private func shopColumn(_ columns: ColumnLayout, _ header: [String]) throws(Refusal.Reason) -> Int? {
        guard let name = options.shopColumn else { return nil }
        let key = nameKey(name)
        let ofExtras = columns.extraColumns.filter { nameKey(String(decoding: $0.extra.name, as: UTF8.self)) == key }
        let found =
            columns.isFailureFile ? ofExtras.map(\.column) : header.indices.filter { nameKey(header[$0]) == key }
        guard let column = found.first else { throw .noShopColumn(name: name, header: header) }
        guard found.count == 1 else { throw .repeatedColumn(name: name, header: header) }
        return column
    }

    private func timeReader(_ columns: ColumnLayout, _ header: [String]) -> TimeReader? {
        guard let time = columns.time, let sources = columns.sources[.time] else { return nil }
        // Only a composite has both a time of day and a column of business days, or `@date`, which is one.
        let composite = time - ColumnLayout.derivedBase - columns.filled.count
        let isOfBusinessDay =
            composite >= 0
            && (columns.composites[composite].parts.contains(.date)
                || sources.contains { TextWords(header[$0]).hasAny(["영업", "business"]) })
        return TimeReader(
            dateOrder: options.exportSettings.dateOrder, dayStart: options.exportSettings.dayStart,
            addsDayToDates: isOfBusinessDay)
    }

    /// The cells of a record up to its first error, whose line counts from 0 within the record.
    func cells(
        _ record: Record, _ delimiter: Delimiter, _ limits: CSVLimits
    ) -> (cells: [[UInt8]], csvError: CSVError?) {
        var batch = RecordBatch()
        let csvError = record.text.withView { text in
            firstError(
                in: text, end: record.end, before: record.unreadable, delimiter: delimiter, limits: limits, into: &batch
            )
        }
        return (batch.fields(0), csvError)
    }

    /// The number of bytes of a record that can be read with a delimiter before its first error, or all of them.
    func validByteCount(_ record: Record, _ delimiter: Delimiter) -> Int {
        record.text.withView { text in
            var counts = 0...text.count
            while counts.count > 1 {
                let middle = counts.lowerBound + counts.count / 2
                var batch = RecordBatch()
                let csvError = firstError(
                    in: ByteView(rebasing: text[..<middle]), end: .cut, delimiter: delimiter, limits: CSVLimits(),
                    into: &batch)
                counts = csvError == nil ? middle...counts.upperBound : counts.lowerBound...middle - 1
            }
            return counts.lowerBound
        }
    }

    /// The delimiter that occurs most often outside quotes in a record; the comma if none does.
    static func mostFrequentDelimiter(in record: [UInt8]) -> Delimiter {
        let parts = record.split(separator: Ascii.quote, omittingEmptySubsequences: false)
        let unquoted = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
        func count(_ delimiter: Delimiter) -> Int { unquoted.count { $0 == delimiter.rawValue } }
        return Delimiter.allCases.reduce(.comma) { count($1) > count($0) ? $1 : $0 }
    }
}

/// The search for the header among the first records of an input, below any titles.
struct HeaderSearch {
    /// The names of columns that the header must contain exactly once, by `nameKey`.
    private let requiredNames: [String: String]
    private let isItemNamed: Bool
    /// The delimiters with which all records so far could be parsed.
    private var delimiters: [Delimiter]
    private var recordCount = 0
    var isExhausted: Bool { recordCount == HeaderReader.recordsMax }
    /// The record most like the header, with the named columns that it lacks; nil if there is none.
    ///
    /// It lacks the fewest of the named columns, among records with the item's column and at least half of the named
    /// ones. If there are none, it is the first record with exactly one usual name for items, which may be the header
    /// of a file of another kind.
    private(set) var nearest: (line: Int, missing: [String], rank: Int)?

    init(options: ReadingOptions, delimiters: [Delimiter]) {
        requiredNames = Dictionary(options.columnNames.map { (nameKey($0), $0) }) { first, _ in first }
        isItemNamed = !(options.columns.columns[.item]?.names.isEmpty ?? true)
        self.delimiters = delimiters
    }

    /// Examines the next record that is not blank, on a line from 1; returns the delimiter with which it is the header.
    ///
    /// If each delimiter makes this record or an earlier one invalid, the error after the most valid bytes is thrown.
    mutating func add(
        _ record: HeaderReader.Record, _ reader: HeaderReader, line: Int
    ) throws(BatchError) -> Delimiter? {
        recordCount += 1
        var furthestError: (csvError: CSVError, validBytes: Int)?
        var candidates: [Delimiter] = []
        for delimiter in delimiters {
            let (found, csvError) = reader.cells(record, delimiter, CSVLimits())
            if let csvError {
                let validBytes = reader.validByteCount(record, delimiter)
                if validBytes > furthestError?.validBytes ?? -1 { furthestError = (csvError, validBytes) }
                continue
            }
            candidates.append(delimiter)
            let keys = found.map { nameKey(String(decoding: $0, as: UTF8.self)) }
            if requiredNames.keys.contains(where: { name in keys.count { $0 == name } > 1 }) { continue }
            let missing = requiredNames.filter { !keys.contains($0.key) }.values.sorted()
            let hasUsualName = keys.count { Role.byKey[$0] == .item } == 1
            let hasItem = isItemNamed || hasUsualName
            if hasItem && missing.isEmpty { return delimiter }
            let isSimilar = hasItem && requiredNames.count + (isItemNamed ? 0 : 1) >= 2 * missing.count
            guard isSimilar || hasUsualName else { continue }
            let rank = isSimilar ? missing.count : .max
            if nearest.map({ rank < $0.rank }) ?? true { nearest = (line, missing, rank) }
        }
        delimiters = candidates
        if candidates.isEmpty, let furthestError { throw reader.refusal(furthestError.csvError.inFile(line: line)) }
        return nil
    }
}
