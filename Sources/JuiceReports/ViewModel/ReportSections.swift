internal import JuiceBatch
internal import JuiceCore

extension ReportViewModel {
    /// A table of the orders of each juice that was ordered or cancelled; nil if none was.
    var juices: TableViewModel? {
        let known = model.juicesWithOrders
        guard !known.isEmpty else { return nil }
        let all = Self.sorted(known) { model.tally.juices[$0].short }
        let hasCancels = all.contains { model.tally.juices[$0].cancelled > 0 }
        func cells(_ figures: (KeyPath<Tally.JuiceFigures, Int>) -> Int) -> [String] {
            let (served, short) = (figures(\.served), figures(\.short))
            let orders = sum([served, short])
            let counts = [orders, served, short, figures(\.cupsServed), figures(\.cupsShort)]
            let cancels = hasCancels ? [figures(\.cancelled), figures(\.cupsCancelled)] : []
            return [percent(served, of: orders)] + (counts + cancels).map { grouped($0) }
        }
        let shown = all.prefix(rowsMax)
        let rows = shown.map { juice in
            [model.menu.juices[juice].name] + cells { model.tally.juices[juice][keyPath: $0] }
        }
        let bars = shown.map { juice in
            let figures = model.tally.juices[juice]
            return permille(figures.served, of: figures.served + figures.short)
        }
        return table(
            ko: "쥬스", "쥬스|%만든 비율|#주문|#만든 주문|#못 만든 주문|#만든 잔|#못 만든 잔" + (hasCancels ? "|#취소|#취소한 잔" : ""), en: "Juices",
            "Juice|%Share served|#Orders|#Orders served|#Orders short|#Cups served|#Cups short"
                + (hasCancels ? "|#Cancelled|#Cups cancelled" : ""), rows: rows, bars: bars,
            sums: sums(of: all.count, cells { path in sum(all.map { model.tally.juices[$0][keyPath: path] }) }),
            more: moreJuices(all.count - rowsMax))
    }

    /// The totals row of a table with `count` rows, from all cells but the first; nil for a single row.
    func sums(of count: Int, _ cells: [String]) -> [String]? { count > 1 ? [pick(ko: "합계", en: "Total")] + cells : nil }

    /// The sum of numbers, capped like the sums of a run.
    func sum(_ numbers: [Int]) -> Int { Tally.clamped(numbers.reduce(into: Int128(0)) { $0 += Int128($1) }) }

    /// Indices on the menu in order of decreasing losses; equal losses keep the order of the menu.
    static func sorted(_ indices: [Int], by loss: (Int) -> Int) -> [Int] {
        indices.map { (index: $0, loss: loss($0)) }.sorted { ($1.loss, $0.index) < ($0.loss, $1.index) }.map(\.index)
    }

    /// The equation that holds for each row of `fruits`.
    var reconciliation: String {
        let equation = pick(
            ko: "시작 + 입고 − 폐기 + 실사 − 사용 = 마감", en: "opening + restocked − discarded + counted − used = closing")
        guard model.tally.cancels > 0 else { return equation }
        return equation
            + pick(ko: ". 취소로 되돌린 만큼은 사용에서 뺐습니다.", en: ". The Used column does not include what cancels put back.")
    }

    var fruits: TableViewModel {
        let all = model.tally.fruits
        let rows = zip(model.menu.fruits, all).prefix(rowsMax).map { fruit, sums in
            let pieces = [sums.opening, sums.restocked, sums.discarded, sums.counted, sums.used, sums.closing]
            return [fruit.name] + pieces.map(grouped)
        }
        return table(
            ko: "과일", "과일|#시작|#입고|#폐기|#실사|#사용|#마감",
            en: "Fruits", "Fruit|#Opening|#Restocked|#Discarded|#Counted|#Used|#Closing",
            rows: rows, more: moreFruits(all.count - rowsMax))
    }

    var failuresTitle: String { pick(ko: "실패한 행", en: "Failed rows") }

    /// A cause of failed rows with the table of its first rows, and the reason that all share; nil if they differ.
    typealias Cause = (code: String, reason: String?, table: TableViewModel)

    /// The causes of failures with their first rows; rows with the same item and reason share a line.
    var failures: [Cause] {
        OutcomeCode.failures.filter { model.tally.count($0) > 0 }.map { code in
            let count = model.tally.count(code)
            var groups: [[FailureDetail]] = []
            for failure in model.first.byCode[Int(code.rawValue)] {
                let known = groups.firstIndex { $0[0].item == failure.item && $0[0].message == failure.message }
                if let known { groups[known].append(failure) } else { groups.append([failure]) }
            }
            let shown = groups.prefix(rowsMax)
            // What a short row lacks is no separate reason: the title states it.
            let isShort = code == .insufficientStock
            let reasons = Self.reasons(shown.map { $0[0] })
            let isOneReason = isShort || shown.count > 1 && reasons.remainders.allSatisfy(\.isEmpty)
            let rows = zip(shown, reasons.remainders).map { group, reason -> [String] in
                let positions = group.enumerated().map { index, failure in
                    let isOfSameFile = index > 0 && group[index - 1].position.file == failure.position.file
                    return isOfSameFile ? String(failure.position.line) : position(failure.position)
                }
                return [group[0].item.isEmpty ? "–" : short(group[0].item)]
                    + (isOneReason ? [] : [reason.isEmpty ? "–" : reason])
                    + [positions.joined(separator: ", ")]
            }
            let name = language.title(code)
            var title = pick(ko: "\(name) \(grouped(count))건", en: "\(name), \(counted(count, "row"))")
            if isShort, let kinds = model.kindsOfShortage { title += ": \(kinds)" }
            let table = table(
                ko: title, "품목\(isOneReason ? "" : "|이유")|행", en: title, "Item\(isOneReason ? "" : "|Why")|Rows",
                rows: rows, more: moreRows(count - shown.joined().count, in: "failure.csv"), isCards: namesFiles)
            return (code.name, isShort ? nil : reasons.common, table)
        }
    }

    /// The sentences that the messages of several rows share, apart from the item's name, and the rest of each.
    private static func reasons(_ failures: [FailureDetail]) -> (common: String?, remainders: [String]) {
        // A placeholder for the item, whose name may contain anything.
        let (placeholder, namedEnding) = ("\u{0}", ": \u{0}.")
        let messages = failures.map { failure in
            let name = failure.item.isEmpty ? nil : quoted(failure.item)
            let message = name.map { failure.message.replacing($0, with: placeholder) } ?? failure.message
            return (name: name, sentences: message.replacing(". ", with: ".\n").split(separator: "\n").map(String.init))
        }
        guard failures.count > 1, let first = messages.first else { return (nil, failures.map(\.message)) }
        let common = first.sentences.filter { sentence in
            (!sentence.contains(placeholder) || sentence.hasSuffix(namedEnding))
                && messages.allSatisfy { $0.sentences.contains(sentence) }
        }
        let remainders = messages.map { message in
            message.sentences.filter { !common.contains($0) }.joined(separator: " ")
                .replacing(placeholder, with: message.name ?? "")
        }
        return (
            common.isEmpty ? nil : common.map { $0.replacing(namedEnding, with: ".") }.joined(separator: " "),
            remainders
        )
    }

    /// A table of the run's inputs, with all data needed to repeat the run.
    var inputs: TableViewModel {
        let rows = model.inputs.prefix(rowsMax).map { input in
            [
                short(input.name), grouped(input.counts.rows), grouped(input.counts.blank), grouped(input.bytes),
                input.encoding, input.delimiter == "\t" ? "TAB" : input.delimiter, input.sha256,
            ]
        }
        return table(
            ko: "입력", "파일|#행|#빈 행|#바이트|인코딩|구분 기호|=SHA-256", en: "Inputs",
            "File|#Rows|#Blank|#Bytes|Encoding|Delimiter|=SHA-256", rows: rows,
            more: more(model.inputs.count - rowsMax, "파일 ", "개는", " file"))
    }
}
