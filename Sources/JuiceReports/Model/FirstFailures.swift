internal import JuiceBatch

/// The first failures of a run: of each code, and of those that were rejected, whatever their code.
package struct FirstFailures: Sendable {
    /// The maximum number of rows kept of each code.
    package static let ofEachCodeMax = 5
    /// The maximum number of rejected rows kept.
    package static let rejectedMax = 20
    /// The maximum number of lost orders kept.
    package static let lostMax = 50
    /// The maximum number of short rows kept.
    package static let shortMax = 10

    /// The kept rows by `OutcomeCode.rawValue`, in the order of the input.
    package private(set) var byCode = [[FailureDetail]](repeating: [], count: OutcomeCode.allCases.count)
    /// The first rejected rows in their order.
    package private(set) var rejected: [FailureDetail] = []
    /// The first rows that were short of stock, in their order.
    package private(set) var short: [FailureDetail] = []

    /// The first lost orders in their sequence.
    package private(set) var lost: [LostOrder] = []

    package init() {}

    /// Whether one more failure of this code would be kept.
    @inline(__always)
    func wants(_ code: OutcomeCode) -> Bool {
        byCode[Int(code.rawValue)].count < Self.ofEachCodeMax
            || (code.failureClass == .rejected && rejected.count < Self.rejectedMax)
            || (code == .insufficientStock && (lost.count < Self.lostMax || short.count < Self.shortMax))
    }

    /// Takes in a failure that comes behind all that were taken in before.
    mutating func add(_ failure: FailureDetail) {
        let code = Int(failure.code.rawValue)
        if byCode[code].count < Self.ofEachCodeMax { byCode[code].append(failure) }
        switch failure.code.failureClass {
        case .rejected: if rejected.count < Self.rejectedMax { rejected.append(failure) }
        case .shortage: if short.count < Self.shortMax { short.append(failure) }
        case .skipped, nil: break
        }
    }

    /// Takes in a lost order likewise.
    mutating func add(_ order: LostOrder) {
        if lost.count < Self.lostMax { lost.append(order) }
    }

    /// Takes in all failures of a later stretch.
    ///
    /// - Parameter takers: who had last taken of each fruit before that stretch.
    mutating func add(_ later: borrowing FirstFailures, takers: [RowPlace?]) {
        lost += later.lost.prefix(Self.lostMax - lost.count).map { $0.resolved(by: takers) }
        for code in byCode.indices {
            byCode[code] += later.byCode[code].prefix(Self.ofEachCodeMax - byCode[code].count)
        }
        rejected += later.rejected.prefix(Self.rejectedMax - rejected.count)
        short += later.short.prefix(Self.shortMax - short.count)
    }
}
