internal import JuiceBatch
internal import JuiceCore

/// Numbers and texts in a compact form, which are added at the end and read in the same order.
///
/// A number is stored as decimal digits and a space, nil as `-` and a space. A text is stored as the number of its bytes
/// and the bytes.
package struct StoredFields {
    /// The error for bytes that do not have this form.
    package struct DecodingError: Error {}

    package private(set) var bytes: [UInt8]
    /// The offset of the next field to be read.
    package private(set) var offset: Int

    /// Creates fields from stored bytes, which are read from an offset on; by default, there are none.
    package init(_ bytes: [UInt8] = [], from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    package mutating func add(_ number: Int?) {
        if let number { bytes += String(number).utf8 } else { bytes.append(UInt8(ascii: "-")) }
        bytes.append(UInt8(ascii: " "))
    }

    package mutating func add(_ text: some Collection<UInt8>) {
        add(text.count)
        bytes += text
    }

    package mutating func add(_ isTrue: Bool) { add(isTrue ? 1 : 0) }

    fileprivate mutating func add(_ numbers: [Int?]) { for number in numbers { add(number) } }

    fileprivate mutating func add(_ day: (date: CalendarDay, sums: PeriodFigures.Sums)) {
        add([day.date.number, day.sums.orders, day.sums.ordersShort, day.sums.cups])
        add([day.sums.sales?.hundredths, day.sums.lostSales?.hundredths])
    }

    fileprivate mutating func add<Element>(_ list: [Element], _ add: (inout StoredFields, Element) -> Void) {
        self.add(list.count)
        for element in list { add(&self, element) }
    }

    package var isAtEnd: Bool { offset >= bytes.count }

    package mutating func optionalNumber() throws(DecodingError) -> Int? {
        var (number, isNegative, digits) = (0, false, 0)
        // Local copies can be kept in registers.
        let bytes = bytes
        var offset = offset
        defer { self.offset = offset }
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 19:
                // The digits of a damaged field may overflow, which then results in a different number.
                number = number &* 10 &+ Int(byte & 15)
                digits += 1
            case UInt8(ascii: "-") where digits == 0 && !isNegative: isNegative = true
            case UInt8(ascii: " "):
                if digits > 0 { return isNegative ? 0 &- number : number }
                if isNegative { return nil }
                throw DecodingError()
            default: throw DecodingError()
            }
        }
        throw DecodingError()
    }

    package mutating func number() throws(DecodingError) -> Int {
        guard let number = try optionalNumber() else { throw DecodingError() }
        return number
    }

    package mutating func isTrue() throws(DecodingError) -> Bool { try number() == 1 }

    package mutating func text() throws(DecodingError) -> ArraySlice<UInt8> {
        let count = try number()
        guard count >= 0, count <= bytes.count - offset else { throw DecodingError() }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    package mutating func string() throws(DecodingError) -> String { String(decoding: try text(), as: UTF8.self) }

    fileprivate mutating func money() throws(DecodingError) -> Money? {
        try optionalNumber().map { Money(hundredths: $0) }
    }

    fileprivate mutating func day() throws(DecodingError) -> (date: CalendarDay, sums: PeriodFigures.Sums) {
        let date = CalendarDay(number: try number())
        let sums = PeriodFigures.Sums(
            orders: try number(), ordersShort: try number(), cups: try number(), sales: try money(),
            lostSales: try money())
        return (date, sums)
    }

    package mutating func list<Element>(
        _ element: (inout StoredFields) throws(DecodingError) -> Element
    ) throws(DecodingError) -> [Element] {
        let count = try number()
        // Each element takes at least one byte.
        guard count >= 0, count <= bytes.count - offset else { throw DecodingError() }
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try element(&self)) }
        return list
    }
}

extension RunSummaryFigures {
    /// Writes all figures to stored fields.
    package func store(in fields: inout StoredFields) {
        fields.add([run.date?.number, run.orders, run.ordersShort, run.cups, success, shortage, run.rejected])
        fields.add([runIdentity?.number, runIdentity?.rows])
        fields.add(shop.map { [$0] } ?? []) { $0.add($1.utf8) }
        fields.add(inputs) { fields, input in
            fields.add(input.file.utf8)
            fields.add(input.bytes)
            fields.add(input.sha256.utf8)
            fields.add(input.isRetry)
            fields.add(input.isLikeRestock)
        }
        fields.add(run.days) { $0.add($1) }
        fields.add(run.money.map { [$0] } ?? []) { fields, money in
            fields.add(money.currency.utf8)
            fields.add([money.sales?.hundredths, money.lostSales?.hundredths])
        }
        fields.add(Array(reversals)) { fields, pair in
            let run = pair.key
            fields.add([run.number, run.rows, run.success, run.shortage, run.rejected, pair.value])
        }
    }

    /// Reads the fields that `store` has written.
    package init(_ fields: inout StoredFields) throws(StoredFields.DecodingError) {
        let date = try fields.optionalNumber().map { CalendarDay(number: $0) }
        let (orders, ordersShort, cups) = (try fields.number(), try fields.number(), try fields.number())
        (success, shortage) = (try fields.number(), try fields.number())
        let rejected = try fields.number()
        let (number, rows) = (try fields.optionalNumber(), try fields.optionalNumber())
        runIdentity =
            if let number, let rows {
                RunIdentity(number: number, rows: rows, success: success, shortage: shortage, rejected: rejected)
            } else {
                nil
            }
        shop = try fields.list { fields throws(StoredFields.DecodingError) in try fields.string() }.first
        inputs = try fields.list { fields throws(StoredFields.DecodingError) in
            Input(
                file: try fields.string(), bytes: try fields.number(), sha256: try fields.string(),
                isRetry: try fields.isTrue(), isLikeRestock: try fields.isTrue())
        }
        let days = try fields.list { fields throws(StoredFields.DecodingError) in try fields.day() }
        let money = try fields.list { fields throws(StoredFields.DecodingError) in
            RecordedMoney(
                currency: try fields.string(), sales: try fields.money(), lostSales: try fields.money())
        }.first
        let reversals = try fields.list { fields throws(StoredFields.DecodingError) in
            let runIdentity = RunIdentity(
                number: try fields.number(), rows: try fields.number(), success: try fields.number(),
                shortage: try fields.number(), rejected: try fields.number())
            return (runIdentity, try fields.number())
        }
        self.reversals = Dictionary(reversals) { first, _ in first }
        run = FolderIndexModel.Run(
            date: date, kind: Self.kind(orders, success, inputs), orders: orders, ordersShort: ordersShort,
            rejected: rejected, cups: cups, days: days, money: money)
    }
}

extension RunTotals {
    /// Writes all totals to stored fields.
    package func store(in fields: inout StoredFields) {
        fields.add([runs, reversed, mostOrders, orders, ordersShort, rejected, cups, open.short, open.rejected])
        fields.add(sales?.hundredths)
        fields.add((currency ?? "").utf8)
        fields.add(kinds.sorted { $0.key.rawValue < $1.key.rawValue }) { fields, kind in
            fields.add(kind.key.rawValue.utf8)
            fields.add(kind.value)
        }
        fields.add(days) { $0.add($1) }
    }

    /// Reads the fields that `store` has written.
    package init(_ fields: inout StoredFields) throws(StoredFields.DecodingError) {
        self.init()
        (runs, reversed, mostOrders) = (try fields.number(), try fields.number(), try fields.number())
        (orders, ordersShort, rejected) = (try fields.number(), try fields.number(), try fields.number())
        cups = try fields.number()
        open = FolderIndexModel.OpenRows(short: try fields.number(), rejected: try fields.number())
        sales = try fields.money()
        let currency = try fields.string()
        self.currency = currency.isEmpty ? nil : currency
        for _ in 0..<max(0, try fields.number()) {
            guard let kind = RecordedRun.Kind(rawValue: try fields.string()) else { throw StoredFields.DecodingError() }
            kinds[kind] = try fields.number()
        }
        days = try fields.list { fields throws(StoredFields.DecodingError) in try fields.day() }
    }
}
