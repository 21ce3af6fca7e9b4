internal import JuiceBatch
internal import JuiceShop

/// The answers to requests that are not booked, for the page that their screen is redirected to.
final class AnswerMemory: Sendable {
    private struct State {
        var answers: [String: Answer] = [:]
        /// The ids, the oldest first.
        var ids: [String] = []
    }

    /// The maximum number of answers kept.
    private static let countMax = 1_000

    private let state = Guarded(State())

    /// Keeps what was said of a press, unless it is to be found by its id.
    func keep(_ answer: Answer, for id: String, isFoundByID: Bool) {
        state.withLock { state in
            if isFoundByID {
                if state.answers.removeValue(forKey: id) != nil { state.ids.removeAll { $0 == id } }
                return
            }
            if state.answers.updateValue(answer, forKey: id) == nil { state.ids.append(id) }
            if state.ids.count > Self.countMax { state.answers[state.ids.removeFirst()] = nil }
        }
    }

    /// The answer to a request; nil if it is unknown, or in the shift log.
    func answer(for id: String) -> Answer? { state.withLock { $0.answers[id] } }
}
