internal import CSV
internal import JuiceCore

/// The first records of an input, read with each delimiter, and which of them looks most like a header.
struct HeadSample {
    /// A record that is not blank.
    struct Record: Equatable {
        /// The physical line, from 1.
        let line: Int
        let cells: [String]
    }

    /// A guess at the header.
    struct Guess: Equatable {
        let delimiter: Delimiter
        let header: Record
        /// Whether it is the first record that is not blank.
        let isFirst: Bool
    }

    /// The maximum number of records examined, the same as for `--header find`.
    private static let recordsMax = 100
    private static let bytes = 256 * 1024

    /// The records by delimiter, in the order of the delimiters.
    private let samples: [(delimiter: Delimiter, records: [Record])]

    /// Reads the first records of a file.
    ///
    /// - Parameter delimiter: nil for all of them.
    init(of file: InputFile, encoding: TextEncoding, delimiter: Delimiter?) throws(BatchError) {
        var head = ByteBuffer()
        _ = try file.read(at: 0, count: 3, into: &head)
        let mark = TextEncoding.ofByteOrderMark(Array(head.bytes))
        var reader = try ChunkReader(
            file, encoding: encoding, markLength: mark?.length ?? 0, chunkBytes: Self.bytes, limits: CSVLimits())
        var raw = ByteBuffer()
        let chunk = try reader.next(into: &raw)
        if encoding == .cp949 {
            var text = ByteBuffer()
            _ = CP949.decode(raw.bytes, into: &text)
            swap(&raw, &text)
        }
        let text = raw.bytes
        let separator = Self.separator(text)
        let delimiters = (delimiter ?? separator).map { [$0] } ?? Delimiter.allCases
        samples = delimiters.map { delimiter in
            guard let chunk else { return (delimiter, []) }
            return (delimiter, Self.records(text, chunk.end, delimiter, skipsFirst: separator != nil))
        }
    }

    private static func separator(_ text: UnsafeBufferPointer<UInt8>) -> Delimiter? {
        guard text.count >= 5, text.starts(with: "sep=".utf8), text.count == 5 || [10, 13].contains(text[5]) else {
            return nil
        }
        return Delimiter(rawValue: text[4])
    }

    private static func records(
        _ text: UnsafeBufferPointer<UInt8>, _ end: ChunkEnd, _ delimiter: Delimiter, skipsFirst: Bool
    ) -> [Record] {
        var batch = RecordBatch()
        _ = RecordParser(delimiter: delimiter, spacesAreData: true)
            .parse(text, end: end, hasQuotes: true, limits: CSVLimits(), into: &batch)
        var records: [Record] = []
        for row in (skipsFirst ? 1 : 0)..<max(batch.count, skipsFirst ? 1 : 0) where !batch.isBlank(row) {
            let cells = batch.fields(row).map { trimmedText(String(decoding: $0, as: UTF8.self)) }
            records.append(Record(line: batch.line(row) + 1, cells: cells))
            if records.count == recordsMax { break }
        }
        return records
    }

    /// The record that looks most like a header: the one with the most known names, or without any, the first of the
    /// usual width; nil where none can be one.
    ///
    /// - Parameter isOnMenu: whether a name is on the menu, which makes its record a row.
    func guess(isOnMenu: (String) -> Bool) -> Guess? { bestKnown(isOnMenu) ?? firstOfUsualWidth(isOnMenu) }

    /// The record with the most names that are known.
    ///
    /// Of several with as many the earliest, and then the first delimiter.
    private func bestKnown(_ isOnMenu: (String) -> Bool) -> Guess? {
        var best: (guess: Guess, score: Int)?
        for (delimiter, records) in samples {
            for (place, record) in records.enumerated() {
                let score = Self.score(record.cells)
                guard score > 0, !record.cells.contains(where: isOnMenu) else { continue }
                let line = best?.guess.header.line ?? .max
                if (score, -record.line) > (best?.score ?? 0, -line) {
                    best = (Guess(delimiter: delimiter, header: record, isFirst: place == 0), score)
                }
            }
        }
        return best?.guess
    }

    /// The first record that is as wide as most are, under the delimiter that makes them widest.
    ///
    /// It is none if a cell of it is empty, a number, on the menu or the same as another: there may be no header at all.
    private func firstOfUsualWidth(_ isOnMenu: (String) -> Bool) -> Guess? {
        let firsts = samples.compactMap { delimiter, records -> Guess? in
            let widths = Dictionary(grouping: records, by: \.cells.count).mapValues(\.count)
            guard let usual = widths.max(by: { a, b in (a.value, a.key) < (b.value, b.key) })?.key,
                let place = records.firstIndex(where: { $0.cells.count == usual }), place < records.count - 1
            else { return nil }
            return Guess(delimiter: delimiter, header: records[place], isFirst: place == 0)
        }
        guard let widest = firsts.max(by: { $0.header.cells.count < $1.header.cells.count }) else { return nil }
        let cells = widest.header.cells
        let isHeader =
            cells.count <= ColumnLayout.countMax && Set(cells.map(nameKey)).count == cells.count
            && cells.allSatisfy { $0.contains(where: \.isLetter) && !isOnMenu($0) }
        return isHeader ? widest : nil
    }

    /// The number of cells with known names less those with texts that are no names.
    ///
    /// It is 0 where the record cannot be a header, since too few or too many cells are the same.
    private static func score(_ cells: [String]) -> Int {
        let named = cells.filter { !$0.isEmpty }
        guard Set(named).count * 2 > named.count, named.count <= ColumnLayout.countMax else { return 0 }
        // A sentence that mentions something known is no name.
        let known = named.count { $0.count <= 40 && HeaderHints.isKnown($0) }
        let figures = named.count { !$0.contains(where: \.isLetter) }
        return named.count == 1 && known == 1 && !HeaderHints.isItemName(named[0]) ? 0 : known - figures
    }
}

extension HeaderHints {
    /// Whether a header by itself names the sold item.
    static func isItemName(_ header: String) -> Bool {
        let key = nameKey(header)
        return Role.byKey[key] == .item || item.contains(key)
    }
}

/// The known headers of POS exports, besides those that stand for roles by themselves.
enum HeaderHints {
    /// The headers of sold items, the likeliest first.
    static let item = keys([
        "상품명", "메뉴명", "품명", "품목명", "제품명", "상품이름", "메뉴이름", "주문메뉴", "주문상품", "주문내역", "음료명", "음료", "제품",
        "menu item", "item name", "product name", "product", "menu", "drink", "beverage", "description", "name",
    ])

    /// The headers of numbers of receipts or rows.
    static let receipt = keys([
        "영수증번호", "전표번호", "주문번호", "거래번호", "접수번호", "판매번호", "영수번호", "receipt number", "receipt no", "receipt no.",
        "receipt id", "receipt", "receipt #", "transaction id", "transaction", "transaction number", "order id",
        "order number",
        "order no", "order no.", "order #", "check id", "check number", "check #", "bill number", "bill no",
        "ticket number",
        "invoice number", "invoice no", "invoice",
    ])

    /// The headers of the till or channel that counts the receipts.
    static let counter = keys([
        "포스번호", "포스", "단말기번호", "주문채널", "채널", "pos", "pos number", "pos no", "register", "terminal", "channel",
    ])

    private static let categoryWords = ["분류", "카테고리", "부문", "품목군", "category", "group", "department"]

    /// The words that mark a row as a sale.
    static let saleWords = Set(
        keys([
            "정상", "완료", "판매", "결제", "결제완료", "승인", "매출", "주문완료", "배달완료", "포장완료", "픽업완료", "판매완료", "정상판매",
            "정상매출", "정상결제", "payment", "sale", "sold", "paid", "completed", "complete", "closed", "ordered", "normal",
            "approved",
        ]))

    private static let takingBack = keys(["취소", "반품", "환불", "무효", "cancel", "void", "refund", "return"])
    private static let cancels = Set(Action.cancel.names.map(nameKey))

    /// Whether a cell says that an order was taken back.
    static func takesBack(_ cell: String) -> Bool {
        let key = nameKey(cell)
        return cancels.contains(key) || takingBack.contains { key.utf8.contains($0.utf8) }
    }

    /// Whether a header names what kind of thing was sold.
    static func isCategory(_ header: String) -> Bool { TextWords(header).hasAny(categoryWords) }

    /// Whether a header seems to name something that this program knows.
    static func isKnown(_ header: String) -> Bool {
        let words = TextWords(header)
        if words.key.isEmpty { return false }
        return Role.byKey[words.key] != nil || item.contains(words.key) || receipt.contains(words.key)
            || counter.contains(words.key) || words.hasAny(categoryWords + ["date", "일자", "날짜", "시각", "time"])
            || !AmbiguousColumns.kinds(words, hasQuantity: false).isEmpty
    }

    private static func keys(_ names: [String]) -> [String] { names.map(nameKey) }
}
