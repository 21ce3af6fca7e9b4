internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Plans the purchases for which some days sell out of nothing, and writes the plan if the request names a folder.
    ///
    /// The same ledger and request give the same bytes.
    package func plan(_ request: PlanRequest) throws -> PlanModel {
        let menu = try surroundings.menu(at: request.menu)
        let folder = try request.output.map { path in
            try ReportFolder(path: surroundings.path(path), names: .plan, disk: SystemDisk(names: .plan))
        }
        try folder?.checkTarget()
        let file = try LedgerFile(request.ledger, in: surroundings)
        let model = try file.open(.read).read { snapshot in
            let ordered = try request.ordered.map { path in
                try PendingDelivery(path: path, menu, snapshot, surroundings, request.language)
            }
            let stock = try snapshot.opening(
                menu: menu.menu, given: menu.menu.fruits.map { _ in 0 }, isAsked: false)
            guard
                let plan = BuyingPlan(
                    try snapshot.demandHistory(menu: menu.menu), menu: menu.menu, stock: stock,
                    ordered: ordered?.pieces, request.scope
                )
            else { throw BatchError.noDemand(path: request.ledger.path) }
            let last = try snapshot.lastRun()
            let options = Self.options(request, menu.menu, ordered)
            let prefix = SHA256.hex(of: try snapshot.digest(of: last) + "\n" + options).prefix(12)
            return PlanModel(
                plan, request.language, idPrefix: "plan-" + prefix, currency: request.currency,
                shop: request.shop, lastRun: last, arrivedRows: ordered?.arrivedRows ?? 0)
        }
        try folder.map { try Self.write(model, to: $0) }
        return model
    }

    /// All that a plan depends on besides its ledger, a line each.
    private static func options(_ request: PlanRequest, _ menu: Menu, _ ordered: PendingDelivery?) -> String {
        let scope = request.scope
        let lines = [
            "for=" + (scope.first?.text ?? ""), "days=\(scope.days)", "cover=\(scope.cover.rawValue)",
            "ordered=" + (ordered?.sha256 ?? ""), "currency=\(request.currency)",
            "shop=" + (request.shop ?? ""),
            "menu=" + MenuFile.rows(menu).map { $0.map { "\($0.utf8.count):\($0)" }.joined() }.joined(separator: ";"),
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func write(_ model: PlanModel, to folder: ReportFolder) throws {
        try folder.create("plan.csv").write(String(decoding: PlanCSV.render(model), as: UTF8.self))
        try folder.create("plan.json").write(PlanJSON.render(model))
        try folder.create("plan.md").write(PlanMarkdown.render(model))
        try folder.create("plan.html").write(PlanPage.render(model))
        try folder.commit(durable: false)
    }
}
