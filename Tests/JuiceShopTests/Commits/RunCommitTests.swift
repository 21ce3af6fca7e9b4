import JuiceBatch
import Testing

/// Model check of the commit order with two processes, crashes, power cuts and faults.
@Suite struct RunCommitTests {
    private static let one = "/shop/one.sqlite"
    private static let two = "/shop/two.sqlite"

    /// The second process of each pair; the first is a run with a ledger.
    static let others: [ModelProgram] = [
        .run(ledger: one), .settle(ledger: one), .run(ledger: two), .settle(ledger: two), .runAlone,
    ]

    @Test(arguments: others.map { ($0, true) } + [(.run(ledger: one), false), (.runAlone, false)])
    func twoConcurrentProcessesLoseNothing(other: ModelProgram, hasEarlierSet: Bool) {
        var check = ModelCheck(programs: [.run(ledger: Self.one), other])
        check.explore(hasEarlierSet: hasEarlierSet, kills: 1, powerCuts: 1, faults: 1)
        print("run and \(other): \(check.moments) moments, \(check.ends) ends")
        #expect(check.violations.isEmpty, "\(check.violations.first ?? "")")
        #expect(check.ends > 10)
    }

    /// Three at once, of which one may be killed anywhere.
    @Test func threeConcurrentProcessesLoseNothing() {
        var check = ModelCheck(programs: [.run(ledger: Self.one), .settle(ledger: Self.one), .runAlone])
        check.explore(hasEarlierSet: true, kills: 1, powerCuts: 0, faults: 0)
        print("three runs: \(check.moments) moments, \(check.ends) ends")
        #expect(check.violations.isEmpty, "\(check.violations.first ?? "")")
        #expect(check.ends > 10)
    }

    /// Checks the checker: without the write lock, two runs on one ledger lose data.
    @Test func modelDetectsLossWithoutTheWriteLock() {
        var check = ModelCheck(programs: [.run(ledger: Self.one), .run(ledger: Self.one)], turnsCount: false)
        check.explore(hasEarlierSet: true, kills: 0, powerCuts: 0, faults: 1)
        #expect(!check.violations.isEmpty)
    }
}

/// Explores all interleavings of some processes and checks each state.
struct ModelCheck {
    enum Status: Hashable {
        case running, done, failed, inDoubt, killed
    }

    /// A state of the exploration.
    struct Moment: Hashable {
        var world: ModelWorld
        /// By process: its answers so far, and its status.
        var answers: [[ModelAnswer]]
        var statuses: [Status]
        /// The remaining kills, power cuts and faults.
        var kills: Int
        var powerCuts: Int
        var faults: Int
    }

    let programs: [ModelProgram]
    /// Whether processes wait for the write lock, as they should.
    let turnsCount: Bool
    /// The final state that is checked.
    private struct End: Hashable {
        let world: ModelWorld
        let statuses: [Status]
    }

    private var seenEnds: Set<End> = []
    private(set) var moments = 0
    private(set) var ends = 0
    private(set) var violations: [String] = []

    init(programs: [ModelProgram], turnsCount: Bool = true) {
        self.programs = programs
        self.turnsCount = turnsCount
    }

    /// - Parameters:
    ///   - hasEarlierSet: whether there are reports in the target already.
    ///   - kills: how many processes are killed at the most, each at any step.
    mutating func explore(hasEarlierSet: Bool, kills: Int, powerCuts: Int, faults: Int) {
        var world = ModelWorld()
        if hasEarlierSet {
            _ = world.stage(0, at: ModelProgram.target)
            world.sync()
        }
        let first = Moment(
            world: world, answers: programs.map { _ in [] }, statuses: programs.map { _ in .running }, kills: kills,
            powerCuts: powerCuts, faults: faults)
        var seen: Set<Moment> = [first]
        var open = [first]
        while let moment = open.popLast(), violations.count < 5 {
            moments += 1
            check(moment, hasEarlierSet: hasEarlierSet)
            let next = followers(of: moment)
            if moment.statuses.allSatisfy({ $0 != .running }) {
                ends += 1
                // The history no longer matters.
                if seenEnds.insert(End(world: moment.world, statuses: moment.statuses)).inserted { checkEnd(moment) }
            }
            for follower in next where seen.insert(follower).inserted { open.append(follower) }
        }
    }

    /// The possible next states: a step, a failing step, a kill, a power cut.
    private func followers(of moment: Moment) -> [Moment] {
        var found: [Moment] = []
        let running = moment.statuses.indices.filter { moment.statuses[$0] == .running }
        for index in running {
            found += [step(index, moment, nil)].compactMap { $0 }
            if moment.faults > 0 {
                found += ModelFault.allCases.compactMap { step(index, moment, $0) }
            }
            guard moment.kills > 0 else { continue }
            var killed = moment
            killed.kills -= 1
            killed.statuses[index] = .killed
            killed.world.endTurns(of: index + 1)
            found.append(killed)
        }
        if moment.powerCuts > 0 {
            for keepsAll in [true, false] {
                var dark = moment
                dark.powerCuts -= 1
                for index in running {
                    dark.statuses[index] = .killed
                    dark.world.endTurns(of: index + 1)
                }
                if !keepsAll { dark.world.loseUnsynced() }
                found.append(dark)
            }
        }
        return found
    }

    /// The state after a process's next step; nil if it waits or cannot fail this way.
    private func step(_ index: Int, _ moment: Moment, _ fault: ModelFault?) -> Moment? {
        let process = ModelProcess(
            number: index + 1, answers: moment.answers[index], world: moment.world, failsWith: fault)
        let result = Result { try programs[index].carryOut(process) }
        if process.isWaiting { return nil }
        var next = moment
        next.world = process.world
        if !turnsCount { next.world.turns = [:] }
        next.answers[index] = process.answers
        if fault != nil {
            guard process.hasFailed else { return nil }
            next.faults -= 1
        }
        guard !process.isSuspended else { return next }
        switch result {
        case .success: next.statuses[index] = .done
        case .failure(BatchError.inDoubt): next.statuses[index] = .inDoubt
        case .failure: next.statuses[index] = .failed
        }
        next.world.endTurns(of: index + 1)
        return next
    }

    /// The invariant of every state: a complete set exists if there was one.
    private mutating func check(_ moment: Moment, hasEarlierSet: Bool) {
        let target = moment.world.folders[ModelProgram.target]
        if hasEarlierSet && target == nil { violate("there are no reports", moment) }
        if target?.isEmpty == true { violate("the reports are being removed", moment) }
        for (ledger, log) in moment.world.logs where !log.isSubset(of: moment.world.ledgers[ledger]?.runs ?? []) {
            violate("the run log of \(ledger) has a run that the ledger lacks", moment)
        }
        for (index, status) in moment.statuses.enumerated() where status == .failed {
            if target?.set == index + 1 { violate("reports of a run that failed", moment) }
        }
    }

    /// The invariant of final states, after each ledger was recovered once.
    private mutating func checkEnd(_ moment: Moment) {
        var moment = moment
        for ledger in Set(programs.compactMap(\.ledger)) {
            var answers: [ModelAnswer] = []
            while true {
                let process = ModelProcess(number: 99, answers: answers, world: moment.world, failsWith: nil)
                let result = Result { try ModelProgram.settle(ledger: ledger).carryOut(process) }
                moment.world = process.world
                answers = process.answers
                if process.isWaiting { return violate("the turn of \(ledger) is not free", moment) }
                guard !process.isSuspended else { continue }
                moment.world.endTurns(of: 99)
                if case .failure(let error) = result { violate("\(ledger) cannot be settled: \(error)", moment) }
                break
            }
        }
        for (ledger, record) in moment.world.ledgers where moment.world.logs[ledger] ?? [] != record.runs {
            violate("the run log of \(ledger) is not complete", moment)
        }
        for (index, program) in programs.enumerated() {
            guard case .run(let ledger) = program else { continue }
            checkRun(index + 1, moment.statuses[index], moment.world.ledgers[ledger] ?? ModelLedger(), moment)
        }
    }

    private mutating func checkRun(_ run: Int, _ status: Status, _ ledger: ModelLedger, _ moment: Moment) {
        let isRecorded = ledger.runs.contains(run)
        if status == .done && !isRecorded { violate("run \(run) is done, and not recorded", moment) }
        if status == .failed && isRecorded { violate("run \(run) has failed, and is recorded", moment) }
        if !ledger.pending.isEmpty { violate("something still waits", moment) }
        if !isRecorded && moment.world.folders[ModelProgram.target]?.set == run {
            violate("reports of run \(run), which is not recorded", moment)
        }
        guard isRecorded else { return }
        switch ledger.unplaced[run] {
        case nil, "":
            // They are in place, or a later set has replaced them.
            if !moment.world.placed.contains(run) { violate("the reports of run \(run) are gone", moment) }
        case let folder?:
            if moment.world.folders[folder]?.set != run { violate("run \(run) is not in \(folder)", moment) }
        }
    }

    private mutating func violate(_ text: String, _ moment: Moment) {
        violations.append("\(text): \(moment.statuses), \(moment.world.folders), \(moment.world.ledgers)")
    }
}
