import JuiceBatch
import Testing

/// Model check of the commit order with two processes, crashes, power cuts and faults.
@Suite struct RunCommitTests {
    private static let one = "/shop/one.sqlite"
    private static let two = "/shop/two.sqlite"

    /// A run with a ledger beside each other process; and three at once, of which one may be killed anywhere.
    @Test(
        arguments: [
            ([.run(ledger: one)], true, 1), ([.settle(ledger: one)], true, 1), ([.run(ledger: two)], true, 1),
            ([.settle(ledger: two)], true, 1), ([.runAlone], true, 1), ([.run(ledger: one)], false, 1),
            ([.runAlone], false, 1), ([.settle(ledger: one), .runAlone], true, 0),
        ] as [([ModelProgram], Bool, Int)])
    func concurrentProcessesLoseNothing(others: [ModelProgram], hasEarlierSet: Bool, faults: Int) {
        var check = ModelCheck(programs: [.run(ledger: Self.one)] + others)
        check.explore(hasEarlierSet: hasEarlierSet, kills: 1, powerCuts: faults, faults: faults)
        print("run and \(others): \(check.moments) moments, \(check.ends) ends")
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
        case running, done, failed, commitUnknown, killed
    }

    /// A state of the exploration.
    struct TimestampKey: Hashable {
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
        let first = TimestampKey(
            world: world, answers: programs.map { _ in [] }, statuses: programs.map { _ in .running }, kills: kills,
            powerCuts: powerCuts, faults: faults)
        var seen: Set<TimestampKey> = [first]
        var open = [first]
        while let timestamp = open.popLast(), violations.count < 5 {
            moments += 1
            check(timestamp, hasEarlierSet: hasEarlierSet)
            let next = followers(of: timestamp)
            if timestamp.statuses.allSatisfy({ $0 != .running }) {
                ends += 1
                // The history no longer matters.
                if seenEnds.insert(End(world: timestamp.world, statuses: timestamp.statuses)).inserted {
                    checkEnd(timestamp)
                }
            }
            for follower in next where seen.insert(follower).inserted { open.append(follower) }
        }
    }

    /// The possible next states: a step, a failing step, a kill, a power cut.
    private func followers(of timestamp: TimestampKey) -> [TimestampKey] {
        var found: [TimestampKey] = []
        let running = timestamp.statuses.indices.filter { timestamp.statuses[$0] == .running }
        for index in running {
            found += [step(index, timestamp, nil)].compactMap { $0 }
            if timestamp.faults > 0 {
                found += ModelFault.allCases.compactMap { step(index, timestamp, $0) }
            }
            guard timestamp.kills > 0 else { continue }
            var killed = timestamp
            killed.kills -= 1
            killed.statuses[index] = .killed
            killed.world.endTurns(of: index + 1)
            found.append(killed)
        }
        if timestamp.powerCuts > 0 {
            for keepsAll in [true, false] {
                var dark = timestamp
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
    private func step(_ index: Int, _ timestamp: TimestampKey, _ fault: ModelFault?) -> TimestampKey? {
        let process = ModelProcess(
            number: index + 1, answers: timestamp.answers[index], world: timestamp.world, failsWith: fault)
        let result = Result { try programs[index].carryOut(process) }
        if process.isWaiting { return nil }
        var next = timestamp
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
        case .failure(BatchError.commitUnknown): next.statuses[index] = .commitUnknown
        case .failure: next.statuses[index] = .failed
        }
        next.world.endTurns(of: index + 1)
        return next
    }

    /// The invariant of every state: a complete set exists if there was one.
    private mutating func check(_ timestamp: TimestampKey, hasEarlierSet: Bool) {
        let target = timestamp.world.folders[ModelProgram.target]
        if hasEarlierSet && target == nil { violate("there are no reports", timestamp) }
        if target?.isEmpty == true { violate("the reports are being removed", timestamp) }
        for (ledger, log) in timestamp.world.logs where !log.isSubset(of: timestamp.world.ledgers[ledger]?.runs ?? []) {
            violate("the run log of \(ledger) has a run that the ledger lacks", timestamp)
        }
        for (index, status) in timestamp.statuses.enumerated() where status == .failed {
            if target?.set == index + 1 { violate("reports of a run that failed", timestamp) }
        }
    }

    /// The invariant of final states, after each ledger was recovered once.
    private mutating func checkEnd(_ timestamp: TimestampKey) {
        var timestamp = timestamp
        for ledger in Set(programs.compactMap(\.ledger)) {
            var answers: [ModelAnswer] = []
            while true {
                let process = ModelProcess(number: 99, answers: answers, world: timestamp.world, failsWith: nil)
                let result = Result { try ModelProgram.settle(ledger: ledger).carryOut(process) }
                timestamp.world = process.world
                answers = process.answers
                if process.isWaiting { return violate("the turn of \(ledger) is not free", timestamp) }
                guard !process.isSuspended else { continue }
                timestamp.world.endTurns(of: 99)
                if case .failure(let error) = result { violate("\(ledger) cannot be settled: \(error)", timestamp) }
                break
            }
        }
        for (ledger, record) in timestamp.world.ledgers where timestamp.world.logs[ledger] ?? [] != record.runs {
            violate("the run log of \(ledger) is not complete", timestamp)
        }
        for (index, program) in programs.enumerated() {
            guard case .run(let ledger) = program else { continue }
            checkRun(index + 1, timestamp.statuses[index], timestamp.world.ledgers[ledger] ?? ModelLedger(), timestamp)
        }
    }

    private mutating func checkRun(_ run: Int, _ status: Status, _ ledger: ModelLedger, _ timestamp: TimestampKey) {
        let isRecorded = ledger.runs.contains(run)
        if status == .done && !isRecorded { violate("run \(run) is done, and not recorded", timestamp) }
        if status == .failed && isRecorded { violate("run \(run) has failed, and is recorded", timestamp) }
        if !ledger.pending.isEmpty { violate("something still waits", timestamp) }
        if !isRecorded && timestamp.world.folders[ModelProgram.target]?.set == run {
            violate("reports of run \(run), which is not recorded", timestamp)
        }
        guard isRecorded else { return }
        switch ledger.misplaced[run] {
        case nil, "":
            // They are in place, or a later set has replaced them.
            if !timestamp.world.placed.contains(run) { violate("the reports of run \(run) are gone", timestamp) }
        case let folder?:
            if timestamp.world.folders[folder]?.set != run { violate("run \(run) is not in \(folder)", timestamp) }
        }
    }

    private mutating func violate(_ text: String, _ timestamp: TimestampKey) {
        violations.append("\(text): \(timestamp.statuses), \(timestamp.world.folders), \(timestamp.world.ledgers)")
    }
}
