import Dispatch
import JuiceBatch
import Testing

@Suite struct LockedValueTests {
    @Test func oneThreadAtATimeUsesTheValue() {
        let counts = LockedValue([0, 0])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<1_000 {
                counts.withLock { counts in
                    let sum = counts[0] + counts[1]
                    counts[thread % 2] += 1
                    #expect(counts[0] + counts[1] == sum + 1)
                }
            }
        }
        #expect(counts.withLock { $0 } == [2_000, 2_000])
    }

    @Test func isFreeAgainAfterAnError() {
        struct Mistake: Error {}
        let guarded = LockedValue(1)
        #expect(throws: Mistake.self) { try guarded.withLock { (_) throws(Mistake) in throw Mistake() } }
        #expect(guarded.withLock { $0 } == 1)
    }
}
