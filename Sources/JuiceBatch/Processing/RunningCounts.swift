internal import FlatMemory
internal import JuiceCore

/// Counters that are updated row by row, in storage without copy-on-write checks, so that an update is just an addition.
struct RunningCounts: ~Copyable {
    /// Places for the codes of one action.
    private static let stride = 16
    /// The index for rows whose action could not be read.
    private static let unread = Action.allCases.count

    private let outcomes: FixedBuffer<Int>
    private let juices: FixedBuffer<Tally.JuiceFigures>
    private let losses: FixedBuffer<Loss>
    /// The cups that orders were short of, each id once and without retries, by the juice's index on the menu.
    private let shortCups: FixedBuffer<Int>

    /// The missing pieces of a fruit.
    // Not private: Swift 6.3 ends itself where a buffer of a private type lies in a type of another file.
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

    /// Counts one row's outcome.
    ///
    /// - Parameter action: `Action.rawValue`, or any greater value where the action could not be read.
    @inline(__always)
    func add(_ action: UInt8, _ outcome: OutcomeCode) {
        outcomes.update(min(Int(action), Self.unread) &* Self.stride &+ Int(outcome.rawValue)) { $0 &+= 1 }
    }

    /// Counts an order that reached stock; its cups are so few that no sum of them overflows.
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

    /// Counts a cancel that was carried out.
    func addCancel(_ juice: Int, cups: Int) {
        juices.update(juice) { figures in
            figures.cancelled &+= 1
            figures.cupsCancelled &+= cups
        }
    }

    /// The cups of a juice that were served less those that were cancelled, without the limit of sums; may be negative.
    func netCups(_ juice: Int) -> Int { juices[juice].cupsServed &- juices[juice].cupsCancelled }

    /// The cups of a juice that were cancelled, without the limit of sums.
    func cupsCancelled(_ juice: Int) -> Int { juices[juice].cupsCancelled }

    /// Counts an order if it was lost for lack of a fruit.
    @inline(__always)
    func addLostOrder(_ fruit: Int, isLost: Bool) {
        // Branch-free: which fruit an order lacked is random, so a branch would be mispredicted.
        losses.update(fruit) { $0.lostOrders &+= isLost ? 1 : 0 }
    }

    /// Adds the need of a short instruction for a fruit; a negative quantity removes it.
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

    /// The count as in `Tally.FruitFigures`, without its limit.
    func lostOrders(_ fruit: Int) -> Int { losses[fruit].lostOrders }

    /// The need as in `Tally.FruitFigures`.
    func shortageNeed(_ fruit: Int) -> Int128 { losses[fruit].shortageNeed }

    /// The need as in `Tally.FruitFigures`.
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
