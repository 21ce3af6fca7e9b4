internal import JuiceBatch
internal import JuiceCore

/// A value that can be written to JSON and read back.
package protocol JSONConvertible {
    /// Creates the value from its JSON form; nil for any other JSON value.
    init?(_ value: JSONValue)
    var json: JSONValue { get }
}

/// A record whose JSON form is an object; one list of its members serves for writing and for reading.
package protocol JSONRecord: JSONConvertible {
    /// A record with any values, which reading replaces.
    static var placeholder: Self { get }
    /// Passes each member to a mapper, in the order in which members are written.
    mutating func map(_ json: inout JSONMapper)
}

extension JSONRecord {
    package init?(_ value: JSONValue) {
        self = Self.placeholder
        var mapper = JSONMapper(source: value)
        map(&mapper)
        guard mapper.isValid, value.uniqueMembers != nil else { return nil }
    }

    package var json: JSONValue {
        var (copy, mapper) = (self, JSONMapper(source: nil))
        copy.map(&mapper)
        return .object(mapper.members)
    }
}

/// Writes the members of a record to JSON, or reads them from it.
package struct JSONMapper {
    /// The object that is read; nil when writing.
    fileprivate let source: JSONValue?
    fileprivate private(set) var members: [(String, JSONValue)] = []
    fileprivate private(set) var isValid = true

    /// Maps a member; a nil value is written as null.
    package mutating func map<Value: JSONConvertible>(_ key: String, _ value: inout Value) {
        guard let source else { return members.append((key, value.json)) }
        let found = Value(source[key] ?? .null)
        value = found ?? value
        require(found != nil)
    }

    /// Maps a member that the object does not contain if the value is nil.
    package mutating func mapIfPresent<Value: JSONConvertible>(_ key: String, _ value: inout Value?) {
        guard source == nil ? value != nil : source?[key] != nil else { return }
        map(key, &value)
        require(value != nil)
    }

    /// Maps a number of rows, cups, pieces or bytes, from 0 to `Tally.sumMax`.
    package mutating func count(_ key: String, _ value: inout Int) {
        map(key, &value)
        require((0...Tally.sumMax).contains(value))
    }

    /// Maps an object whose members are numbers, keeping their order.
    mutating func counts(_ key: String, _ counts: inout [(name: String, count: Int)]) {
        guard let source else { return members.append((key, .object(counts.map { ($0.name, .number($0.count)) }))) }
        let found = source[key]?.uniqueMembers
        counts = found?.compactMap { name, value in value.int.map { (name, $0) } } ?? []
        require(counts.count == found?.count)
        require(counts.allSatisfy { (0...Tally.sumMax).contains($0.count) })
    }

    /// Maps an amount that may be unknown, in hundredths from `-Tally.sumMax` to `Tally.sumMax`.
    mutating func hundredths(_ key: String, _ amount: inout Money?) {
        var value = amount?.hundredths
        map(key, &value)
        require(value.map { (-Tally.sumMax...Tally.sumMax).contains($0) } ?? true)
        amount = value.map { Money(hundredths: $0) }
    }

    /// Maps a reason to two members: its code in this record, which is 0 without a reason, and its name or null.
    package mutating func reason(_ reason: inout ExitReason?, _ code: (ExitReason) -> Int) {
        var number = reason.map(code) ?? 0
        map("code", &number)
        map("reason", &reason)
        require(number == reason.map(code) ?? 0)
    }

    /// Maps an exit status to two members: its code, and the names of its reasons.
    package mutating func exitStatus(_ status: inout ExitStatus, isOfChain: Bool = false) {
        var (code, reasons) = (status.code, status.reasons)
        map("code", &code)
        map("reasons", &reasons)
        status = ExitStatus(reasons, isOfChain: isOfChain)
        require(code == status.code)
    }

    /// Writes a member that follows from others, and ignores it when reading.
    package mutating func derived(_ key: String, _ value: JSONValue) {
        if source == nil { members.append((key, value)) }
    }

    /// Rejects the record that is being read if a condition is false.
    package mutating func require(_ condition: Bool) {
        if source != nil && !condition { isValid = false }
    }
}

extension String: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard case .string(let text) = value else { return nil }
        self = text
    }
    package var json: JSONValue { .string(self) }
}

extension Int: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard case .number(let number) = value else { return nil }
        self = number
    }
    package var json: JSONValue { .number(self) }
}

extension Bool: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard case .bool(let bool) = value else { return nil }
        self = bool
    }
    package var json: JSONValue { .bool(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    package init?(_ value: JSONValue) {
        self = Wrapped(value)
        if case .null = value { self = nil } else if self == nil { return nil }
    }
    package var json: JSONValue { map(\.json) ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard case .array(let values) = value else { return nil }
        let elements = values.compactMap { Element($0) }
        guard elements.count == values.count else { return nil }
        self = elements
    }
    package var json: JSONValue { .array(map(\.json)) }
}

/// The JSON form of a dictionary, ordered by its keys.
extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    package init?(_ value: JSONValue) {
        let members = value.uniqueMembers
        let pairs = members?.compactMap { key, value in Value(value).map { (key, $0) } }
        guard let pairs, pairs.count == members?.count else { return nil }
        self.init(uniqueKeysWithValues: pairs)
    }
    package var json: JSONValue { .object(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }) }
}

/// The JSON form of an enumeration: the raw value.
extension JSONConvertible where Self: RawRepresentable, RawValue == String {
    package init?(_ value: JSONValue) {
        guard let name = value.string else { return nil }
        self.init(rawValue: name)
    }
    package var json: JSONValue { .string(rawValue) }
}

extension ExitReason: JSONConvertible {}
extension ShopRunState: JSONConvertible {}
extension UnresolvedFile.Place: JSONConvertible {}
extension UnresolvedFile.Obstacle: JSONConvertible {}
