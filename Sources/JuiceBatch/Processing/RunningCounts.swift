internal import FlatMemory
internal import JuiceCore

/// Counters that are updated for each row.
///
/// Their storage has no copy-on-write checks, so that an update is just an addition.
struct RunningCounts: ~Copyable {
    /// The number of counters reserved for the codes of one action.
    private static let stride = 16
    /// The index for rows whose action could not be read.
    private static let unread = Action.allCases.count

    private let outcomes: FixedBuffer<Int>
    private let juices: FixedBuffer<Tally.JuiceFigures>
    private let losses: FixedBuffer<Loss>
    /// The cups that orders were short of, by the juice's index on the menu.
    ///
    /// Each id counts once, and retries are not counted.
    private let shortCups: FixedBuffer<Int>

    /// The missing pieces of a fruit.
    // Not private: the compiler of Swift 6.3 crashes if a buffer of a private type is stored in a type of another file.
    struct Loss {
        var lostOrders = 0
        var shortageNeed: Int128 = 0
        var discardNeed: Int128 = 0
    }

    init(juiceCount: Int, fruitCount: Int) {
        precondition(OutcomeCode.allCases.count <= Self.stride, "a place for each code")
        outcomes = FixedBuffer(repeating: 0, count: (Self.unread + 1) * Self.stride)
        juices = FixedBuffer(repeating: Tally.JuiceFigures(), count: juiceCount)
        losses = FixedBuffer(repeating: Loss(), count: fruitCount)
        shortCups = FixedBuffer(repeating: 0, count: juiceCount)
    }

    /// Counts the outcome of one row.
    ///
    /// - Parameter action: An `Action.rawValue`, or any greater value if the action could not be read.
    @inline(__always)
    func add(_ action: UInt8, _ outcome: OutcomeCode) {
        outcomes.update(min(Int(action), Self.unread) &* Self.stride &+ Int(outcome.rawValue)) { $0 &+= 1 }
    }

    /// Counts an order that reached the stock; orders are limited to so few cups that the sums cannot overflow.
    @inline(__always)
    func add(_ juice: Int, cups: Int, isMade: Bool) {
        juices.update(juice) { figures in
            if isMade {
                figures.served &+= 1
                figures.cupsServed &+= cups
            } else {
                figures.short &+= 1
                figures.cupsShort &+= cups
            }
        }
    }

    /// Counts the cups of a cancel that was carried out.
    func addCancel(_ juice: Int, cups: Int) {
        juices.update(juice) { figures in
            figures.cancelled &+= 1
            figures.cupsCancelled &+= cups
        }
    }

    /// The cups of a juice that were cancelled, not limited to `Tally.sumMax`.
    func netCups(_ juice: Int) -> Int { juices[juice].cupsServed &- juices[juice].cupsCancelled }

    /// The cups of a juice that were cancelled, without the limit of sums.
    func cupsCancelled(_ juice: Int) -> Int { juices[juice].cupsCancelled }

    /// Counts an order as lost if it was short of a fruit.
    @inline(__always)
    func addLostOrder(_ fruit: Int, isLost: Bool) {
        // Branch-free: which fruit an order lacks is unpredictable, so that a branch would be mispredicted.
        losses.update(fruit) { $0.lostOrders &+= isLost ? 1 : 0 }
    }

    /// Adds the need of a short instruction for a fruit; a negative number of pieces removes it.
    @inline(__always)
    func addNeed(_ quantity: Int, of fruit: Int, by action: Action) {
        losses.update(fruit) { loss in
            loss.shortageNeed += Int128(quantity)
            loss.discardNeed += action == .discard ? Int128(quantity) : 0
        }
    }

    /// Adds the cups that an order was short of to the demand; a negative number removes them.
    func addDemand(_ juice: Int, cups: Int) {
        shortCups.update(juice) { $0 &+= cups }
    }

    /// The cups of a juice that orders were short of, as demand.
    func shortCups(_ juice: Int) -> Int { shortCups[juice] }

    /// The number of orders that reached stock.
    var orders: Int { count(.order, .success) &+ ordersShort }

    /// The number of orders short of stock.
    var ordersShort: Int { count(.order, .insufficientStock) }

    /// The number of lost orders as in `Tally.FruitFigures`, not limited to `Tally.sumMax`.
    func lostOrders(_ fruit: Int) -> Int { losses[fruit].lostOrders }

    /// The need of short rows as in `Tally.FruitFigures`.
    func shortageNeed(_ fruit: Int) -> Int128 { losses[fruit].shortageNeed }

    /// The need of short discards as in `Tally.FruitFigures`.
    func discardNeed(_ fruit: Int) -> Int128 { losses[fruit].discardNeed }

    /// The number of rows of an action with a code; nil stands for an action that could not be read.
    func count(_ action: Action?, _ code: OutcomeCode) -> Int {
        outcomes[(action.map { Int($0.rawValue) } ?? Self.unread) * Self.stride + Int(code.rawValue)]
    }

    /// The figures of each juice, by its index on the menu.
    var juiceFigures: [Tally.JuiceFigures] {
        juices.indices.map { juice in
            var figures = juices[juice]
            figures.cupsServed = min(figures.cupsServed, Tally.sumMax)
            figures.cupsShort = min(figures.cupsShort, Tally.sumMax)
            figures.cupsCancelled = min(figures.cupsCancelled, Tally.sumMax)
            return figures
        }
    }
}
