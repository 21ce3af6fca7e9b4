import Foundation
import TestSupport
import Testing

/// Chain runs with unusable shops, names that change during a run, and repeated files.
@Suite struct ChainRecoveryTests {
    private static let date = "2026-11-23"
    private static let header = "매장,item,quantity\n"
    private static let settings = #"{"columns": {"shop": "매장"}, "language": "en"}"#

    private func chain(_ files: [String: String]) throws -> Shop {
        try Shop(["c/chain.json": Self.settings, "c/a/inbox/.keep": "", "c/b/inbox/.keep": ""].merging(files) { $1 })
    }

    private func nightlyRun(_ shop: Shop, _ options: String..., date: String = date) throws -> Int? {
        try shop.run(["chain", "run", "c", "--date", date] + options).exit
    }

    private func chain(_ shop: Shop, _ words: String...) throws {
        #expect(try shop.run(["chain"] + words).exit == 0)
    }

    /// Stock of a shop by fruit.
    private func stock(_ shop: Shop, _ folder: String) throws -> [String: Int] {
        let result = try shop.run(["stock", "--ledger", "c/\(folder)/shop.sqlite", "--csv"])
        let rows = result.outputText.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        return Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), Int($0[1]) ?? -1) })
    }

    private func states(_ shop: Shop, date: String = date) -> [String] {
        shop.lines("c/reports/\(date)/chain.csv").dropFirst().map {
            $0.split(separator: ",").prefix(4).joined(separator: ",")
        }
    }

    @Test func delayedPartitionIsReadLikeAnImmediateOne() throws {
        let export = Self.header + "a,키위쥬스,1\n\"b\",망고쥬스,9\na,키위쥬스,1\nb,없는쥬스,1\n"
        let (usual, delayed) = (
            try chain(["c/inbox/o.csv": export]), try chain(["c/inbox/o.csv": export, "c/b/menu.csv": "nonsense\n"])
        )
        #expect(try nightlyRun(usual) == 4)
        #expect(try nightlyRun(delayed) == 78)
        #expect(delayed.text("c/b/inbox/o.csv") == Self.header + "\"b\",망고쥬스,9\nb,없는쥬스,1\n")
        try delayed.remove("c/b/menu.csv")
        #expect(try nightlyRun(delayed) == 4)
        let reports = "c/b/reports/\(Self.date)"
        #expect(delayed.lines("\(reports)/o/failure.csv").dropFirst().map { $0.prefix(8) } == ["o.csv,3,", "o.csv,5,"])
        #expect(delayed.files("\(reports)/o") == usual.files("\(reports)/o"))
        for path in ["\(reports)/facts.json", "c/reports/\(Self.date)/index.html", "c/reports/\(Self.date)/chain.json"]
        {
            #expect(delayed.text(path) == usual.text(path), "\(path)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: delayed.folder.path + "/c/b/.parts").isEmpty)
        // Full reports can also be made later.
        #expect(try delayed.run(["chain", "report", "c", "b", Self.date]).exit == 0)
    }

    /// A run assigns rows by the shop names at the time when it first read the export.
    @Test func shopsMayBeRenamedDuringANightlyRun() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\nn,망고쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "b") == 4)
        try chain(shop, "rename", "c", "b", "n")
        try chain(shop, "add", "c", "d")
        #expect(try nightlyRun(shop) == 4)
        let unknown = "c/reports/\(Self.date)/unknown-shop.csv"
        #expect(shop.text(unknown) == Self.header + "n,망고쥬스,1\n")
        #expect(try stock(shop, "b") == ["딸기": 10, "바나나": 10, "파인애플": 10, "키위": 7, "망고": 10])
        // Rows without a shop are sent again and no longer count.
        try shop.write(shop.text(unknown), to: "c/inbox/again.csv")
        try shop.write(Self.header, to: "c/d/inbox/nothing.csv")
        #expect(try nightlyRun(shop) == 0)
        #expect(try stock(shop, "b")["망고"] == 7)
        #expect(shop.text("c/reports/\(Self.date)/index.html").contains("received again as again.csv"))
    }

    @Test func runBeforeAKillIsKnownAfterItsShopIsRenamed() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "n,망고쥬스,1\na,키위쥬스,1\nb,키위쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "b") == 4)
        // Simulates a kill before the manifest recorded the end of the shop.
        let record = "c/.night/\(Self.date)"
        let lines = shop.lines(record).filter { !$0.contains(#""shop": "b", "state": "done""#) }
        #expect(lines.count == shop.lines(record).count - 1)
        try shop.write(lines.map { $0 + "\n" }.joined(), to: record)
        try chain(shop, "rename", "c", "b", "n")
        #expect(try nightlyRun(shop) == 4)
        #expect(try stock(shop, "b") == ["딸기": 10, "바나나": 10, "파인애플": 10, "키위": 7, "망고": 10])
    }

    @Test func shopClosedDuringTheRunStillGetsItsPartition() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "a") == 0)
        try chain(shop, "close", "c", "b", "--date", Self.date)
        #expect(try nightlyRun(shop) == 0)
        #expect(try stock(shop, "b")["망고"] == 7)
        #expect(states(shop) == ["a,a,done,0", "b,b,done,0"])
        #expect(shop.text("c/done/\(Self.date)/o.csv") != "")
    }

    /// Its pending file, result and facts stay part of the run if the shop is closed later.
    @Test(arguments: [["a", "b"], ["b"]]) func shopClosedAfterTheRunStaysPartOfIt(shops: [String]) throws {
        let shop = try Shop(["c/chain.json": Self.settings])
        for name in shops { try chain(shop, "add", "c", name) }
        try shop.write(Self.header + shops.map { $0 + ",키위쥬스,1\n" }.joined() + "b,없는쥬스,1\n", to: "c/inbox/o.csv")
        try shop.write("no ledger", to: "c/b/shop.sqlite")
        #expect(try nightlyRun(shop) == 78)
        try shop.remove("c/b/shop.sqlite")
        try chain(shop, "close", "c", "b", "--date", Self.date)
        for _ in 0..<2 {
            #expect(try nightlyRun(shop) == 4)
            #expect(states(shop) == shops.dropLast().map { "\($0),\($0),done,0" } + ["b,b,rejected,4"])
            #expect(try stock(shop, "b")["키위"] == 7)
            try shop.remove("c/b/reports/\(Self.date)/facts.json")
        }
        #expect(try nightlyRun(shop) == 4)
        #expect(try shop.run(["chain", "rollup", "c", "--date", Self.date]).exit == 4)
    }

    @Test func startedExportKeepsItsColumnSettings() throws {
        let rows = "매장,지점,item\na,b,키위쥬스\nb,a,망고쥬스\n"
        let shop = try chain(["c/inbox/o.csv": rows])
        #expect(try nightlyRun(shop, "--shops", "a", "--accept", "지점") == 0)
        // Other rows, but as many for each shop.
        #expect(try nightlyRun(shop, "--column", "shop=지점", "--accept", "매장") == 78)
        #expect(try nightlyRun(shop, "--accept", "지점") == 0)
        #expect(try stock(shop, "b") == ["딸기": 10, "바나나": 10, "파인애플": 10, "키위": 10, "망고": 7])
    }

    /// A started export is recognized under another name and beside another file of its name.
    @Test func startedExportIsIdentifiedByItsContent() throws {
        let export = Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"
        let shop = try chain(["c/inbox/o.csv": export])
        #expect(try nightlyRun(shop, "--shops", "a") == 0)
        try shop.remove("c/inbox/o.csv")
        try shop.write(export, to: "c/inbox/p.csv")
        let result = try shop.run(["chain", "run", "c", "--date", Self.date])
        #expect(result.exit == 74 && result.errorText.contains("began to split the file under the name o.csv"))
        try shop.remove("c/inbox/p.csv")
        try shop.write(Self.header + "a,바나나쥬스,1\n", to: "c/inbox/o.csv")
        #expect(try nightlyRun(shop, "--again") == 74)
        try shop.write(export, to: "c/inbox/o.csv")
        #expect(try nightlyRun(shop) == 0)
        #expect(try stock(shop, "a") == ["딸기": 10, "바나나": 8, "파인애플": 10, "키위": 7, "망고": 10])
        #expect(try stock(shop, "b")["망고"] == 7)
    }

    @Test func identicalExportsAreSplitOnce() throws {
        let export = Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"
        let shop = try chain(["c/inbox/o.csv": export, "c/inbox/p.csv": export])
        for _ in 0..<2 {
            let result = try shop.run(["chain", "run", "c", "--date", Self.date])
            #expect(result.exit == 4)
            #expect(
                result.outputText.contains(
                    "p.csv: refused: p.csv: this file was not applied, because o.csv has the same content."))
            #expect(states(shop) == ["a,a,done,0", "b,b,done,0"])
        }
        #expect(shop.text("c/repeated/\(Self.date)/p.csv") == export)
        #expect(try stock(shop, "a")["키위"] == 7)
    }

    /// A kill may come between the shop's commit and the manifest.
    @Test func shopClosedAfterAKillStaysPartOfTheRun() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "b,망고쥬스,1\n", "c/a/inbox/own.csv": "item\n키위쥬스\n"])
        #expect(try nightlyRun(shop) == 0)
        let record = "c/.night/\(Self.date)"
        let lines = shop.lines(record).filter { !$0.contains(#""shop": "a", "state": "done""#) }
        #expect(lines.count == shop.lines(record).count - 1)
        try shop.write(lines.map { $0 + "\n" }.joined(), to: record)
        try shop.remove("c/a/reports/\(Self.date)/facts.json")
        try chain(shop, "close", "c", "a", "--date", Self.date)
        #expect(try nightlyRun(shop) == 0)
        #expect(states(shop) == ["a,a,done,0", "b,b,done,0"])
    }

    @Test func closedShopWithPendingPartitionIsOnThePage() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "b") == 0)
        try chain(shop, "close", "c", "a", "--date", Self.date)
        #expect(try shop.run(["chain", "rollup", "c", "--date", Self.date]).exit == 4)
        #expect(states(shop) == ["a,a,not_run,4", "b,b,done,0"])
    }

    /// Of two concurrent runs, the one that started an export archives it, even if the other ends later.
    @Test func exportIsArchivedByTheRunThatStartedIt() throws {
        let shop = try chain(["c/d/inbox/.keep": ""])
        try shop.write("item\n키위쥬스\n", to: "c/a/inbox/own.csv")
        // The first run waits for its shop's ledger while the second starts the export and waits for another ledger.
        let held =
            "import sqlite3, sys, time\nfor path in sys.argv[2:]:\n    c = sqlite3.connect(path, isolation_level=None)\n"
            + "    c.execute('PRAGMA user_version'); c.execute('BEGIN IMMEDIATE')\n    globals()[path] = c\n"
            + "open(sys.argv[1], 'w').close()\nwhile len(sys.argv) > 2:\n    time.sleep(0.05)\n"
            + "    import os\n    for path in sys.argv[2:]:\n        if os.path.exists(path + '.free'):\n"
            + "            globals()[path].rollback(); sys.argv.remove(path)\n"
        try shop.write(held, to: "held.py")
        for name in ["a", "d"] {
            try shop.write("item\n바나나쥬스\n", to: "\(name).csv")
            #expect(try shop.run(["run", "\(name).csv", "--ledger", "c/\(name)/shop.sqlite", "--quiet"]).exit == 0)
        }
        try shop.write("item\n망고쥬스\n", to: "c/d/inbox/own.csv")
        try shop.write(Self.header + "b,망고쥬스,1\n", to: "export.csv")
        let nightlyRun = "\"$0\" chain run c --date \(Self.date) --quiet --lock-wait 60"
        let result = try shop.shell(
            """
            python3 held.py held c/a/shop.sqlite c/d/shop.sqlite & holder=$!
            until [ -e held ]; do sleep 0.02; done
            \(nightlyRun) --shops a & one=$!
            until grep -q '"a", "state": "running"' c/.night/\(Self.date); do sleep 0.02; done
            mv export.csv c/inbox/o.csv
            \(nightlyRun) --shops b --shops d & other=$!
            until grep -q '"b", "state": "done"' c/.night/\(Self.date); do sleep 0.02; done
            touch c/a/shop.sqlite.free
            wait $one || exit 1
            touch c/d/shop.sqlite.free
            wait $other || exit 2
            wait $holder
            """)
        #expect(result.exit == 0, "\(result.errorText)")
        #expect(shop.text("c/done/\(Self.date)/o.csv") != "" && shop.text("c/inbox/o.csv") == "")
        #expect(try self.nightlyRun(shop) == 0)
        #expect(states(shop) == ["a,a,done,0", "b,b,done,0", "d,d,done,0"])
    }

    @Test func damagedManifestDelaysOnlyExports() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "a") == 0)
        let record = "c/.night/\(Self.date)"
        try shop.write(shop.text(record) + "x\ny\n", to: record)
        try shop.write("item\n바나나쥬스\n", to: "c/a/inbox/own.csv")
        #expect(try nightlyRun(shop, date: "2026-11-24") == 78)
        #expect(states(shop, date: "2026-11-24") == ["a,a,done,0", "b,b,not_run,78"])
        #expect(shop.text("c/inbox/o.csv") != "")
    }

    @Test func partitionIsDeliveredOnceBesideOtherFiles() throws {
        let own = "item\n바나나쥬스\n"
        let shop = try chain([
            "c/inbox/o.csv": Self.header + "b,키위쥬스,1\na,키위쥬스,1\n", "c/b/inbox/o.csv": own,
            "c/b/shop.sqlite": "no ledger",
        ])
        for _ in 0..<2 { #expect(try nightlyRun(shop) == 78) }
        #expect(shop.text("c/b/inbox/o.csv") == own)
        #expect(shop.text("c/b/inbox/o.2.csv") != "" && shop.text("c/b/inbox/o.3.csv") == "")
        try shop.remove("c/b/shop.sqlite")
        #expect(try nightlyRun(shop) == 0)
        #expect(try stock(shop, "b") == ["딸기": 10, "바나나": 8, "파인애플": 10, "키위": 7, "망고": 10])
    }

    @Test func delayedPartitionThatWasRefusedCanBeCorrected() throws {
        let rows = "매장,item,size\nb,키위쥬스,L\nb,키위쥬스,S\na,키위쥬스,L\n"
        let shop = try chain(["c/inbox/o.csv": rows, "c/b/shop.sqlite": "no ledger"])
        #expect(try nightlyRun(shop) == 78)
        try shop.remove("c/b/shop.sqlite")
        #expect(try nightlyRun(shop) == 65)
        let refused = shop.text("c/b/failed/\(Self.date)/o.csv")
        #expect(refused == "매장,item,size\nb,키위쥬스,L\nb,키위쥬스,S\n")
        try shop.write(#"{"accept": ["size"]}"#, to: "c/b/juice-batch.json")
        try shop.write(refused, to: "c/b/inbox/o.csv")
        #expect(try nightlyRun(shop) == 0)
        #expect(states(shop) == ["a,a,done,0", "b,b,done,0"])
    }

    @Test func correctedFileResolvesOneFileOfItsName() throws {
        let rows = "매장,item,size\na,키위쥬스,L\na,키위쥬스,S\nb,키위쥬스,L\n"
        let shop = try chain(["c/inbox/o.csv": rows, "c/a/inbox/o.csv": "item\n\"키위쥬스\n"])
        #expect(try nightlyRun(shop) == 65)
        try shop.write("item\n키위쥬스\n", to: "c/a/inbox/o.csv")
        #expect(try nightlyRun(shop) == 65)
        #expect(shop.lines("c/reports/\(Self.date)/chain.csv")[1].contains("unclear_column"))
        // The same error again counts again.
        try shop.write("item,size\n키위쥬스,L\n", to: "c/a/inbox/o.csv")
        #expect(try nightlyRun(shop) == 0)
        try shop.write("item\n\"키위쥬스\n", to: "c/a/inbox/o.csv")
        for name in ["p.csv", "q.csv"] {
            #expect(try nightlyRun(shop) == 65)
            try shop.write("item\n바나나쥬스,\(name)\n", to: "c/a/inbox/\(name)")
        }
    }

    @Test func missingShopFolderKeepsTheExportWaiting() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "a") == 0)
        try shop.remove("c/b")
        #expect(try nightlyRun(shop) == 74)
        #expect(shop.text("c/inbox/o.csv") != "")
        let export = shop.text("c/inbox/o.csv")
        try shop.remove("c/inbox/o.csv")
        #expect(try shop.run(["chain", "run", "c", "--date", Self.date]).outputText.contains("Put it back"))
        try shop.write(export, to: "c/inbox/o.csv")
        try chain(shop, "add", "c", "b")
        #expect(try nightlyRun(shop) == 0)
        #expect(try stock(shop, "b")["망고"] == 7)
    }

    @Test func exportBelongsToTheDateThatStartedIt() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,망고쥬스,1\n"])
        #expect(try nightlyRun(shop, "--shops", "a") == 0)
        try shop.write("item\n바나나쥬스\n", to: "c/a/inbox/own.csv")
        let next = "2026-11-24"
        #expect(try nightlyRun(shop, date: next) == 74)
        #expect(states(shop, date: next) == ["a,a,done,0", "b,b,not_run,74"])
        #expect(shop.text("c/reports/\(next)/index.html").contains("Finish that run first with --date \(Self.date)."))
        #expect(try nightlyRun(shop) == 0)
        #expect(try nightlyRun(shop, date: next) == 4)
        #expect(try stock(shop, "a") == ["딸기": 10, "바나나": 8, "파인애플": 10, "키위": 7, "망고": 10])
        #expect(states(shop, date: next) == ["a,a,done,0", "b,b,missing,4"])
    }

    @Test func partitionWithKnownContentStaysWithItsShop() throws {
        let part = "b,키위쥬스,1\n"
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,망고쥬스,1\n" + part])
        #expect(try nightlyRun(shop) == 0)
        let next = "2026-11-24"
        try shop.write(Self.header + "a,망고쥬스,2\n" + part, to: "c/inbox/o.csv")
        #expect(try nightlyRun(shop, date: next) == 4)
        #expect(shop.text("c/b/repeated/\(next)/o.csv") == Self.header + part)
        #expect(try stock(shop, "b")["키위"] == 7)
        // The time of recording does not belong to the date.
        #expect(shop.text("c/b/reports/\(next)/facts.json").contains("because run 1 applied the same content"))
    }

    /// Another run of the shop may be about to apply its partition, so it is left for that run or the next.
    @Test func partitionIsNotDeliveredWhileAnotherRunHoldsTheShop() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\n"])
        let nightlyRun = "\"$0\" chain run c --date \(Self.date) --quiet"
        #expect(try shop.shell("exec 9> c/b/.nightly.lock; flock 9; \(nightlyRun)").exit == 74)
        #expect(shop.text("c/b/inbox/o.csv") == "" && shop.text("c/inbox/o.csv") != "")
        #expect(states(shop) == ["a,a,done,0", "b,b,failed,74"])
        #expect(try shop.shell(nightlyRun).exit == 0)
        #expect(states(shop) == ["a,a,done,0", "b,b,done,0"])
    }

    @Test func inputMayHaveTheNameOfTheFactsFile() throws {
        let shop = try chain(["c/inbox/facts.json.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\n"])
        for _ in 0..<2 {
            #expect(try nightlyRun(shop) == 0)
            #expect(states(shop) == ["a,a,done,0", "b,b,done,0"])
        }
    }

    @Test(arguments: [nil, "{}\n", "{\"facts\": 1}"]) func missingFactsAreRebuilt(left: String?) throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\n"])
        #expect(try nightlyRun(shop) == 0)
        let index = "c/a/reports/\(Self.date)/facts.json"
        let before = shop.text(index)
        if let left { try shop.write(left, to: index) } else { try shop.remove(index) }
        #expect(try nightlyRun(shop) == 0)
        #expect(shop.text(index) == before)
    }

    /// A ledger damaged after its run does not lose the run's results.
    @Test func damagedLedgerKeepsDeliveredFiles() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\n"])
        #expect(try nightlyRun(shop) == 0)
        try shop.write(String(repeating: "no ledger\n", count: 1000), to: "c/a/shop.sqlite")
        try shop.write("item\n키위쥬스\n", to: "c/a/inbox/more.csv")
        #expect(try nightlyRun(shop) == 78)
        let page = shop.text("c/reports/\(Self.date)/index.html")
        #expect(states(shop) == ["a,a,refused,78", "b,b,done,0"])
        #expect(shop.lines("c/reports/\(Self.date)/chain.csv")[1].hasPrefix("a,a,refused,78,1,1,1,"))
        #expect(try shop.run(["chain", "rollup", "c", "--date", Self.date]).exit == 78)
        #expect(shop.text("c/reports/\(Self.date)/index.html") == page)
    }

    @Test func missingShopColumnSettingDelaysOnlyExports() throws {
        let rows = Self.header + "a,키위쥬스,1\n"
        let shop = try chain([
            "c/chain.json": #"{"language": "en"}"#, "c/inbox/o.csv": rows, "c/a/inbox/own.csv": "item\n망고쥬스\n",
        ])
        for _ in 0..<2 {
            #expect(try nightlyRun(shop) == 78)
            #expect(states(shop) == ["a,a,done,0", "b,b,not_run,78"])
            #expect(shop.text("c/inbox/o.csv") == rows)
        }
        #expect(try shop.run(["chain", "rollup", "c", "--date", Self.date]).exit == 78)
        #expect(try nightlyRun(shop, "--column", "shop=매장", "--fill", "item") == 78)
        #expect(try nightlyRun(shop, "--column", "shop=매장", "--fill", "매장") == 4)
        #expect(states(shop) == ["a,a,done,0", "b,b,missing,4"])
    }

    @Test func reportsNonFilesInTheChainInbox() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\n", "c/inbox/gone.csv.sha256": "0\n"])
        #expect(try shop.shell("mkfifo c/inbox/pipe.csv; mkdir c/inbox/folder; ln -s o.csv c/inbox/link.csv").exit == 0)
        let result = try shop.run(["chain", "run", "c", "--date", Self.date])
        #expect(result.exit == 0)
        for name in ["gone.csv.sha256", "pipe.csv", "folder", "link.csv"] {
            #expect(result.errorText.contains("juice-batch: \(name): "), "\(name)")
        }
    }

    @Test func dateInFileNameOverridesTheRunDate() throws {
        let shop = try chain([
            "c/inbox/o_2026-11-21.csv": Self.header + "b,키위쥬스,1\n", "c/a/inbox/s_2026-11-20.csv": "item\n키위쥬스\n",
            "c/a/inbox/t.csv": "item\n망고쥬스\n",
        ])
        #expect(try nightlyRun(shop) == 0)
        func headline(_ path: String) -> String { shop.lines("c/\(path)/report.md").first ?? "" }
        #expect(headline("a/reports/\(Self.date)/s_2026-11-20").contains("2026-11-20"))
        #expect(headline("a/reports/\(Self.date)/t").contains("2026-11-23"))
        #expect(headline("b/reports/\(Self.date)/o_2026-11-21").contains("2026-11-21"))
    }

    @Test func reportsRowsOverTheRejectionLimit() throws {
        let shop = try chain(["c/inbox/o.csv": Self.header + "b,키위쥬스,1\na,없는쥬스,1\na,키위쥬스,0\n"])
        #expect(try nightlyRun(shop, "--max-rejected", "1") == 65)
        let line = shop.lines("c/reports/\(Self.date)/chain.csv")[1]
        #expect(line.contains("2 rows were rejected") && line.contains("o.csv:3: unknown_item"))
        #expect(line.contains("o.csv:4: invalid_quantity"))
    }

    @Test func shopsCanBeRenamedConcurrently() throws {
        let names = (0..<8).map { "s\($0)" }
        let shop = try Shop()
        for name in names { #expect(try shop.run(["chain", "add", "c", name]).exit == 0) }
        let result = try shop.shell(
            names.map { "\"$0\" chain rename c \($0) new-\($0) & " }.joined() + "wait")
        #expect(result.exit == 0)
        for name in names { #expect(shop.text("c/chain.json").contains("\"new-\(name)\"")) }
    }
}
