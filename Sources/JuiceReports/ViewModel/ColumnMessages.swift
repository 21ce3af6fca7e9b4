internal import JuiceBatch
internal import JuiceCore
internal import JuiceInspect

/// The messages about the columns that were read for each role, and about input that was not understood.
extension MessageLanguage {
    private static let namedMax = 3
    private static let columnsMax = 8

    private func name(_ role: Role) -> String {
        switch role {
        case .id: pick(ko: "번호", en: "id")
        case .action: pick(ko: "작업", en: "action")
        case .item: pick(ko: "품목", en: "item")
        case .quantity: pick(ko: "수량", en: "quantity")
        case .time: pick(ko: "시각", en: "time")
        }
    }

    /// The column of each role, or the rule for a role without one; a missing item or time column is not mentioned.
    private func text(_ reading: ReportModel.ColumnReading) -> String {
        [Role.item, .quantity, .id, .action, .time].compactMap { role -> String? in
            if let column = reading.names[role] { return "\(name(role)) ← \(quoted(column))" }
            let rule: String
            switch (role, reading.impliedAction) {
            case (.quantity, _): rule = pick(ko: "주문 1건에 1잔", en: "1 cup per order")
            case (.id, _): rule = pick(ko: "같은 행이 두 번 있으면 두 번 적용", en: "a row that appears twice is applied twice")
            case (.action, .order): rule = pick(ko: "모두 주문", en: "all are orders")
            case (.action, .restock): rule = pick(ko: "모두 입고", en: "all are restocks")
            case (.action, _): rule = pick(ko: "쥬스는 주문, 과일은 입고", en: "juices are ordered, fruits restocked")
            case (.item, _), (.time, _): return nil
            }
            return pick(ko: "\(name(role)) 열 없음 → \(rule)", en: "no \(name(role)) column → \(rule)")
        }.joined(separator: ", ")
    }

    /// The columns of each input, one sentence per reading.
    func columnSentences(_ inputs: [ReportModel.Input]) -> [String] {
        let readings = inputs.readings
        let columns = pick(ko: "열", en: "Columns")
        guard readings.count > 1 else { return readings.map { "\(columns): \(text($0.reading))" } }
        let shown = readings.prefix(Self.namedMax).map { reading, first, count in
            let inputs = [first, andMore(count - 1)].compactMap(\.self).joined(separator: " ")
            return "\(columns) (\(inputs)): \(text(reading))"
        }
        let more = readings.count - shown.count
        let note = pick(
            if: more > 0, ko: "다른 입력에서 열을 읽은 방식(\(grouped(more))가지)은 summary.json에 있습니다.",
            en: "summary.json lists \(counted(more, "more way")) in which columns were read.")
        return shown + [note].compactMap(\.self)
    }

    /// Further notes on how inputs were read, usually none; `columnsMax` limits the list of columns that were not read.
    func columnNotes(
        _ inputs: [ReportModel.Input], _ earlier: EarlierIDs, columnsMax: Int = Self.columnsMax
    ) -> [String] {
        let emptyQuantities = inputs.reduce(0) { $0 + $1.profile.emptyQuantities }
        let incomplete = inputs.filter { !$0.missingColumns.isEmpty }.map { input in
            "\(input.name) (\(list(input.missingColumns.map { quoted($0) }, max: Self.namedMax)))"
        }
        let incompleteList = list(incomplete, max: Self.namedMax)
        let unchecked = inputs.filter(\.hasUncheckedTotals).map(\.name)
        let uncheckedList = list(unchecked, max: Self.namedMax)
        return [
            notUnderstood(inputs, columnsMax: columnsMax),
            pick(
                if: emptyQuantities > 0, ko: "빈 수량 \(grouped(emptyQuantities))개는 1로 읽었습니다.",
                en: "\(counted(emptyQuantities, "empty quantity was", plural: "empty quantities were")) read as 1."),
            noted(\.earlierRows, of: inputs).map { count, first in
                pick(
                    ko: "시각이 위 행보다 이른 행이 \(grouped(count))개 있습니다(\(first)). 파일 순서대로 적용했습니다. ",
                    en: "\(counted(count, "row has", plural: "rows have")) an earlier time than the row above "
                        + "(\(first)). Rows were applied in file order. ")
                    + advice([applyingByTime])
            }, unsorted(inputs), unreadableTimes(inputs), uncountedRows(inputs),
            pick(
                if: !incomplete.isEmpty, ko: "설정이나 옵션에 적힌 열이 없는 입력: \(incompleteList).",
                en: "Some columns in the settings or options are missing from these inputs: \(incompleteList)."),
            pick(
                if: !unchecked.isEmpty, ko: "칸 수가 틀린 행이 있어 합계를 확인하지 않은 입력: \(uncheckedList).",
                en: "Totals in these inputs were not checked, because some rows have the wrong number of cells: "
                    + "\(uncheckedList)."), self.earlier(earlier, inputs),
        ].compactMap(\.self)
    }

    /// The columns that no setting mentions, with their values if they are few.
    private func notUnderstood(_ inputs: [ReportModel.Input], columnsMax: Int) -> String? {
        // The cells of a column are nil if there are too many.
        var columns: [(name: String, cells: [(text: String, rows: Int)]?)] = []
        for column in inputs.flatMap(\.profile.columns) {
            let index = columns.firstIndex { $0.name == column.name } ?? columns.count
            if index == columns.count { columns.append((column.name, [])) }
            if column.exampleCells == nil { columns[index].cells = nil }
            for cell in column.exampleCells ?? [] {
                if let known = columns[index].cells?.firstIndex(where: { $0.text == cell.text }) {
                    columns[index].cells?[known].rows += cell.rows
                } else {
                    columns[index].cells?.append((cell.text, cell.rows))
                }
            }
        }
        let texts = columns.compactMap { name, cells -> String? in
            let title = trimmedText(name).isEmpty ? pick(ko: "이름 없는 열", en: "a column without a name") : nil
            // A column without a name and cells is none.
            if title != nil, let cells, cells.allSatisfy(\.text.isEmpty) { return nil }
            guard let cells, !cells.isEmpty, cells.count <= InputProfile.exampleCellsMax else {
                return title ?? quoted(name)
            }
            let list = cells.map { text, rows in
                "\(text.isEmpty ? pick(ko: "빈 칸", en: "empty") : shortened(text)) \(grouped(rows))"
            }
            return "\(title ?? shortened(name)): \(list.joined(separator: ", "))"
        }
        // With its escapes, a list of this size in bytes fits into a Markdown report.
        var bytesLeft = 8_000
        let fitting = texts.prefix { text in
            bytesLeft -= text.utf8.count
            return bytesLeft >= 0
        }
        let list = list(texts, max: min(columnsMax, max(1, fitting.count)), separator: "; ")
        return pick(if: !texts.isEmpty, ko: "읽지 않은 열: \(list).", en: "These columns were not read: \(list).")
    }

    /// The sentence for nightly runs about an input with columns that no setting mentions; nil if there are none.
    func undescribed(_ inputs: [ReportModel.Input]) -> String? {
        let names = inputs.flatMap(\.profile.columns).map { quoted($0.name) }
        let list = list(names, max: Self.columnsMax)
        return pick(
            if: !names.isEmpty,
            ko: "설정에 없는 열이 있습니다: \(list). juice-batch inspect 파일 --update --write로 적어 두면 새 열이나 새 값이 생겼을 때 알려 줍니다.",
            en: "These columns are not in the settings: \(list). Describe them with juice-batch inspect FILE "
                + "--update --write, so that you are warned of new columns and values.")
    }

    /// The number of noted rows in all inputs, and the position of the first one as text; nil if there are none.
    private func noted(
        _ rows: (InputProfile) -> InputProfile.NotedRows?, of inputs: [ReportModel.Input]
    ) -> (count: Int, first: String)? {
        let found = inputs.compactMap { input in rows(input.profile).map { (input.name, $0) } }
        guard let (name, first) = found.first else { return nil }
        let line = grouped(first.firstLine)
        return (
            found.reduce(0) { $0 + $1.1.count },
            pick(ko: "첫 행: \(name) \(line)번째 줄", en: "first: \(name), line \(line)")
        )
    }

    private func unreadableTimes(_ inputs: [ReportModel.Input]) -> String? {
        guard let (count, first) = noted(\.unreadableTimes, of: inputs) else { return nil }
        let order = pick(
            if: inputs.contains { $0.profile.unreadableTimes != nil && !$0.hasDateOrder },
            ko: " 11/05/2026 같은 날짜이면 `--date-order mdy` (`\"date_order\":\"mdy\"`)처럼 순서를 정하세요.",
            en: " For dates such as 11/05/2026, set the order, as in `--date-order mdy` (`\"date_order\":\"mdy\"`).")
        return pick(
            ko: "시각을 읽을 수 없는 행이 \(grouped(count))개 있습니다(\(first)). 이런 행은 영업일 없이 적용했습니다.\(order ?? "")",
            en: "The time of \(counted(count, "row")) cannot be read (\(first)). Such rows were applied without a "
                + "business day.\(order ?? "")")
    }

    /// The sentence about inputs whose rows were not sorted by time, since no column is the time.
    private func unsorted(_ inputs: [ReportModel.Input]) -> String? {
        let unsorted = inputs.filter { $0.possibleTimeColumns != nil }
        guard let first = unsorted.first else { return nil }
        let names = list(unsorted.map(\.name), max: Self.namedMax)
        let sentence = pick(
            ko: "시각 열이 없어 파일 순서대로 적용한 입력: \(names).",
            en: "These inputs have no time column and were applied in file order: \(names).")
        guard let times = (unsorted.first { $0.possibleTimeColumns != [] } ?? first).possibleTimeColumns,
            let time = times.first
        else { return sentence }
        let list = list(times.map { quoted($0) }, max: Self.namedMax)
        let fix = SettingsProposal.naming(.time, [time]).text
        return sentence
            + pick(
                ko: " 시각일 수 있는 열이 여럿입니다: \(list). 하나를 \(fix)처럼 정하세요.",
                en: " Several columns may contain the time: \(list). Choose one, as in \(fix).")
    }

    /// The sentence about title and totals rows, which are not counted as rows; nil if there are none.
    private func uncountedRows(_ inputs: [ReportModel.Input]) -> String? {
        let (titles, totals) = inputs.reduce((0, 0)) { ($0.0 + $1.titles, $0.1 + $1.counts.totals) }
        let list = [
            pick(
                if: titles > 0, ko: "머리글 위의 제목 \(grouped(titles))줄", en: counted(titles, "title") + " above the header"),
            pick(if: totals > 0, ko: "합계 행 \(grouped(totals))개", en: counted(totals, "totals row")),
        ].compactMap(\.self).joined(separator: ", ")
        return pick(
            if: !list.isEmpty, ko: "행으로 세지 않은 줄: \(list).", en: "These lines were not counted as rows: \(list).")
    }

    /// The number of rows skipped because of ids of earlier runs, and the option for ids that restart every day.
    private func earlier(_ earlier: EarlierIDs, _ inputs: [ReportModel.Input]) -> String? {
        let runs = earlier.runs
        guard !runs.isEmpty else { return nil }
        let list = list(
            runs.map { run, counts in
                let rows = counts.same + counts.conflicts
                return pick(ko: "실행 #\(run) \(grouped(rows))개", en: "run \(run): \(grouped(rows))")
            }, max: Self.namedMax)
        let different = earlier.conflicts
        let conflicts = pick(
            if: different > 0, ko: " 그중 \(grouped(different))개는 내용이 다릅니다.",
            en: "; the content of \(grouped(different)) of them is different")
        var text = pick(
            ko: "앞선 실행에서 쓴 번호라 적용하지 않은 행이 \(grouped(earlier.rows))개입니다(\(list)).\(conflicts ?? "")",
            en: "\(counted(earlier.rows, "row was", plural: "rows were")) not applied, because earlier runs used "
                + "the same ids (\(list))\(conflicts ?? "").")
        if let (run, _) = runs.first(where: { $0.counts.conflicts > 0 }) {
            text += pick(
                ko: " 실행 #\(run)의 파일을 고쳐서 다시 적용한다면 먼저 그 실행을 취소하세요(juice-batch reverse \(run)).",
                en: " If this file corrects the file of run \(run), first reverse that run "
                    + "(juice-batch reverse \(run)).")
        }
        // Ids that contain the row's time are unique on every day.
        let times = Set(inputs.compactMap { $0.columns.names[.time] })
        guard let name = inputs.lazy.compactMap({ $0.columns.names[.id] }).first, !name.contains("@date"),
            times.isDisjoint(with: name.split(separator: "+").map(String.init))
        else { return text }
        let option = "`--column id=\(Escaping.shell("@date+" + name))`"
        return text
            + pick(
                ko: " 번호가 매일 새로 시작하면 이 파일을 적용한 실행을 먼저 취소하고(juice-batch reverse), `--date`와 함께 \(option, .object) 붙이세요.",
                en: " If ids start over each day, first reverse the run that applied this file (juice-batch reverse), "
                    + "then add \(option) with `--date`.")
    }
}
