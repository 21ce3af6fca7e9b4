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

    private static func folder(_ nightlyRun: NightlyState?, isRunning: Bool = false) -> ShopStatus {
        var status = ShopStatus(.folder("/shop"), at: now, maxAgeSeconds: day)
        status.nightlyRun = nightlyRun
        status.nightlyRun?.isRunning = isRunning
        status.hasLedger = true
        return status
    }

    private static func ended(_ reasons: [ExitReason] = [], files: Int? = 1, at timestamp: String = lately)
        -> NightlyState
    {
        NightlyState(beganAt: timestamp).ended(at: timestamp, ExitStatus(reasons), files: files)
    }

    private func kinds(_ status: ShopStatus, _ failOn: FailOn = .shortage) -> [String] {
        status.reasons(failOn: failOn).map(\.kind)
    }

    @Test(arguments: [[], [ExitReason.rowsShort], [.rowsRejected, .rowsShort], [.inputRepeated]])
    func successfulRunIsNoReason(reasons: [ExitReason]) {
        #expect(kinds(Self.folder(Self.ended(reasons))).isEmpty)
        #expect(kinds(Self.folder(Self.ended(reasons, files: 0))).isEmpty)
    }

    @Test(arguments: ExitReason.allCases.filter { ![3, 4, 6].contains($0.code) })
    func otherExitReasonsAreReasons(reason: ExitReason) {
        let reasons = Self.folder(Self.ended([reason, .rowsRejected])).reasons(failOn: .none)
        #expect(reasons == [.nightlyRunFailed(ExitStatus([reason, .rowsRejected]))])
    }

    /// Refusals are resolved once no refused file is left; other errors are not.
    @Test func refusedFilesAreAReasonUntilNoneIsLeft() {
        var status = Self.folder(Self.ended([.inputRefused]))
        let file = UnresolvedFile(.failed(nil), path: "failed/2026-11-21/a.csv", since: Self.lately)
        status.files = [file]
        #expect(
            status.reasons(failOn: .none) == [
                .nightlyRunFailed(ExitStatus(.inputRefused)), .filesFailed([file]),
            ])
        status.files = [UnresolvedFile(.repeated(run: 1), path: "repeated/2026-11-21/a.csv", since: Self.lately)]
        #expect(kinds(status) == ["files_repeated"])
        status.files = []
        #expect(kinds(status).isEmpty)
        status.nightlyRun = Self.ended([.inputRefused, .inputOutput])
        #expect(kinds(status) == ["night_failed"])
    }

    @Test func missingFilesHaveTheirOwnReason() {
        #expect(
            Self.folder(Self.ended([.filesMissing], files: 2)).reasons(failOn: .none)
                == [.filesMissing(files: 2)])
        #expect(kinds(Self.folder(Self.ended([.rowsRejected, .filesMissing]))) == ["files_missing"])
        #expect(kinds(Self.folder(Self.ended([.inputRefused, .filesMissing]))) == ["night_failed", "files_missing"])
    }

    @Test func lateRunIsJudgedByItsEnd() {
        let began = NightlyState(beganAt: Self.longAgo)
        #expect(kinds(Self.folder(began.ended(at: Self.lately, .done, files: 1))).isEmpty)
        #expect(
            Self.folder(Self.ended(at: Self.longAgo)).reasons(failOn: .none)
                == [.nightlyRunLate(ageSeconds: 33 * 3_600 + 1_800)])
        #expect(kinds(Self.folder(Self.ended([.badLedger], at: Self.longAgo))) == ["night_late", "night_failed"])
    }

    @Test func runWithoutAnEndIsRunningOrCutShort() {
        let began = NightlyState(beganAt: Self.lately)
        #expect(kinds(Self.folder(began, isRunning: true)).isEmpty)
        #expect(kinds(Self.folder(began)) == ["night_cut_short"])
        #expect(kinds(Self.folder(NightlyState(beganAt: Self.longAgo), isRunning: true)) == ["night_late"])
        #expect(kinds(Self.folder(NightlyState(beganAt: Self.longAgo))) == ["night_late", "night_cut_short"])
    }

    @Test func missingRecordMeansNoRun() {
        #expect(kinds(Self.folder(nil)) == ["no_night"])
        var status = Self.folder(Self.ended())
        status.hasLedger = false
        #expect(kinds(status).isEmpty, "nights without a file make no ledger")
        status.showsRuns = true
        #expect(kinds(status, .none) == ["ledger_missing"])
    }

    /// A few minutes are clock skew; a day is a wrong clock that would hide a late run.
    @Test func timeInTheFutureIsAWrongClock() {
        #expect(kinds(Self.folder(Self.ended(at: "2026-11-22T04:05:00Z"))).isEmpty)
        #expect(kinds(Self.folder(Self.ended([.badLedger], at: "2026-11-22T04:05:01Z")), .none) == ["clock_back"])
    }

    @Test func shiftOpenForADayIsAReason() {
        var status = Self.folder(Self.ended())
        func shift(_ opened: String) -> OpenShift {
            OpenShift(
                run: 1, openedAt: opened, date: "2026-11-21", shiftLog: "/j", device: 1, inode: 1, menu: "", process: 1)
        }
        status.shift = shift(Self.lately)
        #expect(kinds(status).isEmpty)
        status.shift = shift(Self.longAgo)
        #expect(kinds(status, .none) == ["counter_open"])
    }

    @Test func openWorkCountsAsConfigured() {
        var status = Self.folder(Self.ended([.rowsRejected]))
        status.open = FolderIndexModel.OpenRows(short: 2, rejected: 1)
        status.misplaced = [MisplacedReports(run: 3, state: .staged)]
        status.nextDayNeeds = (CalendarDay(number: 20_000), [FruitStock(fruit: "키위", pieces: 4)])
        #expect(kinds(status, .none).isEmpty)
        #expect(kinds(status, .rejected) == ["reports_unplaced", "rows_rejected"])
        #expect(
            kinds(status, .shortage) == ["reports_unplaced", "rows_rejected", "rows_short", "stock_below_need"])
        status.open = FolderIndexModel.OpenRows()
        status.misplaced = []
        status.nextDayNeeds = (CalendarDay(number: 20_000), [])
        #expect(kinds(status, .shortage).isEmpty)
    }

    @Test func ledgerWithoutAFolderIsJudgedByItsLastRun() {
        func ledger(_ recorded: String?) -> ShopStatus {
            var status = ShopStatus(.ledger("/shop.sqlite"), at: Self.now, maxAgeSeconds: Self.day)
            status.hasLedger = true
            status.lastRun = recorded.map {
                RecordedRun(
                    number: 1, reverses: nil, reversedBy: nil, recordedAt: $0, date: nil, success: 1, shortage: 0,
                    rejected: 0, skipped: 0, cupsServed: 1, inputs: [], closing: [])
            }
            return status
        }
        #expect(kinds(ledger(Self.lately)).isEmpty)
        #expect(kinds(ledger(Self.longAgo)) == ["run_late"])
        #expect(kinds(ledger(nil)) == ["no_run"])
        #expect(kinds(ledger("2026-11-23T00:00:00Z")) == ["clock_back"])
        // A reversal or a settlement is no run of orders.
        var status = ledger(Self.longAgo)
        status.laterRuns = ledger(Self.lately).lastRun.map { [$0] } ?? []
        #expect(kinds(status) == ["run_late"])
        status.laterRuns = ledger("2026-11-23T00:00:00Z").lastRun.map { [$0] } ?? []
        #expect(kinds(status) == ["clock_back"])
    }

    private static func chain(_ reasons: [ExitReason], _ members: [(String, ShopStatus)] = []) -> ShopStatus {
        var status = ShopStatus(.chain("/chain"), at: now, maxAgeSeconds: day)
        let nightlyRun = NightlyState(beganAt: lately).ended(at: lately, ExitStatus(reasons, isOfChain: true), files: 1)
        status.nightlyRun = nightlyRun
        status.chainRun = ShopStatus.ChainRun(date: "2026-11-21", state: nil, problems: [])
        status.files = []
        status.members = members.map { (name: $0, status: $1) }
        return status
    }

    /// A shop of a chain whose last run came to a state for it.
    private static func member(_ state: ShopRunState, _ problems: ExitReason...) -> ShopStatus {
        var status = folder(ended([.ledgerUnsound, .inputRefused]))
        let met = problems.map { ShopProblem(file: "a.csv", $0, text: "text") }
        status.chainRun = ShopStatus.ChainRun(date: "2026-11-21", state: state, problems: met)
        status.files = []
        return status
    }

    @Test func chainShopHasOnlyItsOwnReasons() {
        #expect(kinds(Self.member(.done)).isEmpty && kinds(Self.member(.rejected, .rowsRejected)) == ["chain_problems"])
        #expect(kinds(Self.member(.missing)) == ["files_missing"])
        #expect(kinds(Self.member(.notRun)) == ["shop_not_run"])
        #expect(kinds(Self.member(.failed, .badLedger)) == ["chain_problems"])
        // The refused file has been resolved.
        #expect(kinds(Self.member(.refused, .inputRefused)).isEmpty)
    }

    @Test func chainListsItsOwnReasonsBeforeThoseOfShops() {
        var shop = Self.member(.missing)
        shop.reasons = [.filesMissing(files: 0)]
        var chain = Self.chain([.ledgerUnsound, .shopWithoutFile], [("b", shop)])
        #expect(
            chain.reasons(failOn: .none) == [
                .nightlyRunFailed(ExitStatus([.ledgerUnsound, .shopWithoutFile], isOfChain: true)),
                .shop("b", .filesMissing(files: 0)),
            ])
        chain.chainRun = ShopStatus.ChainRun(date: "2026-11-21", state: nil, problems: [], rowsWithoutShop: 2)
        #expect(kinds(chain, .none) == ["night_failed", "files_missing"])
        #expect(kinds(chain, .rejected) == ["night_failed", "files_missing", "rows_without_shop"])
    }

    @Test func unreadableShopSetsTheChainCode() {
        #expect(Self.chain([]).exitStatus.isDone)
        var chain = Self.chain([])
        chain.reasons = [.shop("a", .filesMissing(files: 0))]
        #expect(chain.exitStatus == ExitStatus(.statusReasons))
        chain.reasons += [
            .shop("b", .shopUnreadable(.badLedger, "text")), .shop("c", .shopUnreadable(.ledgerUnsound, "text")),
        ]
        #expect(chain.exitStatus.code == 70)
        #expect(chain.exitStatus.reasons == [.ledgerUnsound, .badLedger, .statusReasons])
    }
}
