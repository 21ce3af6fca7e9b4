import FlatMemory
import Testing

@Suite struct FixedBufferTests {
    @Test func holdsItsElements() {
        let numbers = FixedBuffer([3, 1, 2])
        #expect(numbers.count == 3 && numbers.indices.map { numbers[$0] } == [3, 1, 2])
        numbers[1] = 7
        numbers.modify(2) { $0 += 1 }
        #expect(numbers.indices.map { numbers[$0] } == [3, 7, 3])
        let same = FixedBuffer(repeating: UInt8(9), count: 1_000)
        #expect(same.indices.allSatisfy { same[$0] == 9 } && FixedBuffer([Int]()).indices.isEmpty)
    }

    private static let mistakes: [@Sendable () -> Void] = [
        { _ = FixedBuffer([1, 2])[2] }, { _ = FixedBuffer([1, 2])[-1] }, { FixedBuffer([1, 2])[Int.max] = 1 },
        { FixedBuffer([1, 2]).modify(2) { $0 = 3 } }, { _ = FixedBuffer<Int>(uninitializedCount: -1) },
    ]

    @Test(arguments: mistakes.indices)
    func outOfRangeAccessTraps(index: Int) async {
        await #expect(processExitsWith: .failure) { [index] in FixedBufferTests.mistakes[index]() }
    }
}
