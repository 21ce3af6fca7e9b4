/// What is counted row by row, in storage that nobody shares, so that counting is an addition and nothing else.
struct RunningCounts: ~Copyable {
    /// Places for the codes of one action.
    private static let stride = 16
    /// Where the rows are counted whose action could not be read.
    private static let unread = Action.allCases.count

    private let outcomes: UnsafeMutablePointer<Int>
    private let juices: UnsafeMutablePointer<Tally.JuiceFigures>
    private let juiceCount: Int

    init(juiceCount: Int) {
        precondition(OutcomeCode.allCases.count <= Self.stride, "a place for each code")
        let places = (Self.unread + 1) * Self.stride
        outcomes = .allocate(capacity: places)
        outcomes.initialize(repeating: 0, count: places)
        self.juiceCount = juiceCount
        juices = .allocate(capacity: juiceCount)
        juices.initialize(repeating: Tally.JuiceFigures(), count: juiceCount)
    }

    deinit {
        outcomes.deallocate()
        juices.deallocate()
    }

    /// Counts a row.
    ///
    /// - Parameter action: `Action.rawValue`, or anything above where the action could not be read.
    @inline(__always)
    func add(_ action: UInt8, _ outcome: OutcomeCode) {
        outcomes[min(Int(action), Self.unread) &* Self.stride &+ Int(outcome.rawValue)] &+= 1
    }

    /// Counts an order that got as far as stock.
    @inline(__always)
    func add(_ juice: Int, cups: Int, isMade: Bool) {
        precondition(juice >= 0 && juice < juiceCount, "no such juice")
        if isMade {
            juices[juice].addServed(cups: cups)
        } else {
            juices[juice].addShort(cups: cups)
        }
    }

    /// How often an action came to a code; nil is an action that could not be read.
    func count(_ action: Action?, _ code: OutcomeCode) -> Int {
        outcomes[(action.map { Int($0.rawValue) } ?? Self.unread) * Self.stride + Int(code.rawValue)]
    }

    /// By the juice's place on the menu.
    var juiceFigures: [Tally.JuiceFigures] { (0..<juiceCount).map { juices[$0] } }
}
