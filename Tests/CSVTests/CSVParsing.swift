import CSV

/// What the parser made of some bytes.
struct Parsed {
    /// The cells of each record.
    var rows: [[String]] = []
    /// The line on which each record starts, from 0.
    var lines: [Int] = []
    /// The first fault.
    var fault: CSVError?
    /// How many physical lines ended.
    var lineEnds = 0
    /// How many lines were empty.
    var emptyLines = 0

    /// Parses bytes as one chunk.
    init(_ bytes: [UInt8], delimiter: Delimiter = .comma, end: ChunkEnd = .file, limits: CSVLimits = CSVLimits()) {
        var batch = RecordBatch()
        fault = bytes.withUnsafeBufferPointer { chunk in
            RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(chunk, end: end, hasQuotes: chunk.contains(Ascii.quote), limits: limits, into: &batch)
        }
        for row in 0..<batch.count {
            rows.append(batch.fields(row).map { String(decoding: $0, as: UTF8.self) })
            lines.append(batch.line(row))
        }
        lineEnds = batch.lineEnds
        emptyLines = batch.emptyLines
    }

    /// Parses a text as one chunk.
    init(_ text: String, delimiter: Delimiter = .comma) {
        self.init(Array(text.utf8), delimiter: delimiter)
    }
}
