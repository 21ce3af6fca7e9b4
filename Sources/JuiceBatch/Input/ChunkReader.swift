package import CSV

/// A reader that splits an input into chunks of whole records; it does little, because only one worker at a time reads.
package struct ChunkReader: ~Copyable {
    /// A part of the input that starts at the start of a record.
    package struct Chunk {
        package var end: ChunkEnd
        var quoteCount: Int
        /// Whether the chunk belongs to the part of the input up to the end of the header.
        var isLead = false
        /// The offset in the file at which the chunk starts, from 0; not set for UTF-16, which is converted before.
        var offset = 0
        /// The offset in the file, from 0, of a UTF-16 byte after the chunk that could not be converted.
        var unreadable: Int?
        /// The index of the chunk's input among all inputs, from 0; set by `ChunkSource`.
        var input = 0
    }

    private(set) var bytesRead = 0
    private let file: InputFile
    private let chunkBytes: Int
    private let limits: CSVLimits
    private let leadBytes: Int
    private let byteOrderMarkLength: Int
    /// The number of bytes of text in all chunks so far.
    private var delivered = 0
    private let digest: SHA256?
    private var decoder: UTF16Decoder?
    /// The bytes of UTF-16 that are to be converted.
    private var encoded = ByteBuffer()
    /// The text after the last chunk, with which the next one begins.
    private var carry = ByteBuffer()
    private var isAtEnd = false
    /// The offset of the UTF-16 byte that could not be converted, until a chunk has reported it.
    private var unreadable: Int?

    /// Creates a reader that starts at the beginning of an input; it converts UTF-16 to UTF-8, and no other encoding.
    ///
    /// - Parameters:
    ///   - chunkBytes: The size of a chunk; longer records make a chunk longer.
    ///   - leadBytes: The number of bytes of text up to the end of the header, at which a chunk ends.
    ///   - digest: Receives all bytes, including the byte order mark, which is not part of the text.
    package init(
        _ file: InputFile, encoding: TextEncoding, byteOrderMarkLength: Int, chunkBytes: Int, limits: CSVLimits,
        leadBytes: Int = 0, digest: SHA256? = nil
    ) throws(BatchError) {
        (self.file, self.chunkBytes, self.limits) = (file, chunkBytes, limits)
        (self.leadBytes, self.byteOrderMarkLength, self.digest) = (leadBytes, byteOrderMarkLength, digest)
        switch encoding {
        case .utf16LittleEndian: decoder = UTF16Decoder(isBigEndian: false)
        case .utf16BigEndian: decoder = UTF16Decoder(isBigEndian: true)
        case .utf8, .cp949: decoder = nil
        }
        if byteOrderMarkLength > 0 {
            bytesRead = try file.read(at: 0, count: byteOrderMarkLength, into: &encoded)
            digest?.update(encoded.bytes)
        }
    }

    /// Fills `buffer` with the next chunk; returns nil at the end of the input.
    package mutating func next(into buffer: inout ByteBuffer) throws(BatchError) -> Chunk? {
        let leadRemaining = leadBytes - delivered
        guard var chunk = try cut(into: &buffer, leadRemaining: leadRemaining) else { return nil }
        chunk.isLead = leadRemaining > 0
        chunk.offset = byteOrderMarkLength + delivered
        delivered += buffer.count
        return chunk
    }

    /// Fills `buffer` with the next chunk, which ends at `leadRemaining` if that is above 0.
    private mutating func cut(into buffer: inout ByteBuffer, leadRemaining: Int) throws(BatchError) -> Chunk? {
        buffer.removeAll()
        buffer.append(carry.bytes)
        carry.removeAll(keepingAtMost: 64 * 1024)
        var quoteCount = countOccurrences(of: Ascii.quote, in: buffer.bytes)
        var target = chunkBytes
        while true {
            while buffer.count < target && !isAtEnd {
                let before = buffer.count
                try read(target - before, into: &buffer)
                quoteCount += countOccurrences(of: Ascii.quote, in: ByteView(rebasing: buffer.bytes[before...]))
            }
            let isLeadRead = unreadable == nil ? buffer.count > leadRemaining : buffer.count >= leadRemaining
            if leadRemaining > 0, isLeadRead { return split(&buffer, at: leadRemaining, quoteCount: quoteCount) }
            if let unreadable {
                self.unreadable = nil
                return Chunk(end: .cut, quoteCount: quoteCount, unreadable: unreadable)
            }
            if isAtEnd { return buffer.count == 0 ? nil : Chunk(end: .file, quoteCount: quoteCount) }
            let end = lastRecordEnd(in: buffer.bytes, quoteCount: quoteCount, isLast: false)
            if end > 0 { return split(&buffer, at: end, quoteCount: quoteCount) }
            if buffer.count >= limits.rawBytesMax {
                // The file will certainly be refused here, so other workers need not read further.
                isAtEnd = true
                buffer.count = limits.rawBytesMax
                return Chunk(end: .limit, quoteCount: quoteCount)
            }
            target = min(max(target, buffer.count) * 2, max(limits.rawBytesMax, buffer.count + 1))
        }
    }

    /// Ends the chunk at the end of a record and keeps the remaining bytes for the next one.
    private mutating func split(_ buffer: inout ByteBuffer, at end: Int, quoteCount: Int) -> Chunk {
        let tail = ByteView(rebasing: buffer.bytes[end...])
        carry.append(tail)
        let chunk = Chunk(end: .record, quoteCount: quoteCount - countOccurrences(of: Ascii.quote, in: tail))
        buffer.count = end
        return chunk
    }

    /// Appends about `count` more bytes of text, and detects the end of the file.
    private mutating func read(_ count: Int, into buffer: inout ByteBuffer) throws(BatchError) {
        encoded.removeAll()
        let before = buffer.count
        let readCount =
            try decoder == nil
            ? file.read(at: bytesRead, count: count, into: &buffer)
            : file.read(at: bytesRead, count: count, into: &encoded)
        bytesRead += readCount
        digest?.update(decoder == nil ? ByteView(rebasing: buffer.bytes[before...]) : encoded.bytes)
        if readCount < count {
            isAtEnd = true
            try file.checkUnchanged(bytesRead: bytesRead)
        }
        let isText = decoder?.decode(encoded.bytes, into: &buffer) ?? true
        if !isText || (isAtEnd && decoder?.isComplete == false) {
            isAtEnd = true
            unreadable = byteOrderMarkLength + (decoder?.decodedBytes ?? 0)
        }
    }
}
