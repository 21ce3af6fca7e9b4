import JuiceBatch
import JuiceReports
import Testing

/// How a shop stands, in the text format of Prometheus.
@Suite struct StatusMetricsTests {
    @Test func whatIsNotKnownIsLeftOut() {
        let status = ShopStatus(.folder("/srv/a \"b\\c\nd"), at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        #expect(StatusMetrics.render(status).isEmpty)
        var night = status
        night.night = ShopStatus.NightlyRun(NightlyState(beganAt: "2026-11-22T03:30:00Z"), isAtWork: false)
        #expect(
            StatusMetrics.render(night) == #"""
                # HELP juice_batch_night_start_timestamp_seconds When the last nightly run began.
                # TYPE juice_batch_night_start_timestamp_seconds gauge
                juice_batch_night_start_timestamp_seconds{folder="/srv/a \"b\\c\nd"} 1795318200

                """#)
    }

    @Test func anOpenCounterSaysSinceWhen() {
        var status = ShopStatus(.ledger("/a.sqlite"), at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        status.hasLedger = true
        status.shift = OpenShift(
            run: 1, openedAt: "2026-11-22T00:00:00Z", date: "2026-11-22", shiftLog: "/j", device: 1, inode: 1, menu: "",
            process: 1)
        let lines = StatusMetrics.render(status).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                #"juice_batch_dates_without_run{ledger="/a.sqlite"} 0"#,
                #"juice_batch_unplaced_reports{ledger="/a.sqlite"} 0"#,
                #"juice_batch_counter_opened_timestamp_seconds{ledger="/a.sqlite"} 1795305600"#,
            ])
    }

    /// The text format wants all samples of a metric behind its one HELP line.
    @Test func eachShopOfAChainHasItsLabelAndMetricsStandTogether() {
        func status(_ place: ShopStatus.Place) -> ShopStatus {
            ShopStatus(place, at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        }
        var chain = status(.chain("/c"))
        chain.files = []
        chain.members = [("a", ShopRunState.done), ("b", .missing)].map { name, state in
            var shop = status(.folder("/c/\(name)"))
            shop.chainRun = ShopStatus.ChainRun(date: "2026-11-21", state: state, problems: [])
            shop.files = []
            return ShopStatus.Member(name: name, status: shop)
        }
        let lines = StatusMetrics.render(chain).split(separator: "\n").map(String.init)
        #expect(lines.count { $0 == #"juice_batch_shops{folder="/c",state="missing"} 1"# } == 1)
        let names = lines.map { line in
            String(line.replacing("# HELP ", with: "").replacing("# TYPE ", with: "").prefix { $0 != " " && $0 != "{" })
        }
        let families = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
        #expect(families.count == Set(families).count)
        #expect(
            lines.filter { $0.contains("shop=") } == [
                #"juice_batch_unresolved_files{folder="/c/a",shop="a",place="failed"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/a",shop="a",place="repeated"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/a",shop="a",place="inbox"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/b",shop="b",place="failed"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/b",shop="b",place="repeated"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/b",shop="b",place="inbox"} 0"#,
                #"juice_batch_shop_state{folder="/c/a",shop="a",state="done"} 1"#,
                #"juice_batch_shop_state{folder="/c/b",shop="b",state="missing"} 1"#,
            ])
    }
}
