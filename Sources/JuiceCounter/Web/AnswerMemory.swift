internal import JuiceBatch
internal import JuiceShop

/// What was said of presses that are not booked, for the page that their screen is led to.
final class AnswerMemory: Sendable {
    private struct State {
        var answers: [String: Answer] = [:]
        /// The oldest first.
        var ids: [String] = []
    }

    /// How many answers are kept.
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

    /// What was said of a press; nil if that is not known, or in the journal.
    func answer(for id: String) -> Answer? { state.withLock { $0.answers[id] } }
}
