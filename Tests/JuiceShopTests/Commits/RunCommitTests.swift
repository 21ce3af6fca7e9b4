import JuiceBatch
import JuiceReports
import Testing

/// Model check of the commit order with two processes, crashes, power cuts and faults.
@Suite struct RunCommitTests {
    private static let one = "/shop/one.sqlite"
    private static let two = "/shop/two.sqlite"

    /// A run with a ledger beside each other process; and three at once, of which one may be killed anywhere.
    @Test(
        arguments: [
            ([.run(ledger: one)], true, 1), ([.settle(ledger: one)], true, 1), ([.run(ledger: two)], true, 1),
            ([.settle(ledger: two)], true, 1), ([.run(ledger: nil)], true, 1), ([.run(ledger: one)], false, 1),
            ([.run(ledger: nil)], false, 1), ([.settle(ledger: one), .run(ledger: nil)], true, 0),
        ] as [([ModelProgram], Bool, Int)])
    func concurrentProcessesLoseNothing(others: [ModelProgram], hasEarlierSet: Bool, faults: Int) {
        var check = ModelCheck(programs: [.run(ledger: Self.one)] + others)
        check.explore(hasEarlierSet: hasEarlierSet, kills: 1, powerCuts: faults, faults: faults)
        print("run and \(others): \(check.states) states, \(check.ends) ends")
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
private struct ModelCheck {
    enum Status: Hashable {
        case running, done, failed, commitUnknown, killed
    }

    /// A state of the exploration.
    struct State: Hashable {
        var world: ModelWorld
        /// By process: its answers so far, and its status.
        var answers: [[AnyHashable?]]
        var statuses: [Status]
        /// The remaining kills, power cuts and faults.
        var kills: Int
        var powerCuts: Int
        var faults: Int

        var running: [Int] { statuses.indices.filter { statuses[$0] == .running } }

        /// Ends a process, which releases its lock.
        mutating func end(_ index: Int, _ status: Status) {
            statuses[index] = status
            world.endTurns(of: index + 1)
        }
    }

    /// A state in which no process runs, without its history.
    private struct End: Hashable {
        let world: ModelWorld
        let statuses: [Status]
    }

    let programs: [ModelProgram]
    /// Whether processes wait for the write lock, as they should.
    var turnsCount = true
    private var seenEnds: Set<End> = []
    private(set) var states = 0
    private(set) var ends = 0
    private(set) var violations: [String] = []

    init(programs: [ModelProgram], turnsCount: Bool = true) {
        (self.programs, self.turnsCount) = (programs, turnsCount)
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
        let first = State(
            world: world, answers: programs.map { _ in [] }, statuses: programs.map { _ in .running }, kills: kills,
            powerCuts: powerCuts, faults: faults)
        // A hash of 64 bits stands for its state; the chance that two of the explored states share one is 1 in 10^8.
        var seen: Set<Int> = [first.hashValue]
        var open = [first]
        while let state = open.popLast(), violations.count < 5 {
            states += 1
            check(state, hasEarlierSet: hasEarlierSet)
            if state.running.isEmpty {
                ends += 1
                if seenEnds.insert(End(world: state.world, statuses: state.statuses)).inserted { checkEnd(state) }
            }
            open += followers(of: state).filter { seen.insert($0.hashValue).inserted }
        }
    }

    /// The possible next states: a step, a failing step, a kill, a power cut.
    private func followers(of state: State) -> [State] {
        var found: [State] = []
        for index in state.running {
            let faults = state.faults > 0 ? [nil] + ModelFault.allCases : [nil]
            found += faults.compactMap { step(index, state, $0) }
            guard state.kills > 0 else { continue }
            var killed = state
            killed.kills -= 1
            killed.end(index, .killed)
            found.append(killed)
        }
        if state.powerCuts > 0 {
            var dark = state
            dark.powerCuts -= 1
            for index in state.running { dark.end(index, .killed) }
            found.append(dark)
            (dark.world.folders, dark.world.placed) = (dark.world.synced, dark.world.syncedPlaced)
            found.append(dark)
        }
        return found
    }

    /// The state after a process's next step; nil if it waits or cannot fail this way.
    private func step(_ index: Int, _ state: State, _ fault: ModelFault?) -> State? {
        let process = ModelProcess(
            number: index + 1, answers: state.answers[index], world: state.world, fault: fault)
        let result = Result { try programs[index].carryOut(process) }
        if process.isWaiting || fault != nil && !process.hasFailed { return nil }
        var next = state
        next.world = process.world
        if !turnsCount { next.world.turns = [:] }
        next.answers[index] = process.answers
        if fault != nil { next.faults -= 1 }
        if process.isSuspended { return next }
        switch result {
        case .success: next.end(index, .done)
        case .failure(BatchError.commitUnknown): next.end(index, .commitUnknown)
        case .failure: next.end(index, .failed)
        }
        return next
    }

    /// The invariant of every state: a complete set exists if there was one.
    private mutating func check(_ state: State, hasEarlierSet: Bool) {
        let target = state.world.folders[ModelProgram.target]
        if hasEarlierSet && target == nil { violate("there are no reports", state) }
        if target?.sha256 == "" { violate("the reports are being removed", state) }
        for (ledger, log) in state.world.logs where !log.isSubset(of: state.world.ledgers[ledger]?.runs ?? []) {
            violate("the run log of \(ledger) has a run that the ledger lacks", state)
        }
        for (index, status) in state.statuses.enumerated() where status == .failed && target?.sha256 == "\(index + 1)" {
            violate("reports of a run that failed", state)
        }
    }

    /// The invariant of final states, after each ledger was recovered once.
    private mutating func checkEnd(_ state: State) {
        var state = state
        for ledger in Set(programs.compactMap(\.ledger)) {
            var answers: [AnyHashable?] = []
            while true {
                let process = ModelProcess(number: 99, answers: answers, world: state.world)
                let result = Result { try ModelProgram.settle(ledger: ledger).carryOut(process) }
                (state.world, answers) = (process.world, process.answers)
                if process.isWaiting { return violate("the turn of \(ledger) is not free", state) }
                guard !process.isSuspended else { continue }
                state.world.endTurns(of: 99)
                if case .failure(let error) = result { violate("\(ledger) cannot be settled: \(error)", state) }
                break
            }
        }
        for (ledger, record) in state.world.ledgers where state.world.logs[ledger] ?? [] != record.runs {
            violate("the run log of \(ledger) is not complete", state)
        }
        for (index, program) in programs.enumerated() {
            guard case .run(let ledger?) = program else { continue }
            checkRun(index + 1, state.statuses[index], state.world.ledgers[ledger] ?? ModelLedger(), state)
        }
    }

    private mutating func checkRun(_ run: Int, _ status: Status, _ ledger: ModelLedger, _ state: State) {
        let isRecorded = ledger.runs.contains(run)
        if status == .done && !isRecorded { violate("run \(run) is done, and not recorded", state) }
        if status == .failed && isRecorded { violate("run \(run) has failed, and is recorded", state) }
        if !ledger.pending.isEmpty { violate("something still waits", state) }
        if !isRecorded && state.world.folders[ModelProgram.target]?.sha256 == "\(run)" {
            violate("reports of run \(run), which is not recorded", state)
        }
        guard isRecorded else { return }
        switch ledger.misplaced[run] {
        case nil, "":
            // They are in place, or a later set has replaced them.
            if !state.world.placed.contains("\(run)") { violate("the reports of run \(run) are gone", state) }
        case let folder?:
            if state.world.folders[folder]?.sha256 != "\(run)" { violate("run \(run) is not in \(folder)", state) }
        }
    }

    private mutating func violate(_ text: String, _ state: State) {
        violations.append("\(text): \(state.statuses), \(state.world.folders), \(state.world.ledgers)")
    }
}
