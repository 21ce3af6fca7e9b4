import Foundation
import JuiceCore
import Testing

@testable import JuiceBatch

@Suite struct IDTableTests {
    private func hash(_ number: Int) -> IDHash {
        IDHash(low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, high: UInt64(number))
    }

    @Test func tableKeepsEveryEntry() throws {
        var instructions: [Instruction] = []
        for action in Action.allCases {
            for quantity in [1, 16_383, 16_384, action.quantities.upperBound] where action.quantities.contains(quantity)
            {
                for item in [0, 2_047, 2_048, IDTable.Entry.itemMax] {
                    instructions.append(Instruction(action, item: item, quantity: quantity))
                }
            }
        }
        var states: [(instruction: Instruction, isUsed: Bool, demandDay: Int?)] = []
        for instruction in instructions {
            states += [(instruction, true, nil), (instruction, false, nil)]
            let days = instruction.action == .order ? [0, 3, 1 << 20 - 1] : []
            states += days.map { (instruction, false, $0) }
        }
        let entries = states.map { IDTable.Entry($0.instruction, isUsed: $0.isUsed, demandDay: $0.demandDay) }
        #expect(entries.map(\.instruction) == states.map(\.instruction))
        #expect(entries.map(\.isUsed) == states.map(\.isUsed) && entries.allSatisfy(\.isKnown))
        #expect(entries.map(\.demandDay) == states.map(\.demandDay))
        let asks = instructions.map { entries[0].requestsSame(as: IDTable.Entry($0, isUsed: false)) }
        #expect(asks == instructions.map { $0 == instructions[0] })

        var ids = IDTable()
        let count = 20_000
        let stored = (0..<count).map { $0 % 3 == 0 ? nil : entries[$0 % entries.count] }
        for (number, entry) in stored.enumerated() {
            try ids.reserve(1)
            // A row may be seen before and after one whose outcome is stored.
            ids.markSeen(id: hash(number), at: ids.slot(of: hash(number)))
            if let entry { ids.store(entry, id: hash(number), at: ids.slot(of: hash(number))) }
            ids.markSeen(id: hash(number), at: ids.slot(of: hash(number)))
        }
        let slots = (0...count).map { ids.slot(of: hash($0)) }
        let found = slots.map { ids.isSeen(at: $0) ? ids.entry(at: $0) : .seen }
        let storedCount = ids.count
        #expect(found == stored + [.seen] && storedCount == count)
    }
}
