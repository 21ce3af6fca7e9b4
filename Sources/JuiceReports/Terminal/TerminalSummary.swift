package import JuiceBatch
internal import JuiceCore

extension ReportModel {
    private static let itemsMax = 20

    /// Renders the summary of a run for standard output, with the folder of its reports if there are any.
    package func terminalSummary(folder: String?, on screen: TerminalStyle) -> String {
        let (word, colour) = statusWord
        let headline = screen.folded(word + " " + Escaping.terminal(self.headline))
        // The fruits to buy for the next day or, without a plan, those that short orders need.
        let purchases =
            nextDayPlan.map { "\($0.title): \($0.headline)" }
            ?? purchaseList.map { pick(ko: "채울 것: ", en: "To restock: ") + $0 }
        let todo = checks + [purchases, overdrawn].compactMap(\.self) + lowStockSentences
        let reports =
            folder.map { pick(ko: "보고서: ", en: "Reports: ") + "\(Escaping.terminal($0))/report.html" }
            ?? pick(ko: "보고서는 쓰지 않았습니다.", en: "No reports were written.")
        let parts = [
            screen.colored(word, colour) + headline.dropFirst(word.count) + "\n" + screen.folded(rowLine) + "\n"
                + language.reading(inputs, tally, on: screen),
            juiceTable(on: screen), daysLine.map { screen.folded($0) + "\n" } ?? "",
            moneyLine.map { screen.folded($0) + "\n" } ?? "",
            salesByColumnLines.map { screen.folded(Escaping.terminal($0)) + "\n" }.joined(),
            // The path is not wrapped, so that it can be copied.
            todo.filter { !$0.isEmpty }.map { screen.folded(Escaping.terminal($0)) + "\n" }.joined() + reports + "\n",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var statusWord: (word: String, colour: TerminalStyle.Colour) {
        switch status {
        case .rejected where tally.isAllIgnored: (pick(ko: "[확인]", en: "[CHECK]"), .bad)
        case .rejected: (pick(ko: "[거절]", en: "[REJECTED]"), .bad)
        case .short: (pick(ko: "[부족]", en: "[SHORT]"), .notable)
        case .empty, .fine, .low: (pick(ko: "[정상]", en: "[OK]"), .good)
        }
    }

    private var rowLine: String {
        let (rows, success, failure) = (grouped(tally.rows), grouped(tally.success), grouped(tally.failure))
        let shortage = grouped(tally.count(.shortage)) + (kindsOfShortage.map { " (\($0))" } ?? "")
        let rejected = grouped(tally.count(.rejected))
        let known = grouped(tally.count(.alreadyProcessed))
        let ignored = grouped(tally.count(.ignored))
        let others =
            tally.count(.ignored) == 0
            ? "" : pick(ko: ", 설정에 따라 건너뜀 \(ignored)", en: ", skipped by settings \(ignored)")
        return pick(
            ko: "행 \(rows) = 성공 \(success) + 실패 \(failure) "
                + "(재료 부족 \(shortage), 거절 \(rejected), 이미 처리 \(known)\(others))",
            en: "Rows \(rows) = success \(success) + failure \(failure) "
                + "(short of stock \(shortage), rejected \(rejected), already processed \(known)\(others))")
    }

    /// A table of the served orders of each juice; empty if none was ordered or cancelled.
    private func juiceTable(on screen: TerminalStyle) -> String {
        let ordered = juicesWithOrders.map { (menu.juices[$0], tally.juices[$0]) }
        guard !ordered.isEmpty else { return "" }
        let hasCancels = ordered.contains { $1.cancelled > 0 }
        let columns = pick(ko: "쥬스|#주문|#만듦|#못 만듦|#만든 비율", en: "Juice|#Orders|#Served|#Short|#Share")
        let cancels = hasCancels ? pick(ko: "|#취소", en: "|#Cancelled") : ""
        let rows = ordered.prefix(Self.itemsMax).map { juice, figures -> [TerminalStyle.Cell] in
            let orders = figures.served + figures.short
            let colour: TerminalStyle.Colour? = figures.short == 0 ? nil : figures.served == 0 ? .bad : .notable
            return [
                .init(juice.name, colour), .init(grouped(orders)), .init(grouped(figures.served)),
                .init(grouped(figures.short), colour), .init(percent(figures.served, of: orders), colour),
            ] + (hasCancels ? [.init(grouped(figures.cancelled))] : [])
        }
        let more = language.andMore(ordered.count - rows.count, "가지 쥬스", "juice").map { $0 + "\n" } ?? ""
        return screen.table(columns + cancels, rows: rows) + more
    }
}

extension MessageLanguage {
    /// The columns of each role, and notes on how the inputs were read, one line each.
    package func reading(_ inputs: [ReportModel.Input], _ tally: Tally, on screen: TerminalStyle) -> String {
        (columnSentences(inputs) + columnNotes(inputs, tally.earlierIDs))
            .map { screen.folded(Escaping.terminal($0)) + "\n" }.joined()
    }

    /// The last line of `check`.
    package func checked(_ tally: Tally) -> String {
        let skipped = tally.codes[Int(OutcomeCode.ignored.rawValue)]
        let problems = tally.failure - skipped
        let found =
            problems == 0
            ? pick(
                ko: "행 \(grouped(tally.rows))개에서 문제를 찾지 못했습니다.",
                en: "No problems were found in \(counted(tally.rows, "row")).")
            : pick(
                ko: "행 \(grouped(tally.rows))개에서 문제 \(grouped(problems))건을 찾았습니다.",
                en: "\(counted(problems, "problem was", plural: "problems were")) found in "
                    + "\(counted(tally.rows, "row")).")
        let aside = pick(
            if: skipped > 0, ko: " 건너뛴 행은 \(grouped(skipped))개입니다.",
            en: " \(counted(skipped, "row was", plural: "rows were")) skipped.")
        return "\(found)\(aside ?? "")\n"
    }

    /// The first rejected rows, and the number of further ones; with `hasReports`, failure.csv has all of them.
    ///
    /// An input is shown by its path in `paths` or, if it has none, by its name in the reports.
    package func rejected(
        _ first: FirstFailures, _ tally: Tally, paths: [String: String], hasReports: Bool, on screen: TerminalStyle
    ) -> String {
        let listed = hasReports ? first.rejected.prefix(FirstFailures.rejectedMax) : first.rejected[...]
        let shown = listed.map { $0.diagnostic(path: paths[$0.position.file], screen) + "\n" }.joined()
        let more = tally.count(.rejected) - listed.count
        guard more > 0 else { return shown }
        let place = pick(
            ko: hasReports ? "failure.csv에 모두 있습니다" : "juice-batch check로 모두 볼 수 있습니다",
            en: hasReports ? "failure.csv has all of them" : "juice-batch check lists all of them")
        return shown
            + pick(
                ko: "juice-batch: 거절된 행이 \(grouped(more))개 더 있습니다(\(place))\n",
                en: "juice-batch: \(counted(more, "more row was", plural: "more rows were")) rejected (\(place))\n")
    }

    // The problems of a run as GitHub workflow commands, which mark lines of files.

    /// The maximum number of errors, and of warnings, that GitHub shows per step.
    private static let annotationsMax = 10

    /// The annotation of a refused input, as an error; the path is nil unless a single file is concerned.
    package func annotation(of refusal: Refusal, path: String?) -> String {
        command("error", (refusal.file, refusal.line), path: path, title: refusal.code, text(refusal))
    }

    /// The annotations of the first rejected rows, as errors, and short rows, as warnings; then the number of others.
    ///
    /// `paths` has the path of each input that is a file, by its name in the reports. Short rows are left out without
    /// `hasShortages`. The text about the others names failure.csv or, without `hasFailureFile`, `juice-batch check`.
    package func annotations(
        of first: FirstFailures, _ tally: Tally, paths: [String: String], hasShortages: Bool, hasFailureFile: Bool
    ) -> String {
        let rejected = first.rejected.prefix(Self.annotationsMax)
        let short = hasShortages ? first.short.prefix(Self.annotationsMax) : []
        var lines = rejected.map { command("error", $0, paths) } + short.map { command("warning", $0, paths) }
        let moreRejected = tally.count(.rejected) - rejected.count
        let moreShort = hasShortages ? tally.count(.shortage) - short.count : 0
        let parts = [
            pick(if: moreRejected > 0, ko: "거절 \(grouped(moreRejected))건", en: counted(moreRejected, "rejected row")),
            pick(
                if: moreShort > 0, ko: "재료 부족 \(grouped(moreShort))건",
                en: counted(moreShort, "row short of stock", plural: "rows short of stock")),
        ].compactMap(\.self)
        if !parts.isEmpty {
            let list = parts.joined(separator: pick(ko: ", ", en: " and "))
            let place = pick(
                ko: hasFailureFile ? "failure.csv를 보세요" : "juice-batch check로 모두 볼 수 있습니다",
                en: hasFailureFile ? "See failure.csv" : "juice-batch check lists all of them")
            let more = pick(ko: "여기에 표시하지 않은 행: \(list). \(place).", en: "Not annotated here: \(list). \(place).")
            lines.append("::notice::\(Self.escaped(more))\n")
        }
        return lines.joined()
    }

    private func command(_ kind: String, _ failure: FailureDetail, _ paths: [String: String]) -> String {
        command(
            kind, failure.position, path: paths[failure.position.file], title: failure.code.name,
            // The message of a short row is meant for the customer and does not name the item, so the item is added.
            failure.code.failureClass == .shortage
                ? "\(failure.item): \(failure.terminalMessage)" : failure.terminalMessage)
    }

    /// A workflow command with its line end; a text that is not attached to a line of a file begins with its position.
    private func command(
        _ kind: String, _ position: RowPosition, path: String?, title: String, _ text: String
    ) -> String {
        let location = path.map { "file=\(Self.escaped($0, isProperty: true)),line=\(position.line)," } ?? ""
        let text = location.isEmpty ? "\(position.file):\(position.line): \(text)" : text
        return "::\(kind) \(location)title=\(Self.escaped(title, isProperty: true))::\(Self.escaped(text))\n"
    }

    /// Escapes the text of a command, which ends at a line end, or a property, which ends at a colon or a comma.
    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
        let escapesOfProperty: [Unicode.Scalar: String] = isProperty ? [":": "%3A", ",": "%2C"] : [:]
        return text.unicodeScalars.map { escapes[$0] ?? escapesOfProperty[$0] ?? Escaping.terminal(String($0)) }
            .joined()
    }
}

extension FailureDetail {
    /// A line `FILE:LINE: code: text`, escaped for a terminal; without a path, with the input's name in the reports.
    package func diagnostic(path: String? = nil, _ screen: TerminalStyle = .plain) -> String {
        let colour: TerminalStyle.Colour = code.failureClass == .rejected ? .bad : .notable
        return
            "\(Escaping.terminal(path ?? position.file)):\(position.line): \(screen.colored(code.name, colour)): \(Escaping.terminal(terminalMessage))"
    }
}
