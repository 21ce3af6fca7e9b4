package import JuiceBatch
internal import JuiceCore

/// The summary that a command prints at its end.
package enum TerminalSummary {
    /// The maximum number of rows in a table or list.
    private static let itemsMax = 20

    /// Renders the summary of a run and the path of its reports for standard output.
    ///
    /// - Parameter folder: the folder of the reports as the user named it; nil if none were written.
    package static func render(_ model: ReportModel, folder: String?, on screen: TerminalStyle) -> String {
        let (status, colour) = status(model)
        let headline = screen.folded(status + " " + Escaping.terminal(Headline.sentence(model)))
        let todo =
            (ReportViewModel.checks(model).map(Escaping.terminal) + [purchases(model)]).filter { !$0.isEmpty }
            + ([ReportViewModel.overdrawn(model)].compactMap(\.self) + ReportViewModel.shelves(model))
            .map { Escaping.terminal($0) }
        let parts = [
            screen.ansiStyle.colored(status, colour) + headline.dropFirst(status.count) + "\n"
                + screen.folded(rows(model.tally, model.language)) + "\n"
                + reading(model.inputs, model.tally, model.language, on: screen),
            juices(model, on: screen),
            ReportViewModel.daysLine(model).map { screen.folded($0) + "\n" } ?? "",
            ReportViewModel.moneyLine(model).map { screen.folded($0) + "\n" } ?? "",
            ReportViewModel.salesByColumnLines(model).map { screen.folded(Escaping.terminal($0)) + "\n" }.joined(),
            // The path is not wrapped, so that it can be copied.
            todo.map { screen.folded($0) + "\n" }.joined() + reports(folder, model.language) + "\n",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The columns of each role, and notes on how the inputs were read, one line each.
    package static func reading(
        _ inputs: [ReportModel.Input], _ tally: Tally, _ language: MessageLanguage, on screen: TerminalStyle
    ) -> String {
        let messages = ColumnMessages(language)
        return (messages.sentences(inputs) + messages.notes(inputs, tally.earlierIDs))
            .map { screen.folded(Escaping.terminal($0)) + "\n" }.joined()
    }

    /// The result of the run in one word.
    private static func status(_ model: ReportModel) -> (word: String, colour: ANSIStyle.Colour) {
        switch ReportViewModel.status(model) {
        case .rejected where model.tally.isAllIgnored: (model.language.pick(ko: "[확인]", en: "[CHECK]"), .bad)
        case .rejected: (model.language.pick(ko: "[거절]", en: "[REJECTED]"), .bad)
        case .short: (model.language.pick(ko: "[부족]", en: "[SHORT]"), .notable)
        case .empty, .fine, .low: (model.language.pick(ko: "[정상]", en: "[OK]"), .good)
        }
    }

    private static func rows(_ tally: Tally, _ language: MessageLanguage) -> String {
        let (rows, success, failure) = (grouped(tally.rows), grouped(tally.success), grouped(tally.failure))
        let kinds = ReportViewModel.kindsOfShortage(tally, language).map { " (\($0))" } ?? ""
        let shortage = grouped(tally.count(.shortage)) + kinds
        let rejected = grouped(tally.count(.rejected))
        let known = grouped(tally.count(.alreadyProcessed))
        let ignored = grouped(tally.count(.ignored))
        let others =
            tally.count(.ignored) == 0
            ? "" : language.pick(ko: ", 뺀 행 \(ignored)", en: ", skipped by settings \(ignored)")
        return language.pick(
            ko: "행 \(rows) = 성공 \(success) + 실패 \(failure) "
                + "(재료 부족 \(shortage), 거절 \(rejected), 이미 처리 \(known)\(others))",
            en: "Rows \(rows) = success \(success) + failure \(failure) "
                + "(short of stock \(shortage), rejected \(rejected), already processed \(known)\(others))")
    }

    /// A table of the served orders of each juice; empty if none was ordered or cancelled.
    private static func juices(_ model: ReportModel, on screen: TerminalStyle) -> String {
        let language = model.language
        let ordered = zip(model.menu.juices, model.tally.juices).filter { $1.served + $1.short + $1.cancelled > 0 }
        guard !ordered.isEmpty else { return "" }
        let hasCancels = ordered.contains { $1.cancelled > 0 }
        let columns = language.pick(
            ko: "쥬스|#주문|#만듦|#못 만듦|#만든 비율", en: "Juice|#Orders|#Served|#Short|#Share")
        let cancels = hasCancels ? language.pick(ko: "|#취소", en: "|#Cancelled") : ""
        let rows = ordered.prefix(itemsMax).map { juice, figures -> [TextTable.Cell] in
            let orders = figures.served + figures.short
            let colour: ANSIStyle.Colour? = figures.short == 0 ? nil : figures.served == 0 ? .bad : .notable
            return [
                .init(juice.name, colour), .init(grouped(orders)), .init(grouped(figures.served)),
                .init(grouped(figures.short), colour), .init(percent(figures.served, of: orders), colour),
            ] + (hasCancels ? [.init(grouped(figures.cancelled))] : [])
        }
        let more = language.andMore(ordered.count - rows.count, "가지 쥬스", "juice").map { $0 + "\n" } ?? ""
        return TextTable(columns + cancels, rows: rows).render(on: screen) + more
    }

    /// The fruits to buy for the next day or, without a plan, those that short orders need; empty if there are none.
    private static func purchases(_ model: ReportModel) -> String {
        let language = model.language
        if let plan = model.plan {
            let viewModel = PlanViewModel(plan, language, currency: model.currency)
            return Escaping.terminal("\(viewModel.title): \(viewModel.headline)")
        }
        let needs = zip(model.menu.fruits, model.purchases).filter { $1 > 0 }
        guard !needs.isEmpty else { return "" }
        let fruits = needs.map { fruit, need in
            language.pick(ko: "\(fruit.name) \(grouped(need))개", en: "\(fruit.name) \(grouped(need))")
        }
        return language.pick(ko: "채울 것: ", en: "To restock: ")
            + Escaping.terminal(language.list(fruits, max: itemsMax, "가지 과일", "fruit"))
    }

    private static func reports(_ folder: String?, _ language: MessageLanguage) -> String {
        guard let folder else { return language.pick(ko: "보고서는 쓰지 않았습니다.", en: "No reports were written.") }
        return language.pick(ko: "보고서: ", en: "Reports: ") + "\(Escaping.terminal(folder))/report.html"
    }

    /// The last line of `check`.
    package static func checked(_ tally: Tally, _ language: MessageLanguage) -> String {
        let skipped = tally.codes[Int(OutcomeCode.ignored.rawValue)]
        let problems = tally.failure - skipped
        let found =
            problems == 0
            ? language.pick(
                ko: "행 \(grouped(tally.rows))개에서 문제를 찾지 못했습니다.",
                en: "No problems in \(counted(tally.rows, "row")).")
            : language.pick(
                ko: "행 \(grouped(tally.rows))개에서 문제 \(grouped(problems))건을 찾았습니다.",
                en: "\(counted(problems, "problem")) in \(counted(tally.rows, "row")).")
        let aside =
            skipped == 0
            ? "" : language.pick(ko: " 건너뛴 행은 \(grouped(skipped))개입니다.", en: " \(counted(skipped, "row")) skipped.")
        return "\(found)\(aside)\n"
    }

    /// The first rejected rows and the number of further ones, for standard error.
    ///
    /// - Parameter paths: the path of each input by its name in the reports; without an entry, the name is shown.
    package static func rejected(
        _ first: FirstFailures, _ tally: Tally, paths: [String: String], _ language: MessageLanguage,
        on screen: TerminalStyle
    ) -> String {
        let shown = first.rejected.map { $0.diagnostic(path: paths[$0.file], screen.ansiStyle) + "\n" }.joined()
        let more = tally.count(.rejected) - first.rejected.count
        guard more > 0 else { return shown }
        return shown
            + language.pick(
                ko: "juice-batch: 그 밖에 \(grouped(more))건이 더 있습니다 (juice-batch check로 모두 볼 수 있습니다)\n",
                en: "juice-batch: \(grouped(more)) more (juice-batch check lists them all)\n")
    }
}

extension FailureDetail {
    /// A diagnostic line `FILE:LINE: code: text`, escaped for a terminal.
    ///
    /// - Parameter path: the path of the input as the user gave it; nil to show its name in the reports.
    package func diagnostic(path: String? = nil, _ ansiStyle: ANSIStyle = .plain) -> String {
        let colour: ANSIStyle.Colour = code.failureClass == .rejected ? .bad : .notable
        return
            "\(Escaping.terminal(path ?? file)):\(line): \(ansiStyle.colored(code.name, colour)): \(Escaping.terminal(terminalMessage))"
    }
}
