internal import CSV
package import JuiceBatch

extension RunSettings {
    /// Reads all rows of an export, without interpreting its columns; throws its refusal if no header could be found.
    package func readExport(_ file: InputFile, cancellation: CancellationToken) throws -> ExportTable {
        defer { file.pause() }
        let plan = try plan(of: file, cancellation)
        var table = ExportTable(plan)
        var source = ChunkSource(plans: [plan], chunkBytes: reading.chunkBytes)
        var worker = Worker(settings: self, plans: [plan])
        var line = 1
        while !table.wasInterrupted, let chunk = try source.next(into: &worker.raw) {
            try cancellation.check()
            table.wasInterrupted = try worker.parse(chunk, [plan]) != nil
            let batch = worker.batch
            for row in 0..<batch.records.count where !batch.records.isBlank(row) {
                table.add(batch.records, row, line: line + batch.records.line(row))
            }
            line += batch.records.lineEnds
        }
        table.finish()
        return table
    }

    /// The plan for reading an input, by the existing settings or else by the record most like a header.
    private func plan(of file: InputFile, _ cancellation: CancellationToken) throws(BatchError) -> InputPlan {
        let encoding = try TextEncoding.detect(in: file, cancellation: cancellation)
        let header = try HeaderReader(file: file, options: reading).read(.decided(encoding))
        let refusal: Refusal
        switch header.result {
        case .success(let plan): return plan
        case .failure(let found): refusal = found
        }
        if case .checksumMismatch = refusal.reason { throw .refused(refusal) }
        let kind = FileKind.of(file, refusal, isHeader: true, encoding: reading.encoding, names)
        // A file that is not CSV has no header to guess.
        guard !refusal.isOfBytes, kind == nil || kind == .headless else { throw .refused(refusal.named(kind)) }
        let guess = try HeaderGuess.best(
            of: file, encoding: header.assumption.encoding, delimiter: reading.delimiter,
            names: names)
        if let guess, let options = options(guess) {
            let found = try HeaderReader(file: file, options: options).read(.decided(encoding))
            if case .success(let plan) = found.result, plan.headerLine == guess.line { return plan }
        }
        if kind == nil, case .noItemColumn = refusal.reason { throw .refused(refusal.named(.headless)) }
        throw .refused(refusal.named(kind))
    }

    /// Options with which a record is read as the header, without its meaning; nil if each of its names repeats.
    private func options(_ guess: HeaderGuess) -> ReadingOptions? {
        let keys = guess.cells.map(nameKey)
        let unique = zip(guess.cells, keys).first { _, key in !key.isEmpty && keys.count { $0 == key } == 1 }
        guard let unique else { return nil }
        var columns = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, RoleColumns.none) })
        columns[.item] = .single(unique.0)
        var exportSettings = ExportSettings()
        exportSettings.header = .find
        var options = ColumnOptions()
        options.add(defaults: columns)
        return ReadingOptions(
            columns: options, exportSettings: exportSettings, delimiter: guess.delimiter, encoding: reading.encoding,
            chunkBytes: reading.chunkBytes)
    }
}

/// A record among the first ones of a file that may be the header, parsed with one of the delimiters.
struct HeaderGuess {
    let delimiter: Delimiter
    let line: Int
    let cells: [String]

    /// The record without a name on the menu that looks most like a header, with a delimiter or with any: the one with
    /// the most known names or, if none has any, the first with the usual number of cells.
    static func best(
        of file: InputFile, encoding: TextEncoding, delimiter: Delimiter?, names: NameIndex
    ) throws(BatchError) -> HeaderGuess? {
        let samples = try samples(of: file, encoding: encoding, delimiter: delimiter)
        func isRow(_ record: HeaderGuess) -> Bool { record.cells.contains(where: names.isOnMenu) }
        let known = samples.joined().map { (record: $0, score: $0.score) }.filter { $0.score > 0 && !isRow($0.record) }
        let best = known.max { a, b in (a.score, -a.record.line) < (b.score, -b.record.line) }
        if let best { return best.record }
        // The first records with the number of cells that most records have, if any other record follows.
        let ofUsualWidth = samples.compactMap { records in
            let widths = Dictionary(grouping: records, by: \.cells.count)
            let usual = widths.max { a, b in (a.value.count, a.key) < (b.value.count, b.key) }
            return usual?.value.first.flatMap { $0.line == records.last?.line ? nil : $0 }
        }
        guard let widest = ofUsualWidth.max(by: { $0.cells.count < $1.cells.count }) else { return nil }
        // With a cell that is empty, a number or a duplicate of another, the file may have no header at all.
        let mayBeHeader =
            widest.cells.count <= ColumnLayout.countMax && Set(widest.cells.map(nameKey)).count == widest.cells.count
            && widest.cells.allSatisfy { $0.contains(where: \.isLetter) }
        return mayBeHeader && !isRow(widest) ? widest : nil
    }

    /// The first 100 records that are not blank, as for `--header find`, parsed with the delimiter or with each.
    private static func samples(
        of file: InputFile, encoding: TextEncoding, delimiter: Delimiter?
    ) throws(BatchError) -> [[HeaderGuess]] {
        var head = ByteBuffer()
        _ = try file.read(at: 0, count: 3, into: &head)
        let byteOrderMark = TextEncoding.ofByteOrderMark(Array(head.bytes))
        var reader = try ChunkReader(
            file, encoding: encoding, byteOrderMarkLength: byteOrderMark?.length ?? 0, chunkBytes: 256 * 1024,
            limits: CSVLimits())
        var raw = ByteBuffer()
        guard let chunk = try reader.next(into: &raw) else { return [] }
        if encoding == .cp949 {
            var text = ByteBuffer()
            _ = TextEncoding.cp949.decode(raw.bytes, into: &text)
            swap(&raw, &text)
        }
        let text = raw.bytes
        let separator = HeaderReader.separator(text)
        let delimiters = (delimiter ?? separator).map { [$0] } ?? Delimiter.allCases
        return delimiters.map { delimiter in
            var batch = RecordBatch()
            _ = RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(text, end: chunk.end, hasQuotes: true, limits: CSVLimits(), into: &batch)
            let rows = (0..<batch.count).filter { !batch.isBlank($0) && (separator == nil || $0 > 0) }
            return rows.prefix(100).map { row in
                let cells = batch.fields(row).map { trimmedText(String(decoding: $0, as: UTF8.self)) }
                return HeaderGuess(delimiter: delimiter, line: batch.line(row) + 1, cells: cells)
            }
        }
    }

    /// The number of cells with known names minus that of cells without a letter; 0 if the record cannot be a header,
    /// because at most half of its cells are distinct, it has too many, or only a known name that is not the item's.
    private var score: Int {
        let named = cells.filter { !$0.isEmpty }
        guard Set(named).count * 2 > named.count, named.count <= ColumnLayout.countMax else { return 0 }
        // A text of more than 40 characters is a sentence, not a column name, even if it contains a known word.
        let known = named.filter { $0.count <= 40 }.map { TextWords($0) }.filter(HeaderHints.isKnown)
        if named.count == 1, let only = known.first, !HeaderHints.isItem(only) { return 0 }
        return known.count - named.count { !$0.contains(where: \.isLetter) }
    }
}
