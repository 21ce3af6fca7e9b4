import Foundation
import JuiceCore
import Testing

@testable import JuiceBatch

@Suite struct IDTableTests {
    private func hash(_ number: Int) -> IDHash {
        IDHash(low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, high: UInt64(number))
    }

    /// Small and large entries, which a table stores differently.
    @Test func tableKeepsEveryEntry() throws {
        var ids = IDTable()
        var stored: [(entry: IDTable.Entry, instruction: Instruction)] = []
        for action in Action.allCases {
            for quantity in [1, 16_383, 16_384, action.quantities.upperBound] where action.quantities.contains(quantity)
            {
                for item in [0, 2_047, 2_048, IDTable.Entry.itemMax] {
                    let instruction = Instruction(action, item: item, quantity: quantity)
                    for (isUsed, isDemand) in [(true, false), (false, false), (false, true)] {
                        stored.append((.init(instruction, isUsed: isUsed, isDemand: isDemand), instruction))
                    }
                }
            }
        }
        // The second time, each entry is stored under another id and kept once.
        for (number, (entry, _)) in (stored + stored).enumerated() {
            try ids.reserve(1)
            ids.store(entry, id: hash(number), at: ids.slot(of: hash(number)))
        }
        for (number, (entry, instruction)) in (stored + stored).enumerated() {
            let kept = ids.entry(at: ids.slot(of: hash(number)))
            #expect(kept == entry && kept?.instruction == instruction && kept?.isKnown == true)
        }
        let asks = stored.map { stored[0].entry.requestsSame(as: $0.entry) }
        #expect(asks == stored.map { stored[0].instruction == $0.instruction })
        #expect(stored.map(\.entry.isUsed) == stored.indices.map { $0 % 3 == 0 })
    }

    @Test func idOfThisRunIsSeenButNotKnown() throws {
        var ids = IDTable()
        try ids.reserve(3)
        let isSeenBefore = ids.isSeen(at: ids.slot(of: hash(1)))
        ids.markSeen(id: hash(1), at: ids.slot(of: hash(1)))
        let (isSeen, seen, count) = (
            ids.isSeen(at: ids.slot(of: hash(1))), ids.entry(at: ids.slot(of: hash(1))), ids.count
        )
        #expect(!isSeenBefore && isSeen && seen == nil && count == 1)
        #expect(!IDTable.Entry.seen.isKnown && !IDTable.Entry.seen.isUsed)
        // A later outcome replaces the entry and stays.
        let short = IDTable.Entry(Instruction(.order, item: 1, quantity: 2), isUsed: false)
        ids.store(short, id: hash(1), at: ids.slot(of: hash(1)))
        ids.markSeen(id: hash(1), at: ids.slot(of: hash(1)))
        let (kept, countAfter) = (ids.entry(at: ids.slot(of: hash(1))), ids.count)
        #expect(kept == short && countAfter == 1)
    }

    @Test func idIsStillSeenAfterGrowth() throws {
        var ids = IDTable()
        let count = 20_000
        for number in 0..<count {
            try ids.reserve(1)
            let slot = ids.slot(of: hash(number))
            if number % 3 == 0 {
                ids.markSeen(id: hash(number), at: slot)
            } else {
                ids.store(
                    IDTable.Entry(Instruction(.assert, item: 4, quantity: number), isUsed: number % 3 == 1),
                    id: hash(number), at: slot)
            }
        }
        let stored = ids.count
        #expect(stored == count)
        for number in 0..<count {
            let slot = ids.slot(of: hash(number))
            let entry = ids.entry(at: slot)
            let isSeen = ids.isSeen(at: slot)
            #expect(isSeen && (entry == nil) == (number % 3 == 0))
            #expect(entry?.instruction.quantity ?? number == number && entry?.isUsed ?? true == (number % 3 != 2))
        }
        let isOtherSeen = ids.isSeen(at: ids.slot(of: hash(count)))
        #expect(!isOtherSeen)
    }
}
