package import JuiceBatch
internal import JuiceCore

extension RunContent {
    /// The demand, orders and money of a run, from which plans are made.
    ///
    /// A run that reverses another one has none.
    package struct Business: Sendable, Equatable {
        /// The demand for a fruit.
        package struct Demand: Sendable, Equatable {
            /// The fruit's number in the ledger.
            package var fruit: Int
            /// The pieces asked for as in `Tally.FruitFigures`, at least 1.
            package var pieces: Int

            package init(fruit: Int, pieces: Int) {
                self.fruit = fruit
                self.pieces = pieces
            }
        }

        /// The business day; nil where nothing says it.
        package var day: BusinessDay?
        /// Orders that got as far as stock, those of retries aside.
        package var orders: Int
        /// The number of those that were short of stock.
        package var short: Int
        /// Orders of retries that got as far as stock.
        package var retries: Int
        /// The fruits that were asked for, in the order of their numbers.
        package var demands: [Demand]
        /// nil where the menu had no prices.
        package var money: RecordedMoney?

        package init(
            day: BusinessDay?, orders: Int, short: Int = 0, retries: Int = 0, demands: [Demand],
            money: RecordedMoney? = nil
        ) {
            self.day = day
            self.orders = orders
            self.short = short
            self.retries = retries
            self.demands = demands
            self.money = money
        }

        /// The fields that a digest covers.
        var digestFields: [String] {
            let demands = demands.flatMap { ["\($0.fruit)", "\($0.pieces)"] }
            let day = [day?.date, day?.source.rawValue, day?.named].map { $0 ?? "" }
            return ["business"] + day + ["\(orders)", "\(short)", "\(retries)", "\(self.demands.count)"] + demands
                + (money.map { ["money", $0.currency] + $0.amounts.map { $0.map { "\($0.hundredths)" } ?? "" } } ?? [])
        }

        /// Whether all figures are such that sums of them cannot overflow, and the date is one.
        var isWithinLimits: Bool {
            let limits = 0...Tally.sumMax
            let amounts = money?.amounts.compactMap { $0?.hundredths } ?? []
            return limits.contains(orders) && (0...orders).contains(short) && limits.contains(retries)
                && demands.allSatisfy { limits.contains($0.pieces) }
                && amounts.allSatisfy { (-Tally.sumMax...Tally.sumMax).contains($0) }
                && [day?.date, day?.named].compactMap(\.self).allSatisfy { CalendarDay($0) != nil }
        }
    }
}
