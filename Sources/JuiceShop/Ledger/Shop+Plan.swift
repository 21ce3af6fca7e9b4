package import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Computes what to buy so that nothing sells out on the requested days, and writes the plan to a folder, if given.
    ///
    /// The same ledger and arguments result in the same bytes. `pendingDelivery` is a file of restocks that are ordered
    /// but not delivered.
    package func plan(
        from ledger: LedgerRequest, scope: BuyingPlan.Scope = BuyingPlan.Scope(), menuAt menuPath: String? = nil,
        pendingDelivery: String? = nil, output: String? = nil, shop: String? = nil,
        currency: String = MoneyFormat.usualSign, language: MessageLanguage
    ) throws -> PlanModel {
        let menu = try environment.menu(at: menuPath)
        let folder = try output.map { path in
            try ReportFolder(
                path: environment.path(path), names: ReportFolder.planNames,
                disk: SystemDisk(names: ReportFolder.planNames))
        }
        try folder?.checkTarget()
        let model = try LedgerFile(ledger, in: environment).open(.read).read { snapshot in
            let pendingDelivery = try pendingDelivery.map { path in
                try readPendingDelivery(path, menu, snapshot, language)
            }
            let stock = try snapshot.opening(
                menu: menu.menu, given: menu.menu.fruits.map { _ in 0 }, isGiven: false)
            guard
                let plan = BuyingPlan(
                    try snapshot.demandHistory(menu: menu.menu), menu: menu.menu, stock: stock,
                    pending: pendingDelivery?.pieces, scope
                )
            else { throw BatchError.noDemand(path: ledger.path) }
            let last = try snapshot.lastRun()
            // The ledger and the options on which the plan depends, as one line each.
            let source = [
                try snapshot.digest(of: last), "for=" + (scope.first?.text ?? ""), "days=\(scope.days)",
                "cover=\(scope.cover.rawValue)", "ordered=" + (pendingDelivery?.sha256 ?? ""), "currency=\(currency)",
                "shop=" + (shop ?? ""),
                "menu="
                    + menu.menu.fileRows.map { $0.map { "\($0.utf8.count):\($0)" }.joined() }.joined(separator: ";"),
            ]
            let prefix = SHA256.hex(of: source.map { $0 + "\n" }.joined()).prefix(12)
            var model = PlanModel(plan, language, currency: currency, lastRun: last)
            model.idPrefix = "plan-" + prefix
            model.shop = shop
            model.arrivedRows = pendingDelivery?.arrivedRows ?? 0
            return model
        }
        if let folder {
            try folder.create("plan.csv").write(String(decoding: model.csv, as: UTF8.self))
            try folder.create("plan.json").write(model.json)
            try folder.create("plan.md").write(model.markdown)
            try folder.create("plan.html").write(model.page())
            try folder.commit(durable: false)
        }
        return model
    }

    /// Reads a file of restocks as a run would from empty stock, without rows whose ids are restocks in the ledger.
    ///
    /// - Returns: the pieces of each fruit, by its index on the menu, the number of rows that are not counted because
    ///   their ids are in the ledger or in an earlier row, and the SHA-256 of the file in hex.
    private func readPendingDelivery(
        _ path: String, _ menu: (menu: Menu, names: NameIndex), _ snapshot: LedgerSnapshot, _ language: MessageLanguage
    ) throws -> (pieces: [Int], arrivedRows: Int, sha256: String) {
        let cancellation = environment.cancellation
        let file = try InputFile(
            path: environment.path(path), name: InputSteps.names(of: [path]).joined(),
            spillFolder: environment.temporaryFolder, cancellation: cancellation)
        let sha256 = try file.sha256(cancellation: cancellation)
        var settings = RunSettings(
            menu: menu.menu, names: menu.names, opening: menu.menu.fruits.map { _ in 0 }, reading: ReadingOptions(),
            threads: 1, hashSeed: try snapshot.idSeed())
        settings.idHistory = try snapshot.idHistory(menu: menu.menu)
        settings.spillFolder = environment.temporaryFolder
        // The first line with a row that is neither a restock nor rejected, and the number of rows that were skipped
        // because an earlier row has the same id and content.
        let sink = FoldSink<(line: Int?, repeats: Int)>((nil, 0)) { other, batch, _ in
            for (row, code) in batch.outcomes.enumerated() {
                guard let code else { continue }
                let isRestock = code == .success && batch.rows.instruction(row).action == .restock
                // The message of a rejected row is more precise, and is reported instead.
                if isRestock || code.failureClass == .rejected { continue }
                if code == .alreadyProcessed {
                    other.repeats += 1
                } else {
                    other.line = other.line ?? batch.line(of: row)
                }
            }
        }
        let failures = FirstFailuresSink(menu: menu.menu, language: language)
        let result = try BatchRun(settings: settings, files: [file], cancellation: cancellation)
            .run(sinks: [sink, failures])
        if let failure = failures.firstFailures.rejected.first {
            throw BatchError.notPendingDelivery(path: path, line: failure.position.line, reason: failure.message)
        }
        let (firstOtherLine, repeats) = sink.value
        if let line = firstOtherLine { throw BatchError.notPendingDelivery(path: path, line: line, reason: nil) }
        return (result.tally.fruits.map(\.restocked), repeats, sha256)
    }
}
