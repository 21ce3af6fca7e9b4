import JuiceBatch
import JuiceReports
import JuiceShop
import Testing

/// The reasons that status reports.
@Suite struct StatusRulesTests {
    private static let now = "2026-11-22T04:00:00Z"
    private static let lately = "2026-11-21T18:30:00Z"
    private static let longAgo = "2026-11-20T18:30:00Z"
    private static let day = 26 * 3_600

    private static func folder(
        _ nightlyRun: NightlyState?, isRunning: Bool = false, _ change: (inout ShopStatus) -> Void = { _ in }
    ) -> ShopStatus {
        var status = ShopStatus(.folder("/shop"), at: now, maxAgeSeconds: day)
        status.nightlyRun = nightlyRun
        status.nightlyRun?.isRunning = isRunning
        status.hasLedger = true
        change(&status)
        return status
    }

    private static func ended(_ reasons: [ExitReason] = [], files: Int? = 1, at timestamp: String = lately)
        -> NightlyState
    {
        NightlyState(beganAt: timestamp).ended(at: timestamp, ExitStatus(reasons), files: files)
    }

    private func reasons(_ status: ShopStatus) -> [StatusReason] { status.reasons(failOn: .none) }

    private func kinds(_ status: ShopStatus, _ failOn: FailOn = .shortage) -> [String] {
        status.reasons(failOn: failOn).map(\.kind)
    }

    @Test(arguments: [[], [ExitReason.rowsShort], [.rowsRejected, .rowsShort], [.inputRepeated]], [0, 1])
    func successfulRunIsNoReason(reasons: [ExitReason], files: Int) {
        #expect(kinds(Self.folder(Self.ended(reasons, files: files))).isEmpty)
    }

    @Test(arguments: ExitReason.allCases.filter { ![3, 4, 6].contains($0.code) })
    func otherExitReasonsAreReasons(reason: ExitReason) {
        let status = Self.folder(Self.ended([reason, .rowsRejected]))
        #expect(reasons(status) == [.nightlyRunFailed(ExitStatus([reason, .rowsRejected]))])
    }

    /// Refusals are resolved once no refused file is left; other errors are not.
    @Test func refusedFilesAreAReasonUntilNoneIsLeft() {
        func status(_ files: [UnresolvedFile], _ exit: [ExitReason] = [.inputRefused]) -> ShopStatus {
            Self.folder(Self.ended(exit)) { $0.files = files }
        }
        let file = UnresolvedFile(in: .failed, path: "failed/2026-11-21/a.csv", since: Self.lately)
        #expect(reasons(status([file])) == [.nightlyRunFailed(ExitStatus(.inputRefused)), .filesUnresolved([file])])
        let repeated = UnresolvedFile(in: .repeated, path: "repeated/2026-11-21/a.csv", since: Self.lately)
        #expect(kinds(status([repeated])) == ["files_repeated"])
        #expect(kinds(status([])).isEmpty && kinds(status([], [.inputRefused, .inputOutput])) == ["night_failed"])
    }

    @Test func missingFilesHaveTheirOwnReason() {
        #expect(reasons(Self.folder(Self.ended([.filesMissing], files: 2))) == [.filesMissing(files: 2)])
        #expect(kinds(Self.folder(Self.ended([.rowsRejected, .filesMissing]))) == ["files_missing"])
        #expect(kinds(Self.folder(Self.ended([.inputRefused, .filesMissing]))) == ["night_failed", "files_missing"])
    }

    /// A run is judged by its end; one without an end is running or was cut short.
    @Test func lateAndInterruptedRunsAreReasons() {
        let (began, late) = (NightlyState(beganAt: Self.lately), NightlyState(beganAt: Self.longAgo))
        #expect(kinds(Self.folder(late.ended(at: Self.lately, .done, files: 1))).isEmpty)
        #expect(
            reasons(Self.folder(Self.ended(at: Self.longAgo))) == [.nightlyRunLate(ageSeconds: 33 * 3_600 + 1_800)])
        #expect(kinds(Self.folder(Self.ended([.badLedger], at: Self.longAgo))) == ["night_late", "night_failed"])
        #expect(kinds(Self.folder(began, isRunning: true)).isEmpty)
        #expect(kinds(Self.folder(began)) == ["night_cut_short"])
        #expect(kinds(Self.folder(late, isRunning: true)) == ["night_late"])
        #expect(kinds(Self.folder(late)) == ["night_late", "night_cut_short"])
    }

    @Test func missingRecordMeansNoRun() {
        #expect(kinds(Self.folder(nil)) == ["no_night"])
        var status = Self.folder(Self.ended()) { $0.hasLedger = false }
        #expect(kinds(status).isEmpty, "nights without a file make no ledger")
        status.showsRuns = true
        #expect(kinds(status, .none) == ["ledger_missing"])
    }

    /// A few minutes are clock skew; a day is a wrong clock that would hide a late run.
    @Test func timeInTheFutureIsAWrongClock() {
        #expect(kinds(Self.folder(Self.ended(at: "2026-11-22T04:05:00Z"))).isEmpty)
        #expect(kinds(Self.folder(Self.ended([.badLedger], at: "2026-11-22T04:05:01Z")), .none) == ["clock_back"])
    }

    @Test(arguments: [(lately, []), (longAgo, ["counter_open"])])
    func shiftOpenForADayIsAReason(opened: String, expected: [String]) {
        let shift = OpenShift(
            run: 1, openedAt: opened, date: "2026-11-21", shiftLog: "/j", device: 1, inode: 1, menu: "", process: 1)
        #expect(kinds(Self.folder(Self.ended()) { $0.shift = shift }, .none) == expected)
    }

    @Test func openWorkCountsAsConfigured() {
        func status(needs: [FruitStock]) -> ShopStatus {
            Self.folder(Self.ended([.rowsRejected])) { $0.nextDayNeeds = (CalendarDay(number: 20_000), needs) }
        }
        var open = status(needs: [FruitStock(fruit: "키위", pieces: 4)])
        open.open = OpenRows(short: 2, rejected: 1)
        open.misplaced = [MisplacedReports(run: 3, state: .staged)]
        #expect(kinds(open, .none).isEmpty)
        #expect(kinds(open, .rejected) == ["reports_unplaced", "rows_rejected"])
        #expect(kinds(open, .shortage) == ["reports_unplaced", "rows_rejected", "rows_short", "stock_below_need"])
        var closed = status(needs: [])
        closed.open = OpenRows()
        #expect(kinds(closed, .shortage).isEmpty)
    }

    /// A reversal or a settlement, which may come later, is no run of orders.
    @Test(
        arguments: [
            (lately, nil, []), (longAgo, nil, ["run_late"]), (nil, nil, ["no_run"]),
            ("2026-11-23T00:00:00Z", nil, ["clock_back"]), (longAgo, lately, ["run_late"]),
            (longAgo, "2026-11-23T00:00:00Z", ["clock_back"]),
        ] as [(String?, String?, [String])])
    func ledgerWithoutAFolderIsJudgedByItsLastRun(last: String?, later: String?, expected: [String]) {
        func run(_ recordedAt: String) -> RecordedRun {
            RecordedRun(
                number: 1, reverses: nil, reversedBy: nil, recordedAt: recordedAt, date: nil, success: 1, shortage: 0,
                rejected: 0, skipped: 0, cupsServed: 1, inputs: [], closing: [])
        }
        var status = ShopStatus(.ledger("/shop.sqlite"), at: Self.now, maxAgeSeconds: Self.day)
        status.hasLedger = true
        status.lastRun = last.map(run)
        status.laterRuns = later.map { [run($0)] } ?? []
        #expect(kinds(status) == expected)
    }

    private static func chain(_ reasons: [ExitReason], _ members: [(String, ShopStatus)] = []) -> ShopStatus {
        var status = ShopStatus(.chain("/chain"), at: now, maxAgeSeconds: day)
        let nightlyRun = NightlyState(beganAt: lately).ended(at: lately, ExitStatus(reasons, isOfChain: true), files: 1)
        status.nightlyRun = nightlyRun
        status.chainRun = ("2026-11-21", nil, [], 0)
        status.files = []
        status.members = members.map { (name: $0, status: $1) }
        return status
    }

    /// A refusal is resolved by now: no refused file is left.
    @Test(
        arguments: [
            (.done, [], []), (.rejected, [.rowsRejected], ["chain_problems"]), (.missing, [], ["files_missing"]),
            (.notRun, [], ["shop_not_run"]), (.failed, [.badLedger], ["chain_problems"]),
            (.refused, [.inputRefused], []),
        ] as [(ShopRunState, [ExitReason], [String])])
    func chainShopHasOnlyItsOwnReasons(state: ShopRunState, problems: [ExitReason], expected: [String]) {
        let met = problems.map { ShopProblem(file: "a.csv", $0, text: "text") }
        let status = Self.folder(Self.ended([.ledgerUnsound, .inputRefused])) {
            $0.chainRun = ("2026-11-21", state, met, 0)
            $0.files = []
        }
        #expect(kinds(status) == expected)
    }

    @Test func chainListsItsOwnReasonsBeforeThoseOfShops() {
        let shop = Self.folder(Self.ended()) { $0.reasons = [.filesMissing(files: 0)] }
        var chain = Self.chain([.ledgerUnsound, .shopWithoutFile], [("b", shop)])
        let failed = ExitStatus([.ledgerUnsound, .shopWithoutFile], isOfChain: true)
        #expect(reasons(chain) == [.nightlyRunFailed(failed), .shop("b", .filesMissing(files: 0))])
        chain.chainRun = ("2026-11-21", nil, [], 2)
        #expect(kinds(chain, .none) == ["night_failed", "files_missing"])
        #expect(kinds(chain, .rejected) == ["night_failed", "files_missing", "rows_without_shop"])
    }

    @Test func unreadableShopSetsTheChainCode() {
        var chain = Self.chain([])
        #expect(chain.exitStatus.isDone)
        chain.reasons = [.shop("a", .filesMissing(files: 0))]
        #expect(chain.exitStatus == ExitStatus(.statusReasons))
        chain.reasons += [
            .shop("b", .shopUnreadable(.badLedger, "text")), .shop("c", .shopUnreadable(.ledgerUnsound, "text")),
        ]
        #expect(chain.exitStatus.reasons == [.ledgerUnsound, .badLedger, .statusReasons])
        #expect(chain.exitStatus.code == 70)
    }
}
