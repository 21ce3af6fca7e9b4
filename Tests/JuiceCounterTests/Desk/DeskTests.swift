import JuiceCounter
import JuiceShop
import Synchronization
import Testing

/// Requests that are handed in at the desk are booked and answered.
@Suite struct DeskTests {
    @Test func everyoneHearsWhatBecameOfTheirOwn() async throws {
        let counter = try GivenCounter()
        let desk = Desk(try counter.open()) {}
        let answers = await withTaskGroup(of: (Int, [Answer]).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let presses = [Press(id: "press-\(100 + number)", .order(juice: "키위쥬스", cups: 1))]
                    return await withCheckedContinuation { continuation in
                        let isTaken = desk.book(presses) { continuation.resume(returning: (number, $0)) }
                        if !isTaken { continuation.resume(returning: (number, [])) }
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 20)
        for (number, answers) in answers {
            guard case .booked(let booking, isRepeat: false) = answers.first else {
                Issue.record("press \(number) came to \(answers)")
                continue
            }
            #expect(booking.id == "press-\(100 + number)" && answers.count == 1)
        }
        #expect(desk.view.figures.served == 3 && desk.view.figures.short == 17)
        #expect(desk.view.rows == 20)
    }
}
