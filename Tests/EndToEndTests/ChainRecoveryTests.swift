import Foundation
import TestSupport
import Testing

/// Chain runs with unusable shops, names that change during a run, and repeated files.
@Suite struct ChainRecoveryTests {
    private static let header = "매장,item,quantity\n"
    /// An export with an order of each shop.
    private static let export = header + "a,키위쥬스,1\nb,망고쥬스,1\n"
    private static let next = "2026-11-24"
    private let reports = "c/reports/\(Shop.date)"
    private let manifest = "c/.night/\(Shop.date)"

    /// A chain that has run only the shops given by options.
    private func started(_ options: String, _ files: [String: String] = ["inbox/o.csv": export]) throws -> Shop {
        let shop = try Shop.chain(files)
        #expect(try shop.chainRun(options) == 0)
        return shop
    }

    /// Removes a shop's end from the manifest, as if a kill had come between the shop's commit and the manifest.
    private func forgetEnd(of name: String, _ shop: Shop) throws {
        let lines = shop.lines(manifest).filter { !$0.contains(#""shop": "\#(name)", "state": "done""#) }
        #expect(lines.count == shop.lines(manifest).count - 1)
        try shop.write(lines.map { $0 + "\n" }.joined(), to: manifest)
    }

    @Test func delayedPartitionIsReadLikeAnImmediateOne() throws {
        let export = Self.header + "a,키위쥬스,1\n\"b\",망고쥬스,9\na,키위쥬스,1\nb,없는쥬스,1\n"
        let usual = try Shop.chain(["inbox/o.csv": export])
        let delayed = try Shop.chain(["inbox/o.csv": export, "b/menu.csv": "nonsense\n"])
        #expect(try usual.chainRun() == 4 && delayed.chainRun() == 78)
        #expect(delayed.text("c/b/.parts/\(Shop.date)-000001.csv") == Self.header + "\"b\",망고쥬스,9\nb,없는쥬스,1\n")
        try delayed.remove("c/b/menu.csv")
        #expect(try delayed.chainRun() == 4)
        let own = "c/b/reports/\(Shop.date)"
        #expect(delayed.lines("\(own)/o/failure.csv").dropFirst().map { $0.prefix(8) } == ["o.csv,3,", "o.csv,5,"])
        #expect(delayed.files("\(own)/o") == usual.files("\(own)/o"))
        for path in ["\(own)/facts.json", "\(reports)/index.html", "\(reports)/chain.json"] {
            #expect(delayed.text(path) == usual.text(path), "\(path)")
        }
        #expect(delayed.files("c/b/.parts").isEmpty)
        // Full reports can also be made later.
        #expect(try delayed.run("chain report c b \(Shop.date)").exit == 0)
    }

    /// An order that the delivery of the shop's own file makes possible, in a part that waits behind a damaged ledger.
    @Test(arguments: [Shop.date, next]) func delayedPartitionCountsForItsRun(date: String) throws {
        let export = Self.header + "a,키위쥬스,1\nb,딸기쥬스,1\n"
        let shop = try Shop.chain(["inbox/o.csv": export, "b/inbox/o.csv": "item,quantity\n딸기,20\n"])
        try shop.write("no ledger", to: "c/b/shop.sqlite")
        #expect(try shop.chainRun() == 78)
        try shop.remove("c/b/shop.sqlite")
        #expect(try shop.chainRun(date: date) == (date == Self.next ? 4 : 0))
        #expect(try shop.chainRun() == 0 && shop.stock("b") == "14 10 10 10 10")
        #expect(shop.states() == "a,a,done,0 b,b,done,0")
        #expect(shop.text("\(reports)/chain.csv").contains("b,b,done,0,\(date == Self.next ? "1,1,1" : "2,2,2"),0,0,0"))
    }

    /// A run assigns rows by the shop names at the time when it first read the export.
    @Test func shopsMayBeRenamedDuringANightlyRun() throws {
        let shop = try Shop.chain(["inbox/o.csv": Self.header + "a,키위쥬스,1\nb,키위쥬스,1\nn,망고쥬스,1\n"])
        #expect(try shop.chainRun("--shops b") == 4)
        #expect(try shop.exits("chain rename c b n", "chain add c d") == [0, 0])
        #expect(try shop.chainRun() == 4 && shop.stock("b") == "10 10 10 7 10")
        #expect(shop.text("\(reports)/unknown-shop.csv") == Self.header + "n,망고쥬스,1\n")
        // A run that is known only by the ledger is known under the new name as well.
        try forgetEnd(of: "b", shop)
        #expect(try shop.chainRun() == 4 && shop.stock("b") == "10 10 10 7 10")
        // Rows without a shop are sent again and no longer count.
        try shop.write(shop.text("\(reports)/unknown-shop.csv"), to: "c/inbox/again.csv")
        try shop.write(Self.header, to: "c/d/inbox/nothing.csv")
        #expect(try shop.chainRun() == 0 && shop.stock("b") == "10 10 10 7 7")
        #expect(shop.text("\(reports)/index.html").contains("received again as again.csv"))
    }

    @Test func shopClosedDuringTheRunStillGetsItsPartition() throws {
        let shop = try started("--shops a")
        #expect(try shop.exits("chain close c b --date \(Shop.date)", "chain rollup c --date \(Shop.date)") == [0, 4])
        #expect(shop.states() == "a,a,done,0 b,b,not_run,4")
        #expect(try shop.chainRun() == 0 && shop.stock("b") == "10 10 10 10 7")
        #expect(shop.states() == "a,a,done,0 b,b,done,0")
        #expect(shop.text("c/done/\(Shop.date)/o.csv") != "")
    }

    /// Its pending file, result and facts stay part of the run if the shop is closed later.
    @Test(arguments: [["a", "b"], ["b"]]) func shopClosedAfterTheRunStaysPartOfIt(shops: [String]) throws {
        let shop = try Shop(["c/chain.json": Shop.chainSettings])
        for name in shops { #expect(try shop.run("chain add c \(name)").exit == 0) }
        try shop.write(Self.header + shops.map { $0 + ",키위쥬스,1\n" }.joined() + "b,없는쥬스,1\n", to: "c/inbox/o.csv")
        try shop.write("no ledger", to: "c/b/shop.sqlite")
        #expect(try shop.chainRun() == 78)
        try shop.remove("c/b/shop.sqlite")
        #expect(try shop.run("chain close c b --date \(Shop.date)").exit == 0)
        for _ in 0..<2 {
            #expect(try shop.chainRun() == 4 && shop.stock("b") == "10 10 10 7 10")
            #expect(shop.states() == (shops.count == 2 ? "a,a,done,0 " : "") + "b,b,rejected,4")
            try shop.remove("c/b/reports/\(Shop.date)/facts.json")
        }
        #expect(try shop.chainRun() == 4)
        #expect(try shop.run("chain rollup c --date \(Shop.date)").exit == 4)
    }

    /// A started export is recognized under another name and beside another file of its name.
    @Test func startedExportIsIdentifiedByItsContent() throws {
        let shop = try started("--shops a")
        try shop.remove("c/inbox/o.csv")
        try shop.write(Self.export, to: "c/inbox/p.csv")
        let result = try shop.run("chain run c --date \(Shop.date)")
        #expect(result.exit == 74 && result.errorText.contains("began to split the file under the name o.csv"))
        try shop.remove("c/inbox/p.csv")
        try shop.write(Self.header + "a,바나나쥬스,1\n", to: "c/inbox/o.csv")
        #expect(try shop.chainRun("--again") == 74)
        try shop.write(Self.export, to: "c/inbox/o.csv")
        #expect(try shop.chainRun() == 0 && shop.stock("a") == "10 8 10 7 10" && shop.stock("b") == "10 10 10 10 7")
    }

    /// The export of a night that was not finished is overwritten by that of the next night.
    @Test func unfinishedRunIsToldByTheNext() throws {
        let shop = try started("--shops a")
        try shop.write(Self.header + "a,바나나쥬스,1\nb,바나나쥬스,1\n", to: "c/inbox/o.csv")
        let result = try shop.run("chain run c --date \(Self.next)")
        #expect(result.exit == 0 && result.errorText.contains("Finish that run first with --date \(Shop.date)"))
        let status = try shop.run("status --folder c --language en")
        #expect(status.exit == 6 && status.outputText.contains("Finish that run first with --date \(Shop.date)"))
    }

    @Test func exportStaysForTheRunThatHasBegunIt() throws {
        let shop = try Shop.chain(["inbox/o.csv": Self.export])
        #expect(try shop.chainRun(date: Self.next) == 0)
        try shop.write(Self.export, to: "c/inbox/o.csv")
        #expect(try shop.chainRun("--shops a") == 4 && shop.chainRun(date: Self.next) == 74)
        #expect(shop.text("c/inbox/o.csv") == Self.export)
    }

    /// Rows that are added to an export after it was split are not lost in silence.
    @Test func exportThatGrowsIsTold() throws {
        let shop = try started("", ["a/inbox/own.csv": "item\n키위쥬스\n", "b/inbox/own.csv": "item\n키위쥬스\n"])
        try shop.write(Self.export, to: "c/inbox/o.csv")
        let result = try shop.shell(
            """
            python3 -c 'import os, sqlite3, time
            ledger = sqlite3.connect("c/a/shop.sqlite", isolation_level=None)
            ledger.execute("BEGIN IMMEDIATE"); open("held", "w").close()
            while os.path.exists("held"): time.sleep(0.02)' &
            until [ -e held ]; do sleep 0.02; done
            "$0" chain run c --date \(Self.next) --lock-wait 60 --language en > out 2> error & run=$!
            until grep -q '"a", "state": "running"' c/.night/\(Self.next); do sleep 0.02; done
            echo b,망고쥬스,1 >> c/inbox/o.csv; rm held; wait $run
            """)
        #expect(result.exit == 65 && shop.text("error").contains("o.csv: the file changed after it was split"))
        #expect(shop.text("c/inbox/o.csv") != "" && shop.text("c/done/\(Self.next)/o.csv") == "")
    }

    @Test func identicalExportsAreSplitOnce() throws {
        let shop = try Shop.chain(["inbox/o.csv": Self.export, "inbox/p.csv": Self.export])
        let told = "has already split o.csv, which has the same content."
        for _ in 0..<2 {
            let result = try shop.run("chain run c --date \(Shop.date)")
            #expect(result.exit == 4 && result.outputText.contains(told))
            #expect(shop.states() == "a,a,done,0 b,b,done,0")
        }
        #expect(shop.text("c/repeated/\(Shop.date)/p.csv") == Self.export)
        #expect(try shop.stock("a") == "10 10 10 7 10")
    }

    @Test func shopClosedAfterAKillStaysPartOfTheRun() throws {
        let shop = try started(
            "", ["inbox/o.csv": Self.header + "b,망고쥬스,1\n", "a/inbox/own.csv": "item\n키위쥬스\n"])
        try forgetEnd(of: "a", shop)
        try shop.remove("c/a/reports/\(Shop.date)/facts.json")
        #expect(try shop.run("chain close c a --date \(Shop.date)").exit == 0)
        #expect(try shop.chainRun() == 0)
        #expect(shop.states() == "a,a,done,0 b,b,done,0")
    }

    /// Of two concurrent runs, the one that started an export archives it, even if the other ends later.
    @Test func exportIsArchivedByTheRunThatStartedIt() throws {
        let own = "item\n키위쥬스\n"
        let shop = try started("", ["a/inbox/a.csv": own, "b/inbox/b.csv": own, "d/inbox/d.csv": own])
        for name in ["a", "d"] { try shop.write("item\n바나나쥬스\n", to: "c/\(name)/inbox/own.csv") }
        try shop.write(Self.header + "b,망고쥬스,1\n", to: "export.csv")
        // The first run waits for its shop's ledger while the second starts the export and waits for another ledger.
        let result = try shop.shell(
            """
            hold() {
                python3 -c 'import os, sqlite3, sys, time
            ledger = sqlite3.connect(sys.argv[1], isolation_level=None)
            ledger.execute("BEGIN IMMEDIATE")
            open(sys.argv[2], "w").close()
            while os.path.exists(sys.argv[2]): time.sleep(0.02)' c/$1/shop.sqlite held-$1 &
                until [ -e held-$1 ]; do sleep 0.02; done
            }
            night() { "$program" chain run c --date \(Self.next) --quiet --lock-wait 60 "$@"; }
            reached() { until grep -q "$1" c/.night/\(Self.next); do sleep 0.02; done; }
            program=$0; hold a; hold d
            night --shops a & one=$!
            reached '"a", "state": "running"'; mv export.csv c/inbox/o.csv
            night --shops b --shops d & other=$!
            reached '"b", "state": "done"'; rm held-a; wait $one || exit 1
            rm held-d; wait $other || exit 2
            """)
        #expect(result.exit == 0, "\(result.errorText)")
        #expect(shop.text("c/done/\(Self.next)/o.csv") != "" && shop.text("c/inbox/o.csv") == "")
        #expect(try shop.chainRun(date: Self.next) == 0)
        #expect(shop.states(Self.next) == "a,a,done,0 b,b,done,0 d,d,done,0")
    }

    @Test func damagedManifestDelaysOnlyExports() throws {
        let shop = try started("--shops a")
        try shop.write(shop.text(manifest) + "x\ny\n", to: manifest)
        try shop.write("item\n바나나쥬스\n", to: "c/a/inbox/own.csv")
        #expect(try shop.chainRun(date: Self.next) == 78)
        #expect(shop.states(Self.next) == "a,a,done,0 b,b,not_run,78")
        #expect(shop.text("c/inbox/o.csv") != "")
    }

    @Test func partitionIsDeliveredOnceBesideOtherFiles() throws {
        let own = "item\n바나나쥬스\n"
        let rows = Self.header + "b,키위쥬스,1\na,키위쥬스,1\n"
        let shop = try Shop.chain(["inbox/o.csv": rows, "b/inbox/o.csv": own, "b/shop.sqlite": "no ledger"])
        for _ in 0..<2 { #expect(try shop.chainRun() == 78) }
        #expect(shop.text("c/b/inbox/o.csv") == own)
        #expect(shop.files("c/b/.parts").count == 2)
        try shop.remove("c/b/shop.sqlite")
        #expect(try shop.chainRun() == 0 && shop.stock("b") == "10 8 10 7 10")
    }

    @Test func delayedPartitionThatWasRefusedCanBeCorrected() throws {
        let header = "매장,item,size\n"
        let rows = "b,키위쥬스,L\nb,키위쥬스,S\n"
        let shop = try Shop.chain(["inbox/o.csv": header + rows + "a,키위쥬스,L\n", "b/shop.sqlite": "no ledger"])
        #expect(try shop.chainRun() == 78)
        try shop.remove("c/b/shop.sqlite")
        #expect(try shop.chainRun() == 65)
        #expect(shop.text("c/b/failed/\(Shop.date)/o.csv") == header + rows)
        try shop.write(#"{"accept": ["size"]}"#, to: "c/b/juice-batch.json")
        try shop.write(header + rows, to: "c/b/inbox/o.csv")
        #expect(try shop.chainRun() == 0)
        #expect(shop.states() == "a,a,done,0 b,b,done,0")
    }

    @Test func missingShopFolderKeepsTheExportWaiting() throws {
        let shop = try started("--shops a")
        try shop.remove("c/b")
        #expect(try shop.chainRun() == 74)
        #expect(shop.text("c/inbox/o.csv") == Self.export)
        try shop.remove("c/inbox/o.csv")
        #expect(try shop.run("chain run c --date \(Shop.date)").outputText.contains("put it back"))
        try shop.write(Self.export, to: "c/inbox/o.csv")
        #expect(try shop.run("chain add c b").exit == 0)
        #expect(try shop.chainRun() == 0 && shop.stock("b") == "10 10 10 10 7")
    }

    @Test func exportBelongsToTheDateThatStartedIt() throws {
        let shop = try started("--shops a")
        try shop.write("item\n바나나쥬스\n", to: "c/a/inbox/own.csv")
        #expect(try shop.chainRun(date: Self.next) == 74)
        #expect(shop.states(Self.next) == "a,a,done,0 b,b,not_run,74")
        let advice = "Finish that run first with --date \(Shop.date)."
        #expect(shop.text("c/reports/\(Self.next)/index.html").contains(advice))
        #expect(try shop.chainRun() == 0 && shop.chainRun(date: Self.next) == 4)
        #expect(try shop.stock("a") == "10 8 10 7 10")
        #expect(shop.states(Self.next) == "a,a,done,0 b,b,missing,4")
    }

    @Test func partitionWithKnownContentStaysWithItsShop() throws {
        let shop = try started("")
        try shop.write(Self.export.replacing("키위쥬스", with: "바나나쥬스"), to: "c/inbox/o.csv")
        #expect(try shop.chainRun(date: Self.next) == 4)
        #expect(shop.text("c/b/repeated/\(Self.next)/o.csv") == Self.header + "b,망고쥬스,1\n")
        #expect(try shop.stock("b") == "10 10 10 10 7")
        // The time of recording does not belong to the date.
        #expect(shop.text("c/b/reports/\(Self.next)/facts.json").contains("because run 1 applied the same content"))
    }

    /// Another run of the shop may be about to apply its partition, so it is left for that run or the next.
    @Test func partitionIsNotDeliveredWhileAnotherRunHoldsTheShop() throws {
        let shop = try Shop.chain(["inbox/o.csv": Self.export])
        let held = "exec 9> c/b/.nightly.lock; flock 9; \"$0\" chain run c --date \(Shop.date) --quiet"
        #expect(try shop.shell(held).exit == 74)
        #expect(shop.text("c/b/inbox/o.csv") == "" && shop.text("c/inbox/o.csv") != "")
        #expect(shop.states() == "a,a,done,0 b,b,failed,74")
        #expect(try shop.chainRun() == 0)
        #expect(shop.states() == "a,a,done,0 b,b,done,0")
    }

    @Test func missingFactsAreRebuilt() throws {
        let shop = try started("", ["inbox/facts.json.csv": Self.export])
        let index = "c/a/reports/\(Shop.date)/facts.json"
        let before = shop.text(index)
        for left in [nil, "{}\n", "{\"facts\": 1}"] {
            try shop.remove(index)
            if let left { try shop.write(left, to: index) }
            #expect(try shop.chainRun() == 0)
            #expect(shop.text(index) == before && shop.states() == "a,a,done,0 b,b,done,0")
        }
    }

    @Test func damagedLedgerKeepsDeliveredFiles() throws {
        let shop = try started("")
        try shop.write(String(repeating: "no ledger\n", count: 1000), to: "c/a/shop.sqlite")
        try shop.write("item\n키위쥬스\n", to: "c/a/inbox/more.csv")
        #expect(try shop.chainRun() == 78)
        let page = shop.text("\(reports)/index.html")
        #expect(shop.states() == "a,a,refused,78 b,b,done,0")
        #expect(shop.lines("\(reports)/chain.csv")[1].hasPrefix("a,a,refused,78,1,1,1,"))
        #expect(try shop.run("chain rollup c --date \(Shop.date)").exit == 78)
        #expect(shop.text("\(reports)/index.html") == page)
    }

    @Test func missingShopColumnSettingDelaysOnlyExports() throws {
        let rows = Self.header + "a,키위쥬스,1\n"
        let shop = try Shop.chain([
            "chain.json": #"{"language": "en"}"#, "inbox/o.csv": rows, "a/inbox/own.csv": "item\n망고쥬스\n",
        ])
        for _ in 0..<2 {
            #expect(try shop.chainRun() == 78)
            #expect(shop.states() == "a,a,done,0 b,b,not_run,78")
            #expect(shop.text("c/inbox/o.csv") == rows)
        }
        #expect(try shop.run("chain rollup c --date \(Shop.date)").exit == 78)
        #expect(try shop.chainRun("--column shop=매장 --fill item") == 78)
        #expect(try shop.chainRun("--column shop=매장 --fill 매장") == 4)
        #expect(shop.states() == "a,a,done,0 b,b,missing,4")
    }

    @Test func reportsNonFilesInTheChainInbox() throws {
        let shop = try Shop.chain(["inbox/o.csv": Self.export, "inbox/gone.csv.sha256": "0\n"])
        #expect(try shop.shell("cd c/inbox; mkfifo pipe.csv; mkdir folder; ln -s o.csv link.csv").exit == 0)
        let result = try shop.run("chain run c --date \(Shop.date)")
        #expect(result.exit == 0)
        for name in ["gone.csv.sha256", "pipe.csv", "folder", "link.csv"] {
            #expect(result.errorText.contains("juice-batch: \(name): "), "\(name)")
        }
    }

    @Test func reportsRowsOverTheRejectionLimit() throws {
        let shop = try Shop.chain(["inbox/o.csv": Self.header + "b,키위쥬스,1\na,없는쥬스,1\na,키위쥬스,0\n"])
        #expect(try shop.chainRun("--max-rejected 1") == 65)
        let line = shop.lines("\(reports)/chain.csv")[1]
        for told in ["2 rows were rejected", "o.csv:3: unknown_item", "o.csv:4: invalid_quantity"] {
            #expect(line.contains(told))
        }
    }

    @Test func shopsCanBeRenamedConcurrently() throws {
        let shop = try Shop()
        let result = try shop.shell(
            """
            for n in 1 2 3 4 5 6 7 8; do "$0" chain add c s$n || exit; done
            for n in 1 2 3 4 5 6 7 8; do "$0" chain rename c s$n new-$n & done; wait
            """)
        #expect(result.exit == 0)
        for number in 1...8 { #expect(shop.text("c/chain.json").contains("\"new-\(number)\"")) }
    }
}
