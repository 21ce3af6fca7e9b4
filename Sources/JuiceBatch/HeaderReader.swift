internal import CSV

/// Finds and reads the header of an input.
struct HeaderReader {
    let file: InputFile
    let options: ReadingOptions

    /// How many records below one that is no header are looked at.
    private static let titleLines_max = 20

    /// Reads the header; the encoding is `encoding`, or the one of the byte order mark, or UTF-8 until further notice.
    ///
    /// - Throws: `BatchError.refused`, or `NotUTF8` where no mark speaks for UTF-8 and the bytes speak against it.
    func plan(encoding fallback: TextEncoding?) throws -> InputPlan {
        var head = ByteBuffer()
        _ = try file.read(at: 0, count: 3, into: &head)
        let mark = TextEncoding.ofByteOrderMark(Array(head.bytes))
        let chosen = options.encoding?.encoding(for: mark?.encoding)
        if let chosen, let mark, chosen != mark.encoding {
            throw BatchError.refused(Refusal(file: file.name, fault: CSVFault(.badEncoding, line: 1, offset: 0)))
        }
        let encoding = chosen ?? mark?.encoding ?? fallback ?? .utf8
        let isOpen = chosen == nil && mark == nil && fallback == nil
        let text = OpenText(
            encoding: encoding, isOpen: isOpen, markLength: mark?.encoding == encoding ? mark?.length ?? 0 : 0)
        do {
            do {
                return try plan(text)
            } catch let refusal as Refusal where isOpen || encoding == .cp949 {
                // The header may read otherwise in the encoding that the whole file decides, if any does.
                try checkWholeText(text)
                throw refusal
            }
        } catch let refusal as Refusal {
            throw BatchError.refused(refusal)
        }
    }

    /// What is known of the bytes before the first record.
    private struct OpenText {
        let encoding: TextEncoding
        let isOpen: Bool
        let markLength: Int
    }

    /// What stands before the header.
    private struct Lead {
        var separator: Delimiter?
        var blankRows = 0
        var lines = 0
        var bytes = 0
    }

    private func plan(_ text: OpenText) throws -> InputPlan {
        var reader = try ChunkReader(
            file, encoding: text.encoding, markLength: text.markLength,
            chunk_bytes: min(options.chunk_bytes, 64 * 1024), limits: CSVLimits(exemptFields: 1))
        var raw = ByteBuffer()
        var lead = Lead()
        do {
            while let chunk = try reader.next(into: &raw) {
                try checkText(raw.bytes, text, line: lead.lines + 1, offset: chunk.offset)
                let before = lead.bytes
                guard let header = skipLead(raw.bytes, text, &lead) else { continue }
                do {
                    return try plan(header, end: chunk.end, text, lead)
                } catch let refusal as Refusal {
                    guard case .noItemColumn(let names, _) = refusal.reason else { throw refusal }
                    let rest = UnsafeBufferPointer(rebasing: raw.bytes[(lead.bytes - before)...])
                    let line = likelyHeader(in: rest, text, line: lead.lines + 1 + countLineEnds(header))
                    throw Refusal(
                        file: refusal.file, line: refusal.line,
                        reason: .noItemColumn(header: names, likelyLine: line))
                }
            }
        } catch let fault as CSVFault {
            throw Refusal(file: file.name, fault: fault)
        }
        throw Refusal(file: file.name, line: 1, reason: .noHeader)
    }

    /// Refuses what is not text in the encoding.
    private func checkText(
        _ bytes: UnsafeBufferPointer<UInt8>, _ text: OpenText, line: Int, offset: Int
    ) throws {
        let firstBad: Int?
        switch text.encoding {
        case .utf8:
            firstBad = firstInvalidUTF8(bytes)
            if text.isOpen && firstBad != nil { throw NotUTF8(file: ObjectIdentifier(file)) }
        case .cp949:
            var ignored = ByteBuffer()
            firstBad = CP949.decode(bytes, into: &ignored)
        case .utf16LittleEndian, .utf16BigEndian:
            // The chunk reader has converted it, or stopped where that could not be done.
            firstBad = nil
        }
        guard let firstBad else { return }
        let fault = CSVFault(.badEncoding, line: countLineEnds(bytes.prefix(firstBad)), offset: firstBad)
        throw fault.inFile(line: line, offset: offset)
    }

    /// Reads the whole file, up to a record without end, and refuses what is not text.
    private func checkWholeText(_ text: OpenText) throws {
        var reader = try ChunkReader(
            file, encoding: text.encoding, markLength: text.markLength, chunk_bytes: options.chunk_bytes,
            limits: CSVLimits(exemptFields: 1))
        var raw = ByteBuffer()
        var line = 1
        do {
            while let chunk = try reader.next(into: &raw), chunk.end != .limit {
                try checkText(raw.bytes, text, line: line, offset: chunk.offset)
                line += countLineEnds(raw.bytes)
            }
        } catch let fault as CSVFault {
            throw Refusal(file: file.name, fault: fault)
        }
    }

    /// Passes over the records of a chunk that are no header; gives the bytes of the header's record once it comes.
    private func skipLead(
        _ bytes: UnsafeBufferPointer<UInt8>, _ text: OpenText, _ lead: inout Lead
    ) -> [UInt8]? {
        var at = 0
        // A chunk holds whole records, so that a CR at its end is the end of one.
        while let end = firstRecordEnd(in: bytes, from: at, isLast: true) {
            let record = UnsafeBufferPointer(rebasing: bytes[at..<end])
            lead.bytes += record.count
            let decoded = utf8(record, text)
            let isHeader = decoded.withUnsafeBufferPointer { !takesLead(withoutLineEnd($0), &lead) }
            if isHeader { return decoded }
            lead.lines += countLineEnds(record)
            at = end
        }
        return nil
    }

    private func utf8(_ bytes: UnsafeBufferPointer<UInt8>, _ text: OpenText) -> [UInt8] {
        guard text.encoding == .cp949 else { return Array(bytes) }
        var decoded = ByteBuffer()
        _ = CP949.decode(bytes, into: &decoded)
        return Array(decoded.bytes)
    }

    /// Counts a record that stands before the header; false if it is the header.
    private func takesLead(_ content: UnsafeBufferPointer<UInt8>, _ lead: inout Lead) -> Bool {
        if lead.lines == 0, let separator = Self.separator(content) {
            lead.separator = separator
            return true
        }
        guard Self.isBlankLead(content) else { return false }
        lead.blankRows += 1
        return true
    }

    private func withoutLineEnd(_ record: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var end = record.count
        if end > 0 && record[end - 1] == Ascii.lineFeed { end -= 1 }
        if end > 0 && record[end - 1] == Ascii.carriageReturn { end -= 1 }
        return UnsafeBufferPointer(rebasing: record[..<end])
    }

    /// The delimiter that a first line `sep=;` names.
    private static func separator(_ content: UnsafeBufferPointer<UInt8>) -> Delimiter? {
        guard content.count == 5, content.starts(with: "sep=".utf8) else { return nil }
        return Delimiter(rawValue: content[4])
    }

    /// Whether a record before the header holds nothing but White_Space, quotes and delimiters.
    private static func isBlankLead(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        while at < content.count {
            let space = whiteSpaceLength(content, at: at, end: content.count)
            if space > 0 {
                at += space
            } else if content[at] == Ascii.quote || Delimiter(rawValue: content[at]) != nil {
                at += 1
            } else {
                return false
            }
        }
        return true
    }

    private func plan(_ record: [UInt8], end: ChunkEnd, _ text: OpenText, _ lead: Lead) throws -> InputPlan {
        let line = lead.lines + 1
        let asReport = try? cells(record, .comma, end: end, line: line, limits: CSVLimits(exemptFields: 10))
        let isReport = asReport.map(Self.isFailureHeader) ?? false
        let delimiter =
            isReport ? .comma : options.delimiter ?? lead.separator ?? Self.mostFrequentDelimiter(in: record)
        let cells =
            try isReport ? asReport ?? [] : self.cells(record, delimiter, end: end, line: line, limits: CSVLimits())
        let matcher = ColumnMatcher(
            file: file.name, line: line, options: options.columns, hasMark: text.markLength > 0)
        let columns = try matcher.match(cells)
        return InputPlan(
            file: file, encoding: text.encoding, isEncodingOpen: text.isOpen, delimiter: delimiter, columns: columns,
            header: cells.prefix(columns.count).map { String(decoding: $0, as: UTF8.self) }, headerLine: line,
            lead_bytes: lead.bytes, leadingBlankRows: lead.blankRows, markLength: text.markLength)
    }

    /// The line (from 1) of the first of the next records that would do as a header: what stands above it is a title.
    private func likelyHeader(in bytes: UnsafeBufferPointer<UInt8>, _ text: OpenText, line: Int) -> Int? {
        var at = 0
        var line = line
        for _ in 0..<Self.titleLines_max {
            guard let end = firstRecordEnd(in: bytes, from: at, isLast: true) else { return nil }
            let raw = UnsafeBufferPointer(rebasing: bytes[at..<end])
            let record = utf8(raw, text)
            let isBlank = record.withUnsafeBufferPointer { Self.isBlankLead(withoutLineEnd($0)) }
            let lead = Lead(lines: line - 1, bytes: 0)
            if !isBlank, (try? plan(record, end: .file, text, lead)) != nil { return line }
            line += countLineEnds(raw)
            at = end
        }
        return nil
    }

    private static func isFailureHeader(_ cells: [[UInt8]]) -> Bool {
        cells.map { String(decoding: $0, as: UTF8.self) }.starts(with: ReportHeader.failure)
    }

    private func cells(
        _ record: [UInt8], _ delimiter: Delimiter, end: ChunkEnd, line: Int, limits: CSVLimits
    ) throws -> [[UInt8]] {
        var batch = RecordBatch()
        let fault = record.withUnsafeBufferPointer { bytes -> CSVFault? in
            if let at = bytes.firstIndex(of: 0) {
                return CSVFault(.nulByte, line: countLineEnds(bytes.prefix(at)))
            }
            return RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(bytes, end: end, hasQuotes: true, limits: limits, into: &batch)
        }
        if let fault { throw CSVFault(fault.kind, line: fault.line + line) }
        return batch.fields(0)
    }

    /// The delimiter that stands most often outside quotes; the comma where none stands.
    static func mostFrequentDelimiter(in record: [UInt8]) -> Delimiter {
        var counts: [Delimiter: Int] = [:]
        var isQuoted = false
        for byte in record {
            if byte == Ascii.quote {
                isQuoted.toggle()
            } else if !isQuoted, let delimiter = Delimiter(rawValue: byte) {
                counts[delimiter, default: 0] += 1
            }
        }
        var best = Delimiter.comma
        for delimiter in Delimiter.allCases where counts[delimiter, default: 0] > counts[best, default: 0] {
            best = delimiter
        }
        return best
    }
}

/// A file without byte order mark that was taken for UTF-8 holds a byte that is none.
struct NotUTF8: Error {
    let file: ObjectIdentifier
}
