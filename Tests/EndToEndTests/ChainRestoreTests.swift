import Foundation
import TestSupport
import Testing

/// Restoring ledgers of chain shops splits their partitions from the exports again.
@Suite struct ChainRestoreTests {
    /// The state that a restore must reproduce.
    private struct State: Equatable {
        let runLog: [UInt8]?
        let history: String
        let stock: String

        init(_ shop: Shop) throws {
            runLog = shop.folder.read("c/b/shop.sqlite.runs")
            history = try shop.run("history --ledger c/b/shop.sqlite --json").outputText
            stock = try shop.run("stock --ledger c/b/shop.sqlite --csv").outputText
        }
    }

    private static let header = "매장,id,구분,품목,수량,비고\n"

    private func chain() throws -> Shop {
        let more = #", "fill": ["매장"], "accept": ["비고"], "totals": ["품목=합계"]}"#
        return try Shop.chain(["chain.json": Shop.chainSettings.dropLast() + more])
    }

    private func restore(_ shop: Shop, _ options: String = "") throws -> ProgramResult {
        try shop.run("restore --folder c/b --language en \(options)")
    }

    private func reports(_ shop: Shop) throws -> [String: [UInt8]] {
        let path = "c/b/reports"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(shop.folder.path)/\(path)")
        let sets = paths.filter { $0.split(separator: "/").count == 3 }
        return Dictionary(uniqueKeysWithValues: sets.map { ($0, shop.folder.read("\(path)/\($0)") ?? []) })
    }

    /// A shop with a backup of its first run and two more runs of partitions.
    private func threeNights() throws -> Shop {
        let shop = try chain()
        for (day, rows) in [
            (21, "a,1,,키위쥬스,1,x\n,2,,망고쥬스,1,\nb,3,,키위쥬스,1,\n"), (22, "b,4,입고,키위,8,\n"), (23, "b,5,,포도,1,\n"),
        ] {
            try shop.write(Self.header + rows + ",,,합계,,\n", to: "c/inbox/o-\(day).csv")
            #expect(try [0, 4].contains(shop.run("chain run c --date 2026-11-\(day)").exit))
        }
        for number in 2...3 { try shop.remove("c/b/backup/\(number).sqlite") }
        return shop
    }

    /// As other paths, that of a backup is relative to the working folder; one in the shop's folder is found as well.
    @Test(arguments: ["c/b/backup/1.sqlite", "backup/1.sqlite"])
    func backupIsFoundInTheWorkingFolderAndInTheShops(path: String) throws {
        #expect(try restore(threeNights(), path + " --dry-run").exit == 0)
    }

    @Test func restoreIgnoresLaterSettingsAndShopNames() throws {
        let shop = try threeNights()
        let state = try State(shop)
        try shop.write(
            #"{"columns": {"shop": "id", "item": "비고"}, "shops": {"q": {"folder": "b"}}}"#, to: "c/chain.json")
        try shop.remove("c/b/shop.sqlite")
        let plan = try restore(shop, "--dry-run").outputText
        #expect(plan.contains("  o-22.csv: ../done/2026-11-22/o-22.csv\n"), "\(plan)")
        #expect(try restore(shop).exit == 0)
        #expect(try State(shop) == state)
    }

    @Test func restoreStopsAtMissingOrDamagedExport() throws {
        for isDamaged in [true, false] {
            let shop = try threeNights()
            let state = try State(shop)
            let path = "c/done/2026-11-22/o-22.csv"
            let export = shop.text(path)
            if isDamaged {
                try shop.write(export.replacing("망고", with: "키위").replacing("입고", with: "폐기"), to: path)
            } else {
                try shop.remove(path)
            }
            try shop.remove("c/b/shop.sqlite")
            let sha256 = PlainSHA256.hex(Array(export.utf8))
            #expect(try restore(shop, "--dry-run").exit == 66)
            let result = try restore(shop)
            #expect(result.exit == 66)
            #expect(result.errorText.contains("'o-22.csv' (SHA-256 \(sha256)). The file is an export of the chain"))
            try shop.write(export, to: "disk/found.csv")
            let next = try restore(shop, "--from disk")
            #expect(next.exit == 0, "\(next.errorText)")
            #expect(try State(shop) == state)
        }
    }

    @Test(arguments: 1...4)
    func restoredChainShopEqualsOriginal(seed: Int) throws {
        var chance = SeededGenerator(seed: UInt64(seed))
        let shop = try chain()
        for day in 1...chance.int(3...5) { try step(shop, day, &chance) }
        let (state, sets) = (try State(shop), try reports(shop))
        let backups = shop.files("c/b/backup").keys.filter { $0.hasSuffix(".sqlite") }.sorted()
        try shop.remove("c/b/shop.sqlite")
        let areReportsGone = chance.chance(50)
        if areReportsGone { try shop.remove("c/b/reports") }
        let result = try restore(shop, "backup/\(chance.pick(backups))")
        #expect(result.exit == 0, "\(result.outputText) \(result.errorText)")
        #expect(try State(shop) == state)
        let after =
            areReportsGone && !FileManager.default.fileExists(atPath: shop.folder.path + "/c/b/reports")
            ? [:] : try reports(shop)
        for (path, bytes) in after { #expect(sets[path] == bytes, "\(path)") }
        #expect(areReportsGone || after == sets)
        #expect(try shop.run("verify --ledger c/b/shop.sqlite").exit == 0)
    }

    /// Performs a chain run and then, at random, another action on the shop.
    private func step(_ shop: Shop, _ day: Int, _ chance: inout SeededGenerator) throws {
        let date = "2026-11-\(10 + day)"
        for number in 1...chance.int(1...2) {
            let rows = rows(&chance, "\(day)\(number)")
            let name = "c/inbox/o-\(day)-\(number).csv"
            if chance.chance(30) {
                var bytes: [UInt8] = [0xff, 0xfe]
                for unit in (Self.header + rows).utf16 { bytes += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
                try shop.folder.write(bytes, to: name)
            } else {
                try shop.write(Self.header + rows, to: name)
            }
        }
        if chance.chance(30) { try shop.write("id,item,quantity\nown-\(day),키위쥬스,1\n", to: "c/b/inbox/own.csv") }
        if chance.chance(20) {
            try shop.write(#"{"shop": "B", "excel": true, "accept": ["비고"]}"#, to: "c/b/juice-batch.json")
        }
        let waits = chance.chance(25)
        if waits { try shop.write("nonsense\n", to: "c/b/menu.csv") }
        _ = try shop.run(["chain", "run", "c", "--date", date])
        if waits {
            try shop.remove("c/b/menu.csv")
            _ = try shop.run(["chain", "run", "c", "--date", date])
        }
        let runs = shop.lines("c/b/shop.sqlite.runs").count
        guard runs > 0 else { return }
        let run = "\(chance.int(1...runs))"
        if chance.chance(40) { _ = try shop.run(["reverse", run, "--ledger", "c/b/shop.sqlite"]) }
        if chance.chance(60) { _ = try shop.run("settle \(runs) --ledger c/b/shop.sqlite --why no") }
        if chance.chance(20) { _ = try shop.run("chain rename c b n-\(day)") }
    }

    private func rows(_ chance: inout SeededGenerator, _ tag: String) -> String {
        let rows = (0...chance.int(3...14)).map { row in
            let shop = row == 0 ? "b" : chance.pick(["a", "b", "", "", "모름"])
            let id = chance.chance(80) ? "\(tag)-\(chance.int(1...40))" : ""
            let kind = chance.pick(["주문", "입고", "취소", ""])
            let item = kind == "입고" ? chance.pick(["키위", "망고", "딸기"]) : chance.pick(["키위쥬스", "망고쥬스", "없는쥬스"])
            return "\(shop),\(id),\(kind),\(item),\(chance.int(1...5)),\(chance.pick(["", "\"x, y\""]))"
        }
        return rows.joined(separator: "\n") + "\n,,,합계,,\n"
    }
}
