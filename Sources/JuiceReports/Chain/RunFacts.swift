package import JuiceBatch
package import JuiceCore

/// The entry of one run in a shop's facts.json, which a chain's roll-up adds up.
package struct RunFacts: Sendable, Equatable, JSONRecord {
    /// The number of cups of a juice that a run served, and the number that short orders asked for.
    package struct Juice: Sendable, Equatable, JSONRecord {
        /// The juice's name as the shop's menu spells it.
        package var name: String
        package var cupsServed: Int
        package var cupsShort: Int

        package static var placeholder: Self { Self(name: "", cupsServed: 0, cupsShort: 0) }

        package mutating func map(_ json: inout JSONMapper) {
            json.map("juice", &name)
            json.count("cups_served", &cupsServed)
            json.count("cups_short", &cupsShort)
        }
    }

    /// The movements of a fruit in a run, in pieces.
    package struct Fruit: Sendable, Equatable, JSONRecord {
        /// The fruit's name as the shop's menu spells it.
        package var name: String
        /// The number of pieces used by orders minus those returned by cancels.
        package var used: Int
        /// The number of orders that lacked the fruit.
        package var shortOrders: Int

        package static var placeholder: Self { Self(name: "", used: 0, shortOrders: 0) }

        package mutating func map(_ json: inout JSONMapper) {
            json.map("fruit", &name)
            json.map("used", &used)
            json.require((-Tally.sumMax...Tally.sumMax).contains(used))
            json.count("lost_orders", &shortOrders)
        }
    }

    /// The name of the run's input in the reports.
    package var file = ""
    /// The SHA-256 of the input's bytes in hex; if the input is a part of an export, that of the part.
    package var inputSHA256 = ""
    /// The SHA-256 in hex of the chain-wide export whose part was the run's input; nil for a file of the shop.
    package var exportSHA256: String?
    /// The folder of the run's reports, relative to the shop's folder.
    package var reports = ""
    package var exitStatus = ExitStatus.done
    package var figures = RunFigures()
    /// The juices with served or short cups, in the order of the menu.
    package var juices: [Juice] = []
    /// The fruits in the order of the menu.
    package var fruits: [Fruit] = []
    /// The money totals; nil if the menu has neither prices nor costs.
    package var money: RecordedMoney?
    /// The planned purchases after this run; nil if the ledger has too little history for a plan.
    package var plan: PlannedPurchase?

    package static func == (one: RunFacts, other: RunFacts) -> Bool { one.json.line == other.json.line }

    package static var placeholder: RunFacts { RunFacts() }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("file", &file)
        json.map("sha256", &inputSHA256)
        json.map("export", &exportSHA256)
        json.map("reports", &reports)
        json.exitStatus(&exitStatus)
        figures.map(&json) { figures, json in
            json.require(figures.success <= figures.rows)
            json.counts("codes", &figures.codes)
        }
        json.map("juices", &juices)
        json.map("fruits", &fruits)
        json.mapIfPresent("money", &money)
        json.mapIfPresent("plan", &plan)
    }
}

extension RunFacts {
    /// Creates the entry of a run from the model of its reports, and from what the reports do not contain.
    package init(_ model: ReportModel, exportSHA256: String?, reports: String, _ exitStatus: ExitStatus) {
        let tally = model.tally
        file = model.inputs.first?.name ?? ""
        inputSHA256 = model.inputs.first?.sha256 ?? ""
        self.exportSHA256 = exportSHA256
        self.reports = reports
        self.exitStatus = exitStatus
        figures.rows = tally.rows
        figures.success = tally.success
        figures.codes = OutcomeCode.failures.map { ($0.name, tally.count($0)) }
        figures.ordersServed = tally.ordersServed
        figures.ordersShort = tally.ordersShort
        figures.cupsServed = tally.cupsServed
        figures.cupsShort = tally.juices.reduce(0) { min($0 + $1.cupsShort, Tally.sumMax) }
        juices = zip(model.menu.juices, tally.juices).filter { $1.cupsServed + $1.cupsShort > 0 }.map {
            Juice(name: $0.name, cupsServed: $1.cupsServed, cupsShort: $1.cupsShort)
        }
        fruits = zip(model.menu.fruits, tally.fruits).map {
            Fruit(name: $0.name, used: $1.used, shortOrders: $1.shortOrders)
        }
        money = model.money?.recorded
        plan = model.plan.flatMap { plan in
            guard let day = plan.days.first else { return nil }
            let lines = plan.lines.filter(\.isKnown).map {
                PlannedPurchase.Line(fruit: $0.fruit, need: $0.need, stock: $0.stock, buy: $0.buy, cost: $0.cost)
            }
            return PlannedPurchase(date: day.date.text, lines: lines)
        }
    }
}

/// The purchases of a shop's buying plan.
package struct PlannedPurchase: Sendable, Equatable, JSONRecord {
    /// The planned purchase of one fruit, in pieces.
    package struct Line: Sendable, Equatable, JSONRecord {
        package var fruit: String
        /// The pieces that the day's orders are expected to need.
        package var need: Int
        /// The pieces in stock after the run.
        package var stock: Int
        /// The pieces to buy, less those in pending deliveries.
        package var buy: Int
        /// The cost of the purchase; nil if the menu has no cost for the fruit.
        package var cost: Money?

        package static var placeholder: Self { Self(fruit: "", need: 0, stock: 0, buy: 0, cost: nil) }

        package mutating func map(_ json: inout JSONMapper) {
            json.map("fruit", &fruit)
            json.count("need", &need)
            json.count("stock", &stock)
            json.count("buy", &buy)
            json.hundredths("cost_hundredths", &cost)
        }
    }

    /// The day that the plan is for, `YYYY-MM-DD`.
    package var date: String
    /// The fruits whose need can be estimated, in the order of the menu.
    package var lines: [Line]

    package static var placeholder: PlannedPurchase { PlannedPurchase(date: "", lines: []) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("for", &date)
        json.require(CalendarDay(date) != nil)
        json.map("fruits", &lines)
    }
}

/// The results of a shop's nightly run that a chain's roll-up needs, as stored in facts.json and in the ledger.
package struct ShopFacts: Sendable, Equatable, JSONRecord {
    /// The business day as `YYYY-MM-DD`.
    package var date: String
    /// The shop's name at the time of the run.
    package var name: String
    /// The path of the shop's folder, relative to the chain's.
    package var folder: String
    package var state: ShopRunState
    /// The exit status of the shop's run, in the codes of a chain.
    package var exitStatus: ExitStatus
    /// The shop's runs in their order, without reversed ones.
    package var runs: [RunFacts]
    /// The shop's problems in the order in which they occurred.
    package var problems: [ShopProblem]

    package init(
        date: String, shop: String, folder: String, state: ShopRunState, _ reasons: [ExitReason], runs: [RunFacts],
        problems: [ShopProblem]
    ) {
        self.date = date
        name = shop
        self.folder = folder
        self.state = state
        exitStatus = ExitStatus(reasons, isOfChain: true)
        self.runs = runs
        self.problems = problems
    }

    /// The planned purchases after the shop's last run; nil if there is no run or no plan.
    package var plan: PlannedPurchase? { runs.last?.plan }

    package static var placeholder: ShopFacts {
        ShopFacts(date: "", shop: "", folder: "", state: .done, [], runs: [], problems: [])
    }

    package mutating func map(_ json: inout JSONMapper) {
        var version = 1
        json.map("facts", &version)
        json.require(version == 1)
        json.map("date", &date)
        json.require(CalendarDay(date) != nil)
        json.map("shop", &name)
        json.map("folder", &folder)
        json.map("state", &state)
        json.exitStatus(&exitStatus, isOfChain: true)
        json.map("runs", &runs)
        json.map("problems", &problems)
    }
}

extension ShopProblem: JSONRecord {
    package static var placeholder: ShopProblem { ShopProblem(file: nil, nil, text: "") }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("file", &file)
        json.reason(&reason, \.code)
        json.map("text", &text)
    }
}

/// The JSON form of the part of a run's money figures that a roll-up needs.
extension RecordedMoney: JSONRecord {
    package static var placeholder: RecordedMoney { RecordedMoney(currency: "") }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("currency", &currency)
        json.hundredths("sales_hundredths", &sales)
        json.hundredths("lost_sales_hundredths", &lostSales)
    }
}
