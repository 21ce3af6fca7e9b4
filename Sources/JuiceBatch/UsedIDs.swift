internal import CSV
internal import Glibc

/// The ids that the rows of a run have used, each with its instruction.
///
/// Every worker fills one of its own; `Sorted` puts them in one order.
package final class UsedIDs: @unchecked Sendable {
    // One worker writes, and nobody reads before all workers have ended.

    fileprivate struct Entry {
        /// The first eight bytes, so that most comparisons need not look further.
        var prefix: UInt64
        var start: Int
        var length: Int32
        var quantity: UInt32
        var item: UInt16
        var action: UInt8
    }

    fileprivate var text = ByteBuffer()
    fileprivate var entries: [Entry] = []

    init() {}

    func append(_ id: UnsafeBufferPointer<UInt8>, action: UInt8, item: UInt16, quantity: UInt32) {
        entries.append(
            Entry(
                prefix: Self.prefix(id), start: text.count, length: Int32(id.count), quantity: quantity, item: item,
                action: action))
        text.append(id)
    }

    private static func prefix(_ id: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var prefix: UInt64 = 0
        for index in 0..<8 { prefix = prefix << 8 | (index < id.count ? UInt64(id[index]) : 0) }
        return prefix
    }
}

extension UsedIDs {
    /// The ids of all workers of a run, in the order of their bytes.
    package struct Sorted {
        private let lists: [UsedIDs]
        private let order: [(list: Int32, entry: Int32)]

        init(_ lists: [UsedIDs]) {
            self.lists = lists
            var all: [(prefix: UInt64, list: Int32, entry: Int32)] = []
            all.reserveCapacity(lists.reduce(0) { $0 + $1.entries.count })
            for (list, ids) in lists.enumerated() {
                for (index, entry) in ids.entries.enumerated() {
                    all.append((entry.prefix, Int32(list), Int32(index)))
                }
            }
            all.sort { left, right in
                if left.prefix != right.prefix { return left.prefix < right.prefix }
                return Self.isBefore(lists[Int(left.list)], Int(left.entry), lists[Int(right.list)], Int(right.entry))
            }
            order = all.map { ($0.list, $0.entry) }
        }

        private static func isBefore(_ left: UsedIDs, _ leftIndex: Int, _ right: UsedIDs, _ rightIndex: Int) -> Bool {
            let (a, b) = (left.entries[leftIndex], right.entries[rightIndex])
            let common = Int(min(a.length, b.length))
            let order = memcmp(left.text.base + a.start, right.text.base + b.start, common)
            return order == 0 ? a.length < b.length : order < 0
        }

        /// How many ids there are.
        package var count: Int { order.count }

        /// Visits every id (its bytes live as long as this) with what it was used for.
        package func forEach(_ body: (UnsafeBufferPointer<UInt8>, Action, _ item: Int, _ quantity: Int) throws -> Void)
            rethrows
        {
            for place in order {
                let list = lists[Int(place.list)]
                let entry = list.entries[Int(place.entry)]
                let id = UnsafeBufferPointer(start: list.text.base + entry.start, count: Int(entry.length))
                try body(id, Action(rawValue: entry.action) ?? .order, Int(entry.item), Int(entry.quantity))
            }
        }
    }
}
