import Foundation
import TestSupport
import Testing

/// Initializing a shop's folder.
@Suite struct InitTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test func timersNameTheirTimeZone() throws {
        #expect(try shop.run("init gangnam --night 23:00 --zone Asia/Seoul").exit == 0)
        let units = shop.files("gangnam/units").keys.sorted()
        let texts = units.map { ($0, shop.text("gangnam/units/\($0)")) }
        let timers = texts.filter { $0.0.hasSuffix(".timer") }.map(\.1)
        #expect(timers.count == 2 && timers.allSatisfy { $0.contains(":00 Asia/Seoul\n") })
        for hour in ["23:00", "01:30"] { #expect(timers.contains { $0.contains("*-*-* \(hour):00 ") }) }
        let services = texts.filter { $0.0.hasSuffix(".service") }.map(\.1)
        #expect(services.count == 3 && services.allSatisfy { $0.contains("Environment=TZ=Asia/Seoul\n") })
        #expect(services.filter { $0.contains("OnFailure=juice-batch-gangnam-alert@%n.service\n") }.count == 2)
        #expect(texts.allSatisfy { $0.0 == "alert" || !$0.1.contains("@prefix@") && !$0.1.contains("/var/lib") })
    }

    @Test func nightlyRunWorksInAnInitializedFolder() throws {
        let begun = try shop.run("init gangnam --shop 강남점 --day-start 04:00 --night 04:30 --language en")
        let settings = OrderedJSONParser.parse(shop.text("gangnam/juice-batch.json"))?.line
        #expect(settings == #"{"shop": "강남점", "language": "en", "day_start": "04:00", "menu": "menu.csv"}"#)
        #expect(shop.text("gangnam/menu.csv") == (try shop.run("menu --csv").outputText))
        try shop.write("item,time\n키위쥬스,2026-11-20 01:00\n", to: "gangnam/inbox/friday.csv")
        let lost = try shop.run("nightly --folder gangnam --stock none.csv")
        #expect(begun.exit == 0 && lost.errorText.contains("none.csv: cannot"), "\(begun.errorText)")
        let nightlyRun = try shop.run("nightly --folder gangnam --settle 0")
        #expect(nightlyRun.outputText.contains("1 file, exit code 0"), "\(nightlyRun.outputText)")
        let history = try shop.run("history --ledger gangnam/shop.sqlite --json").outputText
        #expect(history.contains("\"date\": \"2026-11-19\""), "the day does not begin at 04:00")
    }

    @Test(arguments: ["plain", "a b", "it's", "50% $HOME \"x\" \\", "강남"])
    func printedNextStepsWork(name: String) throws {
        let begun = try shop.run(["init", name, "--night", "03:30", "--language", "en"])
        #expect(begun.exit == 0, "\(begun.errorText)")
        try shop.write("item\n키위쥬스\n", to: "\(name)/inbox/friday.csv")
        let lines = begun.outputText.split(separator: "\n").map(String.init)
        let next = lines.filter { $0.hasPrefix("  cd ") || $0.contains(" inspect ") || $0.hasSuffix(" nightly") }
        #expect(next.count == 3)
        let commands = next.joined(separator: " && ").replacing(" nightly", with: " nightly --settle 0")
        let done = try shop.shell(commands)
        #expect(done.exit == 0 && done.outputText.contains("1 file"), "\(done.outputText) \(done.errorText)")
        let link = try #require(lines.firstIndex { $0.contains("systemctl --user link ") })
        let linked = lines[(link + 1)...].prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
        let files = try shop.shell("printf '%s\\n' \\\n" + linked)
        let paths = files.outputText.split(separator: "\n").map(String.init)
        #expect(paths.count == 5 && paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func existingFilesAreKept() throws {
        #expect(try shop.run("init").exit == 0)
        #expect(!FileManager.default.fileExists(atPath: shop.folder.path + "/units"))
        #expect(shop.text("juice-batch.json") == "{\n  \"menu\": \"menu.csv\"\n}\n")
        // A second call is harmless and completes an interrupted one.
        try shop.remove("juice-batch.json")
        #expect(try shop.run("init").exit == 0)
        #expect(shop.text("juice-batch.json") == "{\n  \"menu\": \"menu.csv\"\n}\n")
        let before = shop.entries
        let other = try shop.run(["init", "--shop", "다른 가게", "--night", "03:30"])
        #expect(other.exit == 73 && other.errorText.contains("juice-batch.json"))
        #expect(shop.entries == before)
        try shop.write("menu\n", to: "own/menu.csv")
        #expect(try shop.run("init own").exit == 73)
        #expect(shop.files("own").keys.sorted() == ["menu.csv"])
        #expect(shop.text("own/menu.csv") == "menu\n")
        #expect(try shop.run("init no/such/folder").exit == 73)
    }

    /// Unit names differ even if folder names have letters that unit names cannot have.
    @Test func unitNamesOfSeveralShopsDiffer() throws {
        let names = try ["강남점", "홍대점", "강남 1호점", "1", "a b", "ab"].map { name in
            let begun = try shop.run(["init", name, "--night", "04:30"])
            #expect(begun.exit == 0)
            return shop.files("\(name)/units").keys.filter { $0.hasSuffix("-status.timer") }
        }
        #expect(Set(names.flatMap { $0 }).count == 6)
    }
}
