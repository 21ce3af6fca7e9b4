internal import JuiceBatch

/// The texts of the index of a folder of reports.
struct IndexViewModel: Localized {
    /// A line of the list: a run, or a business day without a run.
    ///
    /// `anchors` are targets of links in reports to the day or its neighbours; only the first line of a day has any.
    typealias Line = (date: CalendarDay?, entry: FolderIndexModel.Entry?, anchors: [String])

    let index: FolderIndexModel
    var linesMax = Int.max
    let totals: RunTotals
    /// The entries of the index, one for each day of a run; its open and rejected rows are in the newest one.
    private let rows: [FolderIndexModel.Entry]
    /// The highest number of orders in one entry.
    private let mostOrders: Int

    init(_ index: FolderIndexModel) {
        self.index = index
        totals = index.totals
        let rows = index.entries.flatMap { entry -> [FolderIndexModel.Entry] in
            guard let run = entry.run, run.days.count > 1 else { return [entry] }
            return run.days.indices.reversed().map { position in
                var part = run.limited(to: [run.days[position]])
                if position < run.days.count - 1 {
                    part.rejected = 0
                    part.open = OpenRows()
                }
                return (entry.name, entry.link, part)
            }
        }
        self.rows = FolderIndexModel(language: index.language, entries: rows).entries
        mostOrders = rows.reduce(0) { max($0, $1.run?.sums.orders ?? 0) }
    }

    var language: MessageLanguage { index.language }
    /// The format of money; nil if no run has amounts.
    var money: MoneyFormat? { totals.currency.map { MoneyFormat(sign: $0) } }
    private var open: OpenRows { totals.open }

    var title: String {
        index.shop.map { pick(ko: "\($0) 전체 보고서", en: "\($0): all days") } ?? pick(ko: "전체 보고서", en: "All days")
    }

    /// Whether anything needs attention, which determines the colour of the page.
    var needsAttention: Bool { open.total > 0 || !index.tasks.isEmpty }

    /// Whether anything needs attention, in words; nil if it is unknown.
    var statusWord: String? {
        if needsAttention { return pick(ko: "남은 일 있음", en: "Work left to do") }
        return index.tracksOpenRows ? pick(ko: "남은 일 없음", en: "Nothing left to do") : nil
    }

    var headline: String {
        if index.entries.isEmpty {
            return pick(ko: "이 폴더에는 아직 보고서가 없습니다.", en: "There are no reports in this folder yet.")
        }
        let count = index.entries.count + index.olderRuns.count
        let reports = pick(
            ko: "보고서가 \(grouped(count))개 있습니다.",
            en: "There \(count == 1 ? "is" : "are") \(counted(count, "report")).")
        let parts = [
            pick(
                if: open.short > 0, ko: "못 만든 주문 \(grouped(open.short))건",
                en: "\(counted(open.short, "row")) short of fruit"),
            open.rejected > 0 ? language.rowsToCorrect(open.rejected) : nil,
        ].compactMap(\.self)
        let list = parts.joined(separator: pick(ko: ", ", en: " and "))
        return reports
            + (list.isEmpty ? "" : pick(ko: " 아직 남은 일이 있습니다: \(list).", en: " Still open: \(list)."))
    }

    /// The run to look at first, which is the one with the most open rows; nil if there are none.
    var first: (text: String, link: String?)? {
        index.entryWithMostOpenRows.map { first in
            let name = [title(first.run?.date, first), self.name(first)].compactMap(\.self).joined(separator: " ")
            return (pick(ko: "먼저 볼 보고서: \(name)", en: "Look at this report first: \(name)"), link(to: first))
        }
    }

    /// The titles of the columns for `title`, the bar and the cells.
    var columns: (title: String, bar: String, cells: [String]) {
        let cells = pick(ko: "남은 일|주문|못 만든 주문|못 만든 비율|고칠 행|만든 잔", en: "Open|Orders|Short|Share short|To correct|Cups")
        let sales = money == nil ? [] : [pick(ko: "매출", en: "Sales")]
        return (
            pick(ko: "날짜", en: "Day"), pick(ko: "만든 주문·못 만든 주문", en: "Served and short"),
            cells.split(separator: "|").map(String.init) + sales
        )
    }

    /// The lines for runs and for days without a run, newest first.
    var lines: [Line] {
        var gaps = (index.daysWithoutRun ?? [])[...]
        var lines: [Line] = []
        for entry in rows.prefix(linesMax) {
            let date = entry.run?.date
            while let gap = gaps.last, date.map({ $0 < gap }) ?? true { lines.append((gaps.removeLast(), nil, [])) }
            lines.append((date, entry, []))
        }
        // Links in reports lead to a day by its date, and to its neighbours by targets that contain the same date.
        let dates = lines.compactMap(\.date).reduce(into: [CalendarDay]()) { if $0.last != $1 { $0.append($1) } }
        for (position, date) in dates.enumerated() {
            guard let index = lines.firstIndex(where: { $0.date == date }) else { continue }
            var anchors = [Self.anchor(of: date)]
            if position > 0 { anchors.append(Self.anchor(before: dates[position - 1])) }
            if position + 1 < dates.count { anchors.append(Self.anchor(after: dates[position + 1])) }
            lines[index].anchors = anchors
        }
        return lines
    }

    /// The business day of an entry or of a day without a run; the name of the folder if the day is unknown.
    func title(_ date: CalendarDay?, _ entry: FolderIndexModel.Entry?) -> String {
        date.map { language.dayText($0) } ?? entry?.name ?? ""
    }

    /// The name of a run's folder and the kind of the run, if they are unusual.
    ///
    /// For a day without a run, a remark and the file of that day that could not be applied.
    func caption(_ date: CalendarDay?, _ entry: FolderIndexModel.Entry?) -> String {
        let file = date.flatMap { index.failedFiles[$0] }
        let parts =
            entry.map { [name($0), kind(of: $0)] } ?? [
                pick(ko: "실행이 없는 영업일", en: "no run for this day"),
                file.map { pick(ko: "적용하지 못한 파일: \($0)", en: "not applied: \($0)") },
            ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// The address of an entry's report, with the target that shows its links unless this is a period's page.
    func link(to entry: FolderIndexModel.Entry) -> String? {
        entry.link.map { link in
            let depth = link.utf8.count { $0 == UInt8(ascii: "/") }
            return index.period == nil ? "\(link)#\(Self.anchor(ofLinksAtDepth: depth))" : link
        }
    }

    /// The name of a set's folder; nil if it only repeats the business day.
    private func name(_ entry: FolderIndexModel.Entry) -> String? {
        guard let date = entry.run?.date else { return nil }
        let name = entry.name.split(separator: "/").last.map(String.init) ?? entry.name
        return name == date.text ? nil : name
    }

    /// The kind of a run, and whether it was reversed; nil for an unreversed run of orders, the most common kind.
    private func kind(of entry: FolderIndexModel.Entry) -> String? {
        guard let run = entry.run else { return pick(ko: "읽을 수 없는 보고서", en: "cannot be read") }
        if run.kind == .orders && run.reversedBy == nil { return nil }
        return run.kind.text(language, reversedBy: run.reversedBy)
    }

    /// The served and short orders in thousandths of the highest number of orders.
    func bar(_ sums: SalesFigures) -> (served: Int, ordersShort: Int) {
        let ordersShort = min(permille(sums.ordersShort, of: mostOrders), 1_000)
        return (min(permille(sums.orders - sums.ordersShort, of: mostOrders), 1_000 - ordersShort), ordersShort)
    }

    /// The cells of a run or of the totals, one for each of `columns`.
    func cells(_ sums: SalesFigures, open: Int, rejected: Int) -> [String] {
        [index.tracksOpenRows ? grouped(open) : "–"] + [sums.orders, sums.ordersShort].map(grouped)
            + [percent(sums.ordersShort, of: sums.orders), grouped(rejected), grouped(sums.cups)]
            + (money.map { [$0.text(sums.sales)] } ?? [])
    }

    /// The title and, for each of `columns`, the total of all runs that were not reversed; nil for fewer than two.
    var sums: (title: String, cells: [String])? {
        guard totals.runs - totals.reversed > 1 else { return nil }
        return (pick(ko: "합계", en: "Total"), cells(totals.sums, open: open.total, rejected: totals.rejected))
    }

    var notes: [String] {
        let (unlisted, older) = (rows.count - min(linesMax, rows.count), index.olderRuns.count)
        let notes: [String?] = [
            pick(
                if: unlisted > 0, ko: "오래된 보고서 \(grouped(unlisted))개는 목록에서 뺐습니다. 합계에는 들어 있습니다.",
                en: "\(counted(unlisted, "older report is", plural: "older reports are")) not listed, but are counted "
                    + "in the totals."),
            pick(
                if: older > 0, ko: "\(grouped(FolderIndexModel.daysMax))일보다 오래된 보고서 \(grouped(older))개는 목록과 합계에서 뺐습니다.",
                en: "\(counted(older, "report is", plural: "reports are")) older than "
                    + "\(grouped(FolderIndexModel.daysMax)) days, and not included."),
            pick(
                if: !index.tracksOpenRows && totals.runs > 0, ko: "어떤 행이 남아 있는지는 장부가 있어야 알 수 있습니다.",
                en: "Only with a ledger is it known which rows are still open."),
            pick(
                if: index.tracksOpenRows && totals.runs > 0,
                ko: "남은 일은 failure.csv에서 아직 해결하지 않은 행입니다. 다시 실행해서 성공하거나 settle로 완료 처리하면 남은 일에서 빠집니다. 재료가 모자랐던 "
                    + "행도 다음 영업일의 주문을 적용하면 놓친 매출로 바뀌어 빠집니다.",
                en: "A row of failure.csv stays open until a later run applies it, or settle "
                    + "closes it. Rows short of fruit are closed as lost sales once orders of a later business "
                    + "day have been applied."),
        ]
        return notes.compactMap(\.self)
    }
}

/// The targets of links between the index and reports.
///
/// A report knows neither the days next to it nor whether there is an index. So its links lead to targets in an index,
/// and are shown only if the report was opened from there.
extension IndexViewModel {
    /// The target in a report that shows its links, given the number of folders between the report and the index.
    static func anchor(ofLinksAtDepth depth: Int) -> String { "up-\(depth)" }
    static func anchor(of day: CalendarDay) -> String { "day-\(day.text)" }
    static func anchor(before day: CalendarDay) -> String { "before-\(day.text)" }
    static func anchor(after day: CalendarDay) -> String { "after-\(day.text)" }
}
