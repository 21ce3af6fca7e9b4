/// The fields of a form, or of an address' query, each of which occurs once.
struct FormFields: Sendable, Equatable {
    private let fields: [String: String]

    /// The fields of a text in the form `application/x-www-form-urlencoded`; nil if it is none, or has one twice.
    init?(_ bytes: some Sequence<UInt8>) {
        var fields: [String: String] = [:]
        for pair in Array(bytes).split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0], hasPlus: true),
                let value = parts.count > 1 ? Self.decoded(parts[1], hasPlus: true) : "",
                fields.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.fields = fields
    }

    /// Fields by their names.
    init(_ fields: [String: String]) {
        self.fields = fields
    }

    /// The value of a field; nil if there is none.
    subscript(_ name: String) -> String? { fields[name] }

    /// Decodes a percent-encoded text; nil for an invalid escape or invalid UTF-8.
    ///
    /// - Parameter hasPlus: whether a plus sign stands for a space.
    static func decoded(_ bytes: some Sequence<UInt8>, hasPlus: Bool) -> String? {
        var decoded: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where hasPlus: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
