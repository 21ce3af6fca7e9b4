/// Tells orders from what a key held down repeats and from what nobody can press so fast.
///
/// A key that is held down comes again after about half a second, and then many times a second. So the second press of the
/// same key within a second waits a moment: if the key comes again meanwhile, it is being held, and nothing was pressed.
struct OrderPace: Sendable {
    private struct Press {
        let juice: Int
        let atMs: Int
    }

    /// The same key within that time is held down, in milliseconds.
    static let repeatMs = 150
    /// A key that comes again within that time may be held down, in milliseconds.
    static let doubtMs = 1_000
    /// How many orders a second are taken; what comes faster was pasted.
    static let ordersPerSecondMax = 5

    private var latest: Press?
    private var waiting: Press?
    private var ordersMs: [Int] = []
    /// Whether orders were dropped for coming too fast, and nobody has asked since.
    private var hasDropped = false

    /// Whether a press waits to be told from a repetition.
    var isWaiting: Bool { waiting != nil }

    /// The key of a juice comes.
    ///
    /// - Parameter atMs: when, by a clock that never goes back.
    /// - Returns: the juices to order now.
    mutating func press(_ juice: Int, atMs: Int) -> [Int] {
        var orders = due(atMs: atMs)
        if let waiting, waiting.juice != juice { orders += ordered(waiting.juice, atMs) }
        waiting = nil
        let before = latest
        latest = Press(juice: juice, atMs: atMs)
        guard let before, before.juice == juice, atMs - before.atMs < Self.doubtMs else {
            return orders + ordered(juice, atMs)
        }
        if atMs - before.atMs >= Self.repeatMs { waiting = Press(juice: juice, atMs: atMs) }
        return orders
    }

    /// The juices to order now because their key has not come again.
    mutating func due(atMs: Int) -> [Int] {
        guard let press = waiting, atMs - press.atMs >= Self.repeatMs else { return [] }
        waiting = nil
        return ordered(press.juice, atMs)
    }

    /// The juices to order now because no key comes any more.
    mutating func rest(atMs: Int) -> [Int] {
        guard let press = waiting else { return [] }
        waiting = nil
        return ordered(press.juice, atMs)
    }

    /// Whether orders were dropped for coming too fast since this was asked last.
    mutating func takeDropped() -> Bool {
        defer { hasDropped = false }
        return hasDropped
    }

    private mutating func ordered(_ juice: Int, _ atMs: Int) -> [Int] {
        ordersMs.removeAll { atMs - $0 >= 1_000 }
        guard ordersMs.count < Self.ordersPerSecondMax else {
            hasDropped = true
            return []
        }
        ordersMs.append(atMs)
        return [juice]
    }
}
