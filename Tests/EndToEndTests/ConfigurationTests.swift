import TestSupport
import Testing

@Suite struct ConfigurationTests {
    private static let orders = "제품명;이름;메모\n키위쥬스;딸기쥬스;a\n"

    /// What `juice-batch config` says of each setting: the value and where it comes from.
    private func table(_ shop: Shop, _ words: [String], _ environment: [String: String] = [:]) throws -> [String:
        String]
    {
        let result = try shop.run(["config", "--language", "en"] + words, environment: environment)
        #expect(result.exit == 0, "\(result.errorText)")
        var found: [String: String] = [:]
        for line in result.outputText.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ")
            found[String(words[0])] = words.dropFirst().dropLast().joined(separator: " ")
        }
        return found
    }

    @Test func typedGoesBeforeEnvironmentBeforeFile() throws {
        let shop = try Shop([
            "juice-batch.json":
                #"{"threads": 2, "fail_on": "none", "menu": "m.csv", "excel": true, "columns": {"id": ""}}"#
        ])
        let file = try table(shop, [])
        #expect(file["threads"] == "'2' juice-batch.json")
        #expect(file["fail_on"] == "'none' juice-batch.json")
        #expect(file["menu"] == "'m.csv' juice-batch.json")
        #expect(file["excel"] == "'true' juice-batch.json")
        #expect(file["columns.id"] == "'' juice-batch.json")
        #expect(file["output"] == "(default)")
        let environment = ["JUICE_BATCH_THREADS": "3", "JUICE_BATCH_COLUMNS_ID": "번호", "JUICE_BATCH_MENU": ""]
        let both = try table(shop, [], environment)
        #expect(both["threads"] == "'3' JUICE_BATCH_THREADS")
        #expect(both["columns.id"] == "'번호' JUICE_BATCH_COLUMNS_ID")
        #expect(both["menu"] == "'m.csv' juice-batch.json")
        let all = try table(shop, ["--threads=4", "--no-excel", "--column", "ID=no"], environment)
        #expect(all["threads"] == "'4' --threads")
        #expect(all["columns.id"] == "'no' --column")
        #expect(all["excel"] == "'false' --excel")
        #expect(all["fail_on"] == "'none' juice-batch.json")
    }

    @Test func settingsDoWhatOptionsDo() throws {
        let shop = try Shop(["a.csv": Self.orders, "stock.csv": "fruit,stock\n키위,3\n"])
        let options = [
            "--stock", "stock.csv", "--column", "item=제품명", "--excel", "--language", "en",
            "--fail-on", "shortage",
        ]
        try shop.run(["run", "a.csv", "--output", "typed"] + options)
        let wanted = shop.files("typed")
        #expect(Set(wanted.keys).isSuperset(of: ReportSet.names))
        try shop.write(
            #"{"stock": "stock.csv", "columns": {"item": "제품명"}, "excel": true, "language": "en", "output": "set", "fail_on": "shortage"}"#,
            to: "juice-batch.json")
        #expect(try shop.run(["run", "a.csv"]).exit == 0)
        #expect(shop.files("set") == wanted)
        #expect(try shop.run(["run", "a.csv", "--column", "item=이름", "--output", "other"]).exit == 3)
        #expect(try shop.run(["run", "a.csv"], environment: ["JUICE_BATCH_COLUMNS_ITEM": "이름"]).exit == 3)
        try shop.run(["run", "a.csv", "--no-excel", "--output", "plain"])
        #expect(shop.folder.read("plain/success.csv")?.first != 0xEF)
    }

    /// A shop names its columns once; restock.csv and failure.csv have columns of their own.
    @Test func settledColumnsNeedNotBeInEachRun() throws {
        let shop = try Shop(["juice-batch.json": #"{"columns": {"item": "제품명"}}"#, "b.csv": "item\n키위쥬스\n"])
        #expect(try shop.run(["run", "b.csv"]).exit == 0)
        #expect(try shop.run(["run", "b.csv", "--column", "item=제품명"]).exit == 64)
    }

    @Test func aSettledLedgerCarriesStock() throws {
        let shop = try Shop([
            "juice-batch.json": #"{"ledger": "shop.sqlite", "lock_wait": 1}"#, "a.csv": "item\n키위쥬스\n",
            "wait.json": #"{"lock_wait": 1}"#,
        ])
        #expect(try shop.run(["run", "a.csv"]).exit == 0)
        #expect(try shop.run(["run", "a.csv"]).exit == 5)
        #expect(try shop.run(["run", "a.csv", "--config", "wait.json", "--output", "other"]).exit == 0)
    }

    @Test func pathsCountFromTheFile() throws {
        let shop = try Shop([
            "shop/juice-batch.json": #"{"menu": "menu.csv", "stock": "/nowhere/stock.csv"}"#,
            "shop/menu.csv": "juice,fruit,quantity\n배쥬스,배,1\n", "a.csv": "item\n배쥬스\n",
        ])
        #expect(try shop.run(["menu", "--config", "shop/juice-batch.json"]).outputText.contains("배쥬스"))
        let result = try shop.run(["run", "a.csv", "--config=shop/juice-batch.json"])
        #expect(result.exit == 66)
        #expect(result.errorText.contains("/nowhere/stock.csv"))
        #expect(try !shop.run(["menu"]).outputText.contains("배쥬스"))
    }

    @Test(arguments: [
        ("{", "JSON"), ("", "JSON"), ("[]", "JSON"), (#"{"thread": 2}"#, "'threads'"), (#"{"threads": "2"}"#, "1…256"),
        (#"{"threads": 0}"#, "threads"), (#"{"threads": 2.5}"#, "threads"),
        (#"{"columns": {"itm": "x"}}"#, "'columns.item'"),
        (#"{"columns": 3}"#, "columns"), (#"{"menu": null}"#, "menu"), (#"{"menu": {}}"#, "menu"),
        (#"{"menu": ""}"#, "menu"),
        (#"{"menu": ["a"]}"#, "menu"), (#"{"excel": "true"}"#, "excel"), (#"{"language": "fr"}"#, "\"ko\""),
        (#"{"encoding": "cp949"}"#, "encoding"),
        (#"{"x": 1}"#, "juice-batch config"),
    ])
    func whatTheFileMustNotSay(text: String, hint: String) throws {
        let shop = try Shop(["juice-batch.json": text, "a.csv": "item\n키위쥬스\n"])
        for command in [["run", "a.csv"], ["config"]] {
            let result = try shop.run(command)
            #expect(result.exit == 78)
            #expect(result.errorText.hasPrefix("juice-batch: juice-batch.json: "))
            #expect(result.errorText.contains(hint))
        }
        #expect(!shop.folder.holds("reports"))
        #expect(try shop.run(["run", "--help"]).exit == 0)
    }

    @Test func whatElseIsWrong() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "marked.json": "\u{FEFF}{\"threads\": 2}"])
        let variable = try shop.run(["run", "a.csv"], environment: ["JUICE_BATCH_THREADS": "many"])
        #expect(variable.exit == 78)
        #expect(variable.errorText.hasPrefix("juice-batch: JUICE_BATCH_THREADS: "))
        #expect(try shop.run(["run", "a.csv", "--config", "none.json"]).exit == 66)
        #expect(try table(shop, ["--config", "marked.json"])["threads"] == "'2' marked.json")
        for words in [["extra"], ["--nope"], ["--threads", "0"], ["--threads", "2", "extra"], ["--config", ""]] {
            #expect(try shop.run(["config"] + words).exit == 64, "\(words)")
        }
    }

    /// Each setting is an option of `run`, and what the environment gives to a command is one of its options.
    @Test func everySettingIsAnOption() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "stock.csv": "fruit,stock\n키위,9\n"])
        let values = [
            "STOCK": "stock.csv", "OUTPUT": "out", "LEDGER": "shop.sqlite", "LOCK_WAIT": "1", "COLUMNS_ID": "번호",
            "EXCEL": "true", "FAIL_ON": "none", "MAX_REJECTED": "3", "THREADS": "2", "LANGUAGE": "en",
            "COLUMNS_ACTION": "구분", "COLUMNS_ITEM": "품목", "COLUMNS_QUANTITY": "수량", "COLUMNS_TIME": "시각",
            "NEGATIVE": "cancel", "DECIMAL": ".", "HEADER": "first", "TRAILING": "drop", "SEQUENCE": "file",
            "DAY_START": "06:00", "DATE_ORDER": "ymd", "MENU": "menu.csv", "CURRENCY": "$", "SHOP": "쥬스나라 강남점",
            "CLOSED": "mon,2026-12-25", "MISSING_PERCENT": "10", "OVERSTOCK_DAYS": "3",
        ]
        // What has more than one value is settled in the file only.
        try shop.write(
            #"{"values": {"action": {"a": "order"}, "item": {"a": "ignore"}}, "ignore": {"a": ["b"]}, "only": {"a": ["b"]}, "known": {"a": ["b"]}, "accept": ["a"], "fill": ["a"], "totals": ["b"]}"#,
            to: "juice-batch.json")
        let settledCount = 8
        try shop.folder.write(shop.run(["menu", "--csv"]).output, to: "menu.csv")
        let environment = Dictionary(uniqueKeysWithValues: values.map { ("JUICE_BATCH_" + $0, $1) })
        let lines = try shop.run(["config"], environment: environment).outputText.split(separator: "\n").dropFirst()
        #expect(lines.count == values.count + settledCount)
        #expect(lines.count { $0.contains("JUICE_BATCH_") } == values.count)
        #expect(lines.count { $0.contains("juice-batch.json") } == settledCount)
        let help = try shop.run(["run", "--help-hidden"]).outputText
        for line in lines {
            let key = line.prefix { $0 != " " }
            let option =
                key.hasPrefix("columns.")
                ? "column" : key.hasPrefix("values.") ? "value" : key.split(separator: "_").joined(separator: "-")
            #expect(help.contains("--\(option)"), "\(key)")
        }
        let commands: [(words: [String], exit: Int)] = [
            (["run", "a.csv"], 0), (["check", "a.csv"], 0), (["menu"], 0), (["stock"], 0), (["history"], 0),
            (["verify"], 0), (["reverse", "1"], 0), (["diff", "out", "out"], 0),
        ]
        for (words, exit) in commands {
            let result = try shop.run(words, environment: environment)
            #expect(result.exit == exit, "\(words): \(result.errorText)")
        }
    }
}
