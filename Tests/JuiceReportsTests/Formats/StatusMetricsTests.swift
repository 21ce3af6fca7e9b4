import JuiceBatch
import JuiceReports
import Testing

/// How a shop stands, in the text format of Prometheus.
@Suite struct StatusMetricsTests {
    @Test func whatIsNotKnownIsLeftOut() {
        let status = ShopStatus(.folder("/srv/a \"b\\c\nd"), at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        #expect(StatusMetrics.render(status).isEmpty)
        var night = status
        night.night = ShopStatus.Night(NightRecord(beganAt: "2026-11-22T03:30:00Z"), isAtWork: false)
        #expect(
            StatusMetrics.render(night) == #"""
                # HELP juice_batch_night_start_timestamp_seconds When the last night began.
                # TYPE juice_batch_night_start_timestamp_seconds gauge
                juice_batch_night_start_timestamp_seconds{folder="/srv/a \"b\\c\nd"} 1795318200

                """#)
    }

    @Test func anOpenCounterSaysSinceWhen() {
        var status = ShopStatus(.ledger("/a.sqlite"), at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        status.hasLedger = true
        status.shift = OpenShift(
            run: 1, openedAt: "2026-11-22T00:00:00Z", date: "2026-11-22", journal: "/j", device: 1, inode: 1, menu: "",
            process: 1)
        let lines = StatusMetrics.render(status).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                #"juice_batch_days_without_run{ledger="/a.sqlite"} 0"#,
                #"juice_batch_unplaced_reports{ledger="/a.sqlite"} 0"#,
                #"juice_batch_counter_opened_timestamp_seconds{ledger="/a.sqlite"} 1795305600"#,
            ])
    }
}
