import FlatMemory
import Testing

@Suite struct FixedBufferTests {
    @Test func holdsItsElements() {
        let numbers = FixedBuffer([3, 1, 2])
        #expect(numbers.count == 3 && numbers.indices.map { numbers[$0] } == [3, 1, 2])
        numbers[1] = 7
        numbers.update(2) { $0 += 1 }
        #expect(numbers.indices.map { numbers[$0] } == [3, 7, 3])
        let same = FixedBuffer(repeating: UInt8(9), count: 1_000)
        #expect(same.indices.allSatisfy { same[$0] == 9 })
    }

    @Test func canBeEmpty() {
        #expect(FixedBuffer([Int]()).indices.isEmpty)
        #expect(FixedBuffer<Int>(uninitializedCount: 0).count == 0)
    }

    @Test func outOfRangeAccessTraps() async {
        await #expect(processExitsWith: .failure) { _ = FixedBuffer([1, 2])[2] }
        await #expect(processExitsWith: .failure) { _ = FixedBuffer([1, 2])[-1] }
        await #expect(processExitsWith: .failure) {
            let numbers = FixedBuffer([1, 2])
            numbers[Int.max] = 1
        }
        await #expect(processExitsWith: .failure) { FixedBuffer([1, 2]).update(2) { $0 = 3 } }
        await #expect(processExitsWith: .failure) { _ = FixedBuffer<Int>(uninitializedCount: -1) }
        await #expect(processExitsWith: .success) { _ = FixedBuffer([1, 2])[1] }
    }
}
