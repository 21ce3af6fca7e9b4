internal import JuiceBatch
internal import JuiceCore

/// The messages for ambiguous inputs: what was found, what it may mean, and the option that decides it.
///
/// In parentheses behind each option stands the line of juice-batch.json that decides it for all runs.
extension MessageLanguage {
    /// The message for an ambiguity, without its position and code.
    func text(_ ambiguity: Ambiguity) -> String {
        switch ambiguity {
        case .column(let kind, let header, let cell, let beside): column(kind, header, cell, beside)
        case .tornComposite(let role, let found, let missing): torn(role, found, missing)
        case .id(let header, let id, let isOfEarlierRun): self.id(header, id, isOfEarlierRun)
        case .cutOffID(let header, let id):
            pick(
                ko: "'\(shortened(header))'의 \(shown(id))\(Particle.copula.behind(id)) 표 프로그램이 뒷자리를 잘라 낸 번호입니다. 번호가 "
                    + "글자로 남게 다시 내보내거나, 번호를 쓰지 않으려면 \(SuggestedFix.column(.id, []).text).",
                en:
                    "A spreadsheet has cut digits off \(shown(id)) in '\(shortened(header))'. Export again with the numbers as "
                    + "text. To do without ids: \(SuggestedFix.column(.id, []).text).")
        case .row(let header, let cell):
            pick(
                ko:
                    "'\(shortened(header))' 칸이 \(shown(cell))\(Particle.copula.behind(cell))라 합계 행일 수 있습니다. 합계 행이면 \(SuggestedFix.totals(cell).text), "
                    + "이 가게의 행이 아니면 \(SuggestedFix.ignore(header, cell: cell).text), 재고와 상관없는 열이면 \(SuggestedFix.accept(header).text).",
                en: "Column '\(shortened(header))' is \(shown(cell)) here, so this row may be a total. If it is: "
                    + "\(SuggestedFix.totals(cell).text). If it is not this shop's: \(SuggestedFix.ignore(header, cell: cell).text). If the column "
                    + "does not matter: \(SuggestedFix.accept(header).text).")
        case .sequence(let header):
            pick(
                ko: "'\(shortened(header))'의 시각이 대부분 거꾸로라, 최근 행부터 적힌 파일일 수 있습니다. 시각 순서로 적용하려면 "
                    + "\(SuggestedFix.sequence(.time).text), 파일 순서로 적용하려면 \(SuggestedFix.sequence(.file).text).",
                en:
                    "Nearly all times in '\(shortened(header))' run backwards, so the newest row may come first. To apply by time: "
                    + "\(SuggestedFix.sequence(.time).text). To apply in the order of the file: \(SuggestedFix.sequence(.file).text)."
            )
        case .secondTable(let item):
            pick(
                ko: "머리글이 한 번 더 나옵니다. 한 파일에 표가 둘일 수 있습니다. 다른 표라면 여기서 파일을 나누고, 같은 표가 이어지면 "
                    + "\(SuggestedFix.ignore(item, cell: item).text).",
                en:
                    "This row is the header once more, so there may be two tables in one file. If the second is another, "
                    + "cut the file here. If it only continues: \(SuggestedFix.ignore(item, cell: item).text).")
        case .noRowFits(let expected, let found): noRowFits(expected, found)
        case .overlap(let run, let input, let rows, let shared): overlap(run, input, rows, shared)
        }
    }

    private func overlap(_ run: Int, _ input: String, _ rows: Int, _ shared: Ambiguity.SharedRows) -> String {
        let what =
            switch shared {
            case .start:
                pick(
                    ko:
                        "\(Particle.subject.behindRun(run)) 적용한 '\(shortened(input))'의 \(grouped(rows))행 모두로 시작합니다.",
                    en: "It begins with all \(counted(rows, "row")) of '\(shortened(input))', which run \(run) applied."
                )
            case .end:
                pick(
                    ko:
                        "\(Particle.subject.behindRun(run)) 적용한 '\(shortened(input))'의 \(grouped(rows))행 모두로 끝납니다.",
                    en: "It ends with all \(counted(rows, "row")) of '\(shortened(input))', which run \(run) applied.")
            case .stretch:
                pick(
                    ko:
                        "여기부터 이어지는 행들이 \(Particle.subject.behindRun(run)) 적용한 '\(shortened(input))'에도 있습니다.",
                    en: "The rows from here on are also in '\(shortened(input))', which run \(run) applied.")
            }
        let whole = pick(
            ko: "같은 매출을 다시 뽑은 파일일 수 있습니다. 그렇다면 먼저 `juice-batch reverse \(run)` 명령으로 취소하고, 다른 판매라면 `--again`을 "
                + "붙이세요.",
            en:
                "It may be the same sales, exported again. If so, first reverse that run with `juice-batch reverse \(run)`. "
                + "If these are other sales, add `--again`.")
        let part = pick(
            ko: "같은 매출이 두 파일에 걸쳐 있을 수 있습니다. 그렇다면 이 행들을 빼거나 번호가 있는 파일로 내보내고, 다른 판매라면 `--again`을 붙이세요.",
            en:
                "The same sales may be in both files. If so, take these rows out, or export with ids. If these are "
                + "other sales, add `--again`.")
        return "\(what) \(shared == .stretch ? part : whole)"
    }

    private func column(_ kind: Ambiguity.Column, _ header: String, _ cell: String, _ beside: [String]) -> String {
        let here = pick(
            ko: "'\(shortened(header))' 열의 칸이 \(shown(cell))입니다.",
            en: "Column '\(shortened(header))' is \(shown(cell)) here.")
        let accept = SuggestedFix.accept(header).text
        let nothing = pick(ko: "재고와 상관없는 열이면 \(accept).", en: "If it does not matter for stock: \(accept).")
        let ignore = SuggestedFix.ignore(header, cell: cell).text
        let notOurs = pick(ko: "그런 행을 빼려면 \(ignore),", en: "To skip such rows: \(ignore).")
        switch kind {
        case .quantity:
            let quantity = SuggestedFix.column(.quantity, [.column(header)]).text
            return pick(
                ko: "\(here) 수량일 수 있는데 수량 열이 없어 주문 1건이 1잔이 됩니다. 수량이면 \(quantity), \(nothing)",
                en: "\(here) It may be the quantity; without one each order is 1 cup. If it is: \(quantity). \(nothing)"
            )
        case .action:
            return pick(
                ko: "\(here) 주문이 아닌 작업일 수 있습니다. 작업이면 \(action(header, cell)), \(notOurs) \(nothing)",
                en:
                    "\(here) It may be an action other than an order. If it is: \(action(header, cell)). \(notOurs) \(nothing)"
            )
        case .cancellation:
            return pick(
                ko: "\(here) 취소된 행일 수 있습니다. \(notOurs) 앞의 주문을 취소하는 행이면 \(action(header, cell)), \(nothing)",
                en: "\(here) This row may be a cancellation. \(notOurs) If it cancels an order above: "
                    + "\(action(header, cell)). \(nothing)")
        case .unit:
            return pick(
                ko: "\(here) 수량이 잔이 아닌 다른 단위일 수 있습니다. \(notOurs) 그래도 잔으로 세었으면 \(accept).",
                en:
                    "\(here) Quantities may be counted in a unit other than cups. \(notOurs) If they are cups anyway: "
                    + "\(accept).")
        case .variant:
            let remedy = SuggestedFix.column(.item, (beside + [header]).map { .column($0) })
            let item = remedy.text
            return pick(
                ko:
                    "\(here) 같은 품목의 다른 행과 달라 쓰는 재료가 다를 수 있습니다. 다르면 \(item)\(Particle.toward.behind(remedy.option ?? remedy.setting)) 하고 그 이름을 메뉴 파일에 "
                    + "적으세요. 같으면 \(accept).",
                en:
                    "\(here) Other rows of the same item differ here, so it may need different fruit. If so: \(item), "
                    + "with these names in a menu file. If it is the same: \(accept).")
        case .location:
            let only = SuggestedFix.only(header, cell: cell).text
            return pick(
                ko: "\(here) 위의 행과 달라 여러 매장의 파일일 수 있습니다. 한 매장만 쓰려면 \(only), 재고가 하나면 \(accept).",
                en: "\(here) A row above has another one, so there may be several shops in the file. For one of them: "
                    + "\(only). If they share their stock: \(accept).")
        case .date:
            let time = SuggestedFix.column(.time, ([header] + beside).map { .column($0) }).text
            return pick(
                ko: "시각에 날짜가 없고 '\(shortened(header))' 열이 따로 있습니다(\(shown(cell))). 그 날짜면 \(time), \(nothing)",
                en:
                    "The times have no date, and beside them is '\(shortened(header))' (\(shown(cell))). If that is their date: "
                    + "\(time). \(nothing)")
        }
    }

    /// Words for rows that take fruit without selling it, as names match.
    private static let takingFruit = ["폐기", "출고", "사용", "소모", "반출", "waste", "spoil", "consum", "used"]

    /// The setting for a column of actions, and the meaning of the cell where it is no name of an action.
    private func action(_ header: String, _ cell: String) -> String {
        let column = SuggestedFix.column(.action, [.column(header)])
        let isKnown = Action.allCases.contains { $0.names.contains { nameKey($0) == nameKey(cell) } }
        if isKnown { return column.text }
        let key = nameKey(cell)
        let takesFruit = Self.takingFruit.contains { key.contains($0) }
        let value = SuggestedFix.value(.action, from: cell, to: (takesFruit ? Action.discard : .cancel).name)
        let setting = "`\(column.setting)`, `\(value.setting)`"
        guard let option = column.option, let other = value.option else { return setting }
        return "`\(option) \(other)` (\(setting))"
    }

    private func torn(_ role: Role, _ found: [String], _ missing: [String]) -> String {
        let off = SuggestedFix.column(role, []).text
        let kept = SuggestedFix.column(role, found.map { .column($0) }).text
        return pick(
            ko: "\(role.rawValue) 열을 이루는 열 중 \(list(missing)) 열이 없습니다. 있는 열만 쓰려면 \(kept), "
                + "이 역할 없이 하려면 \(off).",
            en:
                "Of the columns that make up the \(role.rawValue) \(list(missing)) is missing. For those that are there: "
                + "\(kept). To do without ids: \(off).")
    }

    private func id(_ header: String, _ id: String, _ isOfEarlierRun: Bool) -> String {
        let same = SuggestedFix.column(.id, [.column(header)]).text
        let place = SuggestedFix.column(.id, [.column(header), .place]).text
        let daily = SuggestedFix.column(.id, [.date, .column(header)]).text
        let off = SuggestedFix.column(.id, []).text
        if isOfEarlierRun {
            return pick(
                ko:
                    "'\(shortened(header))' \(shown(id))\(Particle.object.behind(shown(id))) 앞선 실행에서도 썼습니다. 같은 행이 다시 온 것이면 \(same), 날마다 새로 "
                    + "시작하는 번호면 `--date`와 함께 \(daily), 영수증 번호면 \(place), 번호를 쓰지 않으려면 \(off).",
                en:
                    "An earlier run had \(shown(id)) in '\(shortened(header))' as well. If it is the same row again: \(same). If the "
                    + "numbers start anew each day, with `--date`: \(daily). If it is a receipt's number: \(place). To do "
                    + "without: \(off).")
        }
        return pick(
            ko:
                "'\(shortened(header))' \(shown(id))\(Particle.subject.behind(shown(id))) 앞에 또 있습니다. 한 영수증의 여러 행이면 \(place), 같은 행이 다시 나온 "
                + "것이면 \(same), 번호를 쓰지 않으려면 \(off).",
            en:
                "A row before had \(shown(id)) in '\(shortened(header))' as well. If these are the rows of a receipt: \(place). If it "
                + "is the same row again: \(same). To do without ids: \(off).")
    }

    private func noRowFits(_ expected: Int, _ found: Int) -> String {
        let drop = SuggestedFix.dropTrailing.text
        let find = SuggestedFix.findHeader.text
        let counts = pick(
            ko: "머리글의 열은 \(expected)개인데 칸이 그만큼인 행이 하나도 없습니다(첫 행은 \(found)개).",
            en: "The header has \(counted(expected, "column")), and no row has as many cells (the first has \(found)).")
        if found == expected + 1 {
            return pick(
                ko: "\(counts) 행 끝마다 빈 칸이 하나 더 있으면 \(drop), 이 줄이 제목이면 \(find).",
                en:
                    "\(counts) If every row has an empty cell more at its end: \(drop). If this line is a title: \(find)."
            )
        }
        if found > expected + 1 {
            let excess = found - expected
            return pick(
                ko: "\(counts) 행 끝마다 빈 칸이 \(grouped(excess))개씩 남으면 머리글 끝에도 구분 기호를 \(grouped(excess))개 더 붙이고, "
                    + "이 줄이 제목이면 \(find).",
                en: "\(counts) If every row has \(grouped(excess)) empty cells more at its end, put as many delimiters "
                    + "behind the header too. If this line is a title: \(find).")
        }
        return pick(
            ko: "\(counts) 이 줄이 제목이면 \(find), 구분 기호가 다르면 --delimiter 로 알려 주세요.",
            en:
                "\(counts) If this line is a title: \(find). If another delimiter parts the cells, name it with --delimiter."
        )
    }

    /// The content of a cell as it is shown.
    private func shown(_ cell: String) -> String {
        cell.isEmpty ? pick(ko: "빈 칸", en: "empty") : quoted(cell)
    }

    private func list(_ names: [String]) -> String { names.map { quoted($0) }.joined(separator: ", ") }
}
