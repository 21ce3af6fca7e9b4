internal import JuiceBatch

/// The output of `status --json`: the state of a shop.
package enum StatusJSON {
    /// Renders a status as JSON.
    ///
    /// - Parameter wording: words each reason.
    package static func render(_ status: ShopStatus, _ wording: StatusMessages) -> String {
        object(status, wording).text
    }

    private static func object(_ status: ShopStatus, _ wording: StatusMessages) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("schema", .number(1)), ("at", .string(status.at)), ("exit", .number(status.exitStatus.code)),
            ("reasons", .array(status.reasons.map { reason($0, wording) })),
            ("max_age_seconds", .number(status.maxAgeSeconds)),
            ("night", status.night.map { night($0, status) } ?? .null),
            ("run", status.lastRun.map { run($0, status) } ?? .null),
            ("later_runs", .array(status.laterRuns.map(later))),
            ("open", status.open.map { open($0) } ?? .null),
            ("tomorrow", status.tomorrow.map(tomorrow) ?? .null),
            ("files", status.files.map { .array($0.map { file($0, status) }) } ?? .null),
            ("days_without_run", .array(status.daysWithoutRun.map { .string($0.text) })),
            ("unplaced", .array(status.unplaced.map(unplaced))),
            (
                "undescribed",
                .array(
                    status.undescribed.map {
                        .object([("file", .string($0.name)), ("columns", .number($0.columns))])
                    })
            ),
            ("counter", status.shift.map { counter($0, status) } ?? .null),
            ("chain_run", status.chainRun.map(chainRun) ?? .null), ("shops", shops(status, wording)),
        ]
        return .object(members)
    }

    private static func reason(_ reason: StatusReason, _ wording: StatusMessages) -> JSONValue {
        var shop = JSONValue.null
        if case .shop(let name, _) = reason { shop = .string(name) }
        return .object([
            ("kind", .string(reason.kind)), ("shop", shop), ("text", .string(wording.sentence(reason))),
        ])
    }

    private static func chainRun(_ run: ShopStatus.ChainRun) -> JSONValue {
        .object([
            ("date", .string(run.date)), ("state", text(run.state?.rawValue)),
            ("problems", .array(run.problems.map { .string($0.line) })),
        ])
    }

    /// The shops of a chain, each as if it had been asked for by itself; null of a shop.
    private static func shops(_ status: ShopStatus, _ wording: StatusMessages) -> JSONValue {
        guard case .chain = status.place else { return .null }
        return .array(
            status.members.map { member in
                .object([("shop", .string(member.name)), ("status", object(member.status, wording))])
            })
    }

    private static func night(_ night: ShopStatus.NightlyRun, _ status: ShopStatus) -> JSONValue {
        let record = night.record
        let state = night.isAtWork ? "at_work" : night.isCutShort ? "cut_short" : "ended"
        return .object([
            ("state", .string(state)), ("began_at", .string(record.beganAt)),
            ("ended_at", text(record.endedAt)), ("age_seconds", number(status.ageSeconds(of: night.at))),
            ("exit", number(record.exitStatus?.code)),
            ("exit_reasons", (record.exitStatus ?? record.soFar).reasons.json), ("files", number(record.files)),
            ("repeated", number(record.repeated)), ("last_good_at", text(record.goodAt)),
        ])
    }

    private static func run(_ run: RecordedRun, _ status: ShopStatus) -> JSONValue {
        .object([
            ("run", .number(run.number)), ("recorded_at", .string(run.recordedAt)),
            ("age_seconds", number(status.ageSeconds(of: run.recordedAt))), ("date", text(run.date)),
            ("rows", .number(run.rows)), ("success", .number(run.success)), ("shortage", .number(run.shortage)),
            ("rejected", .number(run.rejected)), ("skipped", .number(run.skipped)),
        ])
    }

    private static func later(_ run: RecordedRun) -> JSONValue {
        .object([
            ("run", .number(run.number)), ("recorded_at", .string(run.recordedAt)), ("reverses", number(run.reverses)),
            ("settles", number(run.settlement?.run)),
        ])
    }

    private static func open(_ open: FolderIndexModel.OpenRows) -> JSONValue {
        .object([("shortage", .number(open.short)), ("rejected", .number(open.rejected))])
    }

    private static func tomorrow(_ tomorrow: ShopStatus.Tomorrow) -> JSONValue {
        .object([
            ("date", .string(tomorrow.date.text)),
            (
                "missing",
                .array(
                    tomorrow.missing.map { .object([("fruit", .string($0.fruit)), ("pieces", .number($0.pieces))]) })
            ),
        ])
    }

    private static func file(_ file: UnresolvedFile, _ status: ShopStatus) -> JSONValue {
        var (exit, code, line, run, obstacle): (Int?, String?, Int?, Int?, String?)
        switch file.place {
        case .failed(let cause): (exit, code, line) = (cause?.exit, cause?.code, cause?.line)
        case .repeated(let earlier): run = earlier
        case .inbox(let found): obstacle = found.rawValue
        }
        return .object([
            ("place", .string(file.place.name)), ("path", .string(file.path)), ("since", .string(file.since)),
            ("age_seconds", number(status.ageSeconds(of: file.since))), ("exit", number(exit)), ("code", text(code)),
            ("line", number(line)), ("same_as_run", number(run)), ("obstacle", text(obstacle)),
        ])
    }

    private static func unplaced(_ reports: UnplacedReports) -> JSONValue {
        .object([("run", .number(reports.run)), ("reports", .string(LedgerJSON.word(reports.state)))])
    }

    private static func counter(_ shift: OpenShift, _ status: ShopStatus) -> JSONValue {
        .object([
            ("opened_at", .string(shift.openedAt)), ("age_seconds", number(status.ageSeconds(of: shift.openedAt))),
            ("date", .string(shift.date)),
        ])
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func number(_ number: Int?) -> JSONValue { number.map { .number($0) } ?? .null }
}
