package import JuiceBatch
package import JuiceCore

extension LedgerTransaction {
    /// Stores the ids that a run has used, in the order of the table's key, without which it is slow.
    ///
    /// The rows are inserted sixteen at a time, because executing a statement costs nearly as much as storing a row.
    func insertUsedIDs(
        _ ids: [UsedID], run: Int, _ numbers: ItemNumbers, _ cancellation: CancellationToken
    ) throws {
        func insertion(rows: Int) throws -> IDStatement {
            let values = Array(repeating: "(?, ?, ?, ?, ?)", count: rows).joined(separator: ", ")
            return try IDStatement(
                database, sql: "INSERT INTO used_id (prefix, high, low, use, run) VALUES \(values)")
        }
        let rowsMax = 16
        let full = try insertion(rows: rowsMax)
        for start in stride(from: 0, to: ids.count, by: rowsMax) {
            if start % 4096 == 0 { try cancellation.check() }
            let rows = ids[start...].prefix(rowsMax)
            let statement = rows.count == rowsMax ? full : try insertion(rows: rows.count)
            defer { statement.reset() }
            var parameter: Int32 = 1
            for id in rows {
                try statement.bind(id.key, at: parameter)
                try statement.bind(StoredUse(of: id, numbers).bits, at: parameter + 3)
                try statement.bind(run, at: parameter + 4)
                parameter += 5
            }
            _ = try statement.step()
        }
    }
}

/// The use of an id as the integer that a ledger stores.
///
/// From the lowest bit on, it has 20 bits of the item's number, 2 of the action, 40 of the quantity, and the third and
/// highest bit of the action; the sign bit is 0.
package struct StoredUse: Sendable {
    /// The highest number of an item that fits into the integer.
    package static let itemMax = 1 << 20 - 1

    /// The stored integer, at least 0.
    package let bits: Int
    package let action: Action

    /// Decodes a stored integer; throws `LedgerCorruption` if this program never stores that value.
    package init(stored bits: Int) throws(LedgerCorruption) {
        let error = LedgerCorruption(text: "what an id was used for")
        let number = UInt8(truncatingIfNeeded: (bits >> Self.actionHighBit) << 2 | bits >> 20 & 3)
        guard bits >= 0, let action = Action(rawValue: number) else { throw error }
        (self.bits, self.action) = (bits, action)
        guard item > 0, action.quantities.contains(quantity) else { throw error }
    }

    package init(action: Action, item: Int, quantity: Int) {
        let number = Int(action.rawValue)
        precondition(number < 8, "an action fits into its three bits")
        self.action = action
        bits = (number >> 2) << Self.actionHighBit | (quantity << 2 | number & 3) << 20 | item
    }

    /// The recorded use of an id, in the form in which the ledger stores it.
    init(of id: UsedID, _ numbers: ItemNumbers) {
        let used = id.entry.instruction
        let item = used.action.concernsJuice ? numbers.juices[used.item] : numbers.fruits[used.item]
        self.init(action: used.action, item: item, quantity: used.quantity)
    }

    private static let actionHighBit = 20 + 2 + 40

    /// The number of the item in the ledger.
    package var item: Int { bits & Self.itemMax }
    /// The number of cups or pieces.
    package var quantity: Int { (bits >> 22) & (1 << 40 - 1) }
}

/// The digest of the ids that a run has used, computed in the order of their keys.
package struct IDDigest {
    private let digest = SHA256()
    private var buffer: [Int64] = []
    package private(set) var count = 0

    package init() {}

    /// The digest of an empty set of ids.
    package static let ofNothing = SHA256().finishHex()

    package mutating func add(_ key: IDKey, _ use: StoredUse) {
        count += 1
        buffer.append(key.prefix.littleEndian)
        buffer.append(key.high.littleEndian)
        buffer.append(key.low.littleEndian)
        buffer.append(Int64(use.bits).littleEndian)
        if buffer.count > 1024 { flush() }
    }

    /// The digest in 64 hex digits; no id can be added afterwards.
    package mutating func finishHex() -> String {
        flush()
        return digest.finishHex()
    }

    private mutating func flush() {
        digest.update(numbers: buffer.span)
        buffer.removeAll(keepingCapacity: true)
    }
}
