internal import JuiceBatch
internal import JuiceShop

/// What the desk answers, on its own thread, for the screen to fetch.
final class DeskMail: Sendable {
    /// A wish and what has become of it.
    typealias Item = (wish: Press.Wish, answer: Answer)

    private struct State {
        var items: [Item] = []
        var awaited = 0
    }

    private let state = Guarded(State())
    private let desk: Desk

    init(_ desk: Desk) {
        self.desk = desk
    }

    /// Whether the desk still owes an answer.
    var isAwaited: Bool { state.withLock { $0.awaited > 0 } }

    /// Hands in wishes, each under an id of its own.
    ///
    /// - Returns: false if the desk has not taken them.
    func handIn(_ wishes: [Press.Wish]) -> Bool {
        state.withLock { $0.awaited += 1 }
        let isTaken = desk.book(wishes.map { Press(id: Self.newID(), $0) }) { [self] answers in
            state.withLock { state in
                state.items += zip(wishes, answers).map { (wish: $0, answer: $1) }
                state.awaited -= 1
            }
        }
        if !isTaken { state.withLock { $0.awaited -= 1 } }
        return isTaken
    }

    /// What has been answered since it was fetched last.
    func fetch() -> [Item] {
        state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
    }

    /// Eighty random bits: two presses never get the same.
    private static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return "t-" + String((0..<16).map { _ in alphabet[Int(generator.next() & 31)] })
    }
}
