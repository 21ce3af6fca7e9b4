import JuiceCounter
import JuiceShop
import Synchronization
import Testing

/// Requests that are handed in at the desk are booked and answered.
@Suite struct BookingQueueTests {
    @Test func everyoneHearsWhatBecameOfTheirOwn() async throws {
        let counter = try GivenCounter()
        let bookingQueue = BookingQueue(try counter.open()) { nil }
        let answers = await withTaskGroup(of: (Int, [Answer]).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let presses = [CounterRequest(id: "press-\(100 + number)", .order(juice: "키위쥬스", cups: 1))]
                    return await withCheckedContinuation { continuation in
                        let isTaken = bookingQueue.book(presses) { continuation.resume(returning: (number, $0)) }
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
        #expect(bookingQueue.view.figures.served == 3 && bookingQueue.view.figures.short == 17)
        #expect(bookingQueue.view.rows == 20)
    }

    @Test func aFormLongerThanTheQueueIsBookedAllTheSame() async throws {
        let counter = try GivenCounter()
        let bookingQueue = BookingQueue(try counter.open()) { nil }
        let presses = (0..<1_500).map { CounterRequest(id: "press-\(1_000 + $0)", .restock(fruit: "키위", pieces: 1)) }
        let answers = await withCheckedContinuation { continuation in
            if !bookingQueue.book(presses, { continuation.resume(returning: $0) }) {
                continuation.resume(returning: [])
            }
        }
        #expect(answers.count == 1_500 && bookingQueue.view.rows == 1_500)
    }
}
