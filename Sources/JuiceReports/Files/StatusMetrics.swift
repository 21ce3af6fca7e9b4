internal import JuiceBatch

/// The state of a shop in Prometheus' text format, version 0.0.4, without unknown values.
///
/// Samples have no timestamps, which node_exporter's textfile collector rejects.
extension ShopStatus {
    /// The status as metrics.
    package var metrics: String {
        var text = MetricsText(labels: [Self.label(of: location)])
        if let nightlyRun {
            text.add("night_start_timestamp_seconds", "When the last nightly run began.", time: nightlyRun.beganAt)
            text.add(
                "night_end_timestamp_seconds", "When the last nightly run ended; absent if it has not ended.",
                time: nightlyRun.endedAt)
            text.add(
                "night_last_success_timestamp_seconds", "When a nightly run last exited with 0, 3 or 4.",
                time: nightlyRun.lastSuccessAt)
            text.add("night_exit_code", "The exit code of the last nightly run.", nightlyRun.exitStatus?.code)
            text.add("night_files", "Files that the last nightly run took from the inbox.", nightlyRun.files)
            text.add(
                "night_repeated_files", "Files of the last nightly run with the same content as an applied file.",
                nightlyRun.repeated)
        }
        if case .chain = location {
            text.add(
                "shops", "Shops of the chain by their result in its last nightly run.", by: "state",
                stateCounts.map { ($0.state.rawValue, $0.count) })
        }
        add(to: &text)
        for member in members {
            text.labels = [Self.label(of: member.status.location), (name: "shop", value: member.name)]
            let state = member.status.chainRun?.state
            text.add(
                "shop_state", "1 for the result of the shop in the chain's last nightly run.", by: "state",
                state.map { [($0.rawValue, 1)] })
            member.status.add(to: &text)
        }
        return text.text
    }

    /// Adds the metrics of a shop or a chain except those of its last nightly run and of the shops of a chain.
    private func add(to text: inout MetricsText) {
        text.add(
            "runs_total", "Runs that the ledger has recorded.", lastRun.map { $0.number + laterRuns.count },
            type: "counter")
        text.add(
            "run_timestamp_seconds", "When the last run that applied inputs was recorded.", time: lastRun?.recordedAt)
        text.add(
            "business_day_timestamp_seconds", "The business day of the last run, at 00:00 UTC.",
            lastRun?.date.flatMap { CalendarDay($0) }.map { $0.number * 86_400 })
        text.add(
            "run_rows", "Rows of the last run.", by: "outcome",
            lastRun.map { run in
                [
                    ("success", run.success), ("shortage", run.shortage), ("rejected", run.rejected),
                    ("skipped", run.skipped),
                ]
            })
        text.add(
            "open_rows", "Failed rows that are still open.", by: "class",
            open.map { [("shortage", $0.short), ("rejected", $0.rejected)] })
        let places = files.map { files in
            UnresolvedFile.Place.allCases.map { place in (place.rawValue, files.filter { $0.place == place }) }
        }
        text.add(
            "unresolved_files",
            "Files that need attention: in failed or repeated, or in the inbox for more than a day.", by: "place",
            places?.map { ($0, $1.count) })
        text.add(
            "oldest_unresolved_file_timestamp_seconds", "Since when the oldest of these files has been waiting.",
            by: "place",
            places?.compactMap { place, files in
                files.compactMap { utcSeconds(of: $0.since) }.min().map { (place, $0) }
            })
        text.add(
            "dates_without_run", "Business days of the last four weeks without a run, between days with one.",
            hasLedger ? daysWithoutRun.count : nil)
        text.add(
            "fruits_below_need", "Fruits with less stock than the next day needs.", nextDayNeeds?.missing.count)
        text.add("unplaced_reports", "Runs whose reports are not in place.", hasLedger ? misplaced.count : nil)
        text.add(
            "counter_opened_timestamp_seconds", "When the counter was opened; absent while it is closed.",
            time: shift?.openedAt)
    }

    private static func label(of location: Location) -> (name: String, value: String) {
        switch location {
        case .folder(let path), .chain(let path): ("folder", path)
        case .ledger(let path): ("ledger", path)
        }
    }
}

/// A text of metrics under construction, in which all samples of a metric are adjacent, as the format requires.
private struct MetricsText {
    var labels: [(name: String, value: String)]
    var names: [String] = []
    var lines: [String: String] = [:]

    var text: String { names.compactMap { lines[$0] }.joined() }

    /// Adds a metric with one sample; nothing is added if the value is nil.
    mutating func add(_ name: String, _ help: String, _ value: Int?, type: String = "gauge") {
        guard let value else { return }
        add(name, help, type, labels, value)
    }

    mutating func add(_ name: String, _ help: String, time: String?) { add(name, help, time.flatMap(utcSeconds)) }

    /// Adds a metric with several samples, which differ in the value of one label; nothing is added for nil.
    mutating func add(_ name: String, _ help: String, by other: String, _ values: [(String, Int)]?) {
        for (key, value) in values ?? [] { add(name, help, "gauge", labels + [(name: other, value: key)], value) }
    }

    private mutating func add(
        _ name: String, _ help: String, _ type: String, _ labels: [(name: String, value: String)], _ value: Int
    ) {
        if lines[name] == nil {
            names.append(name)
            lines[name] = "# HELP juice_batch_\(name) \(help)\n# TYPE juice_batch_\(name) \(type)\n"
        }
        let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]
        let label = labels.map { label in
            "\(label.name)=\"" + label.value.unicodeScalars.map { escapes[$0] ?? String($0) }.joined() + "\""
        }.joined(separator: ",")
        lines[name]? += "juice_batch_\(name){\(label)} \(value)\n"
    }
}
