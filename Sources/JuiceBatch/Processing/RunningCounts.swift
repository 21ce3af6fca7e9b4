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
    /// Cups that orders were short of, each id once and retries aside, by the juice's place on the menu.
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

    /// Counts an order that got as far as stock; its cups are so few that no sum of them overflows.
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

    /// Cups of a juice that were served less those that were cancelled, without the limit of sums; may be negative.
    func netCups(_ juice: Int) -> Int { juices[juice].cupsServed &- juices[juice].cupsCancelled }

    /// Cups of a juice that were cancelled, likewise.
    func cupsCancelled(_ juice: Int) -> Int { juices[juice].cupsCancelled }

    /// Counts an order if it was lost for lack of a fruit.
    @inline(__always)
    func addLostOrder(_ fruit: Int, isLost: Bool) {
        // Branch-free: which fruit an order lacked is random, so a branch would be mispredicted.
        losses.update(fruit) { $0.lostOrders &+= isLost ? 1 : 0 }
    }

    /// Notes what an instruction that was short needs of a fruit; less than 0 takes back what was noted.
    @inline(__always)
    func addNeed(_ quantity: Int, of fruit: Int, by action: Action) {
        losses.update(fruit) { loss in
            loss.shortageNeed += Int128(quantity)
            loss.discardNeed += action == .discard ? Int128(quantity) : 0
        }
    }

    /// Notes the cups that an order was short of, as demand; taken back with a negative number.
    func addDemand(_ juice: Int, cups: Int) {
        shortCups.update(juice) { $0 &+= cups }
    }

    /// Cups of a juice that were asked for and not to be had, as demand.
    func shortCups(_ juice: Int) -> Int { shortCups[juice] }

    /// Orders that got as far as stock.
    var orders: Int { count(.order, .success) &+ ordersShort }

    /// Orders that stock did not suffice for.
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
