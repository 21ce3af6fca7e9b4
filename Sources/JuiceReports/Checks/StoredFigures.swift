package import JuiceBatch
internal import JuiceCore

/// Numbers and texts in a compact form, which are listed once for both writing and reading.
///
/// A number is stored as decimal digits and a space, nil as `-` and a space. A text is stored as the number of its bytes
/// and the bytes.
package struct StoredFields {
    private let isReading: Bool
    package private(set) var bytes: [UInt8]
    /// The offset of the next field to be read.
    private var offset: Int
    /// Whether all fields read so far have their form; the values of others are arbitrary.
    package fileprivate(set) var isValid = true

    /// Creates fields from stored bytes, which are read from an offset on; without bytes, fields are written.
    package init(reading bytes: [UInt8]? = nil, from offset: Int = 0) {
        isReading = bytes != nil
        self.bytes = bytes ?? []
        self.offset = offset
    }

    package mutating func map(_ number: inout Int?) {
        if isReading {
            number = readNumber()
            return
        }
        bytes += (number.map { String($0) } ?? "-").utf8
        bytes.append(UInt8(ascii: " "))
    }

    package mutating func map(_ number: inout Int) {
        var optional: Int? = number
        map(&optional)
        if let optional { number = optional } else { isValid = false }
    }

    fileprivate mutating func map(_ one: inout Int, _ two: inout Int, _ three: inout Int) {
        map(&one)
        map(&two)
        map(&three)
    }

    package mutating func map(_ isTrue: inout Bool) {
        var number = isTrue ? 1 : 0
        map(&number)
        isTrue = number == 1
    }

    package mutating func map(_ text: inout String) {
        var count = text.utf8.count
        map(&count)
        if isReading { text = String(decoding: read(count), as: UTF8.self) } else { bytes += text.utf8 }
    }

    package mutating func map(_ date: inout CalendarDay) {
        var number = date.number
        map(&number)
        date = CalendarDay(number: number)
    }

    fileprivate mutating func map(_ amount: inout Money?) {
        var hundredths = amount?.hundredths
        map(&hundredths)
        amount = hundredths.map { Money(hundredths: $0) }
    }

    fileprivate mutating func map(_ days: inout [(date: CalendarDay, sums: PeriodFigures.Sums)]) {
        list(&days, (CalendarDay(number: 0), PeriodFigures.Sums())) { fields, day in
            fields.map(&day.date)
            fields.map(&day.sums.orders, &day.sums.ordersShort, &day.sums.cups)
            fields.map(&day.sums.sales)
            fields.map(&day.sums.lostSales)
        }
    }

    /// Maps the number of elements and each element, which is a given one before it is read.
    package mutating func list<Element>(
        _ list: inout [Element], _ blank: Element, _ map: (inout StoredFields, inout Element) -> Void
    ) {
        var count = list.count
        self.map(&count)
        if isReading {
            // Each element takes at least one byte.
            isValid = isValid && count >= 0 && count <= bytes.count - offset
            list = Array(repeating: blank, count: isValid ? count : 0)
        }
        for index in list.indices { map(&self, &list[index]) }
    }

    private mutating func readNumber() -> Int? {
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
            case UInt8(ascii: " ") where digits > 0: return isNegative ? 0 &- number : number
            case UInt8(ascii: " ") where isNegative: return nil
            default: offset = bytes.count
            }
        }
        isValid = false
        return nil
    }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8> {
        guard isValid, count >= 0, count <= bytes.count - offset else {
            isValid = false
            return []
        }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}

extension RunTotals {
    /// Maps all totals to stored fields.
    package mutating func map(_ fields: inout StoredFields) {
        fields.map(&runs, &reversed, &mostOrders)
        fields.map(&sums.orders, &sums.ordersShort, &rejected)
        fields.map(&sums.cups, &open.short, &open.rejected)
        fields.map(&sums.sales)
        var currency = self.currency ?? ""
        fields.map(&currency)
        self.currency = currency.isEmpty ? nil : currency
        fields.map(&days)
    }
}
