import TestSupport
import Testing

@Suite struct ConfigurationTests {
    private static let orders = "제품명;이름;메모\n키위쥬스;딸기쥬스;a\n"

    /// The settings that are not the default according to `config`, each with its values and their sources.
    private func settings(
        _ shop: Shop, _ words: String = "", _ environment: [String: String] = [:]
    ) throws -> [String: String] {
        let result = try shop.run("config --language en \(words)", environment: environment)
        #expect(result.exit == 0, "\(result.errorText)")
        var found: [String: String] = [:]
        for line in result.outputText.split(separator: "\n").dropFirst() where !line.contains("(default)") {
            var words = line.split(separator: " ")
            if words.last?.hasPrefix("JUICE_BATCH_") == true { words.removeLast() }
            let value = words.dropFirst().joined(separator: " ")
            found[String(words[0]), default: ""] += value + "\n"
        }
        found["language"] = nil
        return found.mapValues { String($0.dropLast()) }
    }

    /// The environment overrides the file.
    @Test func configShowsEachValueWithItsSource() throws {
        let file = ##"""
            {"threads": 2, "fail_on": "none", "menu": "m.csv", "excel": true, "sequence": "time",
             "columns": {"id": ["A+B", "#"], "time": ["날짜", "시각"], "quantity": ""},
             "values": {"action": {"반품": "discard", "": "ignore"}}, "ignore": {"a.b\"c": ["x", ""]}, "totals": ["합계"]}
            """##
        let shop = try Shop(["juice-batch.json": file])
        let (origin, prefix) = (" juice-batch.json", "JUICE_BATCH_")
        var wanted = [
            "threads": "'2'\(origin)", "fail_on": "'none'\(origin)", "menu": "'m.csv'\(origin)",
            "excel": "'true'\(origin)", "sequence": "'time'\(origin)", "columns.id": "'A+B+#'\(origin)",
            "columns.time": "'날짜+시각'\(origin)", "columns.quantity": "''\(origin)", "totals": "'합계'\(origin)",
            "values.action": "'action:반품=discard'\(origin)\n'action:=ignore'\(origin)",
            "ignore": "'a.b\"c=x'\(origin)\n'a.b\"c='\(origin)",
        ]
        #expect(try settings(shop) == wanted)
        let environment = ["THREADS": "3", "COLUMNS_ID": "번호+#", "SEQUENCE": "file", "MENU": ""]
        let variables = Dictionary(uniqueKeysWithValues: environment.map { (prefix + $0, $1) })
        wanted["threads"] = "'3' JUICE_BATCH_THREADS"
        wanted["columns.id"] = "'번호+#' JUICE_BATCH_COLUMNS_ID"
        wanted["sequence"] = "'file' JUICE_BATCH_SEQUENCE"
        #expect(try settings(shop, "", variables) == wanted)
    }

    @Test func settingsActLikeOptions() throws {
        let shop = try Shop(["a.csv": Self.orders, "stock.csv": "fruit,stock\n키위,3\n"])
        let options = "--stock stock.csv --column item=제품명 --excel --language en --fail-on shortage"
        try shop.run("run a.csv --output typed \(options)")
        let wanted = shop.files("typed")
        #expect(Set(wanted.keys).isSuperset(of: ReportSet.names))
        let settings = """
            {"stock": "stock.csv", "columns": {"item": ["제품명"]}, "excel": true, "language": "en", "output": "set",
             "fail_on": "shortage"}
            """
        try shop.write(settings, to: "juice-batch.json")
        #expect(try shop.run("run a.csv").exit == 0)
        #expect(shop.files("set") == wanted)
        #expect(try shop.run("run a.csv --column item=이름 --output other").exit == 3)
        #expect(try shop.run("run a.csv", environment: ["JUICE_BATCH_COLUMNS_ITEM": "이름"]).exit == 3)
        try shop.run("run a.csv --no-excel --output plain")
        #expect(shop.folder.read("plain/success.csv")?.first != 0xEF)
        // A list of one is a plain column, whatever its name.
        try shop.write("A+B\n키위쥬스\n", to: "b.csv")
        try shop.write(#"{"columns": {"item": ["A+B"]}}"#, to: "plus.json")
        #expect(try shop.exits("check b.csv --config plus.json", "check b.csv --column item=A+B") == [0, 64])
    }

    @Test func ledgerSettingCarriesStock() throws {
        let shop = try Shop([
            "juice-batch.json": #"{"ledger": "shop.sqlite", "lock_wait": 1}"#, "a.csv": "item\n키위쥬스\n",
            "wait.json": #"{"lock_wait": 1}"#,
        ])
        #expect(try shop.exits("run a.csv", "run a.csv", "run a.csv --config wait.json --output other") == [0, 5, 0])
    }

    @Test func settingsPathsAreRelativeToTheirFile() throws {
        let menu = "juice,fruit,quantity\n"
        let shop = try Shop([
            "shop/juice-batch.json": #"{"menu": "menu.csv", "stock": "/nowhere/stock.csv"}"#,
            "shop/menu.csv": menu + "배쥬스,배,1\n", "a.csv": "item\n배쥬스\n",
            "other.json": #"{"menu": "other.csv"}"#, "other.csv": menu + "귤쥬스,귤,1\n",
        ])
        #expect(try shop.run("menu --config shop/juice-batch.json").outputText.contains("배쥬스"))
        let result = try shop.run("run a.csv --config=shop/juice-batch.json")
        #expect(result.exit == 66 && result.errorText.contains("/nowhere/stock.csv"))
        #expect(try !shop.run("menu").outputText.contains("배쥬스"))
        // The last file wins.
        let last = try shop.run("menu --config shop/juice-batch.json --config=other.json").outputText
        #expect(last.contains("귤쥬스") && !last.contains("배쥬스"))
    }

    /// `SchemaTests` hold each value against the schema, and the reproducers show each message.
    @Test(arguments: [
        ("{", "JSON"), ("", "JSON"), ("[]", "JSON"), (#"{"thread": 2}"#, "'threads'"), (#"{"threads": "2"}"#, "1…256"),
        (#"{"columns": {"itm": "x"}}"#, "'columns.item'"), (#"{"menu": {}}"#, "menu"),
        (#"{"x": 1}"#, "juice-batch config"),
        (#"{"values": {"action": {"반품": "취솟"}}}"#, "values.action: '반품' cannot be read as '취솟'"),
        (#"{"values": {"item": {"a": "포도쥬스"}}}"#, "values.item: 'a' cannot be read as '포도쥬스'"),
        (
            #"{"values": {"item": {"a": "딸기쥬스", "A": "ignore"}}}"#,
            "values.item: 'A' in item cells is given two meanings"
        ),
        (#"{"values": {"item": {" ": "ignore"}}}"#, "values.item: ' ' has no letters to compare"),
        (#"{"ignore": {"": ["x"]}}"#, "ignore: the name of the column is empty"),
        (#"{"only": {"a": [" "]}}"#, "only: ' ' has no letters to compare"), (#"{"known": {"a": ["\t"]}}"#, "known: "),
        (#"{"accept": [" "]}"#, "accept: the name of the column is empty"),
        (#"{"totals": ["_"]}"#, "totals: '_' has no letters to compare"),
        (#"{"ignore": {"a": ["x"], "a": ["y"]}}"#, "ignore.a: this key appears twice"),
        (#"{"columns": {"id": ["a", ""]}}"#, "columns.id: this value is not valid"),
        (#"{"columns": {"id": "a++b"}}"#, "columns.id: this value is not valid"),
    ])
    func invalidSettingsFileIsRefused(text: String, told: String) throws {
        let shop = try Shop(["juice-batch.json": text, "a.csv": "item\n키위쥬스\n"])
        let result = try shop.run("run a.csv --language en")
        #expect(result.exit == 78, "\(result.errorText)")
        #expect(result.errorText.hasPrefix("juice-batch: juice-batch.json: ") && result.errorText.contains(told))
        #expect(!shop.folder.holds("reports"))
        #expect(try shop.run("run --help").exit == 0)
    }

    @Test func configRefusesInvalidValuesAndArguments() throws {
        let shop = try Shop(["a.csv": "item\n키위쥬스\n", "marked.json": "\u{FEFF}{\"threads\": 2}"])
        for (name, value) in [
            ("THREADS", "many"), ("DAY_START", "26:00"), ("NEGATIVE", "x"), ("COLUMNS_TIME", "a++b"),
            ("DATE_ORDER", "x"),
        ] {
            let result = try shop.run("run a.csv", environment: ["JUICE_BATCH_" + name: value])
            #expect(result.exit == 78 && result.errorText.hasPrefix("juice-batch: JUICE_BATCH_\(name): "))
        }
        #expect(try shop.run("run a.csv --config none.json").exit == 66)
        #expect(try settings(shop, "--config marked.json") == ["threads": "'2' marked.json"])
    }

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
        // Settings with several values are in the file only.
        let lists = """
            {"values": {"action": {"a": "order"}, "item": {"a": "ignore"}}, "ignore": {"a": ["b"]}, "only": {"a": ["b"]},
             "known": {"a": ["b"]}, "accept": ["a"], "fill": ["a"], "totals": ["b"], "report": {"by": ["a"]}}
            """
        try shop.write(lists, to: "juice-batch.json")
        try shop.folder.write(shop.run("menu --csv").output, to: "menu.csv")
        let environment = Dictionary(uniqueKeysWithValues: values.map { ("JUICE_BATCH_" + $0, $1) })
        let lines = try shop.run("config", environment: environment).outputText.split(separator: "\n").dropFirst()
        #expect(lines.count { $0.contains("JUICE_BATCH_") } == values.count)
        #expect(lines.count { $0.contains("juice-batch.json") } == 9 && lines.count == values.count + 9)
        let help = try shop.run("run --help-hidden").outputText
        for key in lines.map({ $0.prefix { $0 != " " } }) {
            let words = key.split { "_.".contains($0) }
            let option = ["columns": "column", "values": "value"][words[0]] ?? words.joined(separator: "-")
            #expect(help.contains("--\(option)"), "\(key)")
        }
        for words in ["run a.csv", "check a.csv", "menu", "stock", "history", "verify", "reverse 1", "diff out out"] {
            let result = try shop.run(words, environment: environment)
            #expect(result.exit == 0, "\(words): \(result.errorText)")
        }
    }

    /// A missing configured column may be a change of the POS, so every output reports it.
    @Test(arguments: ["file", "time"])
    func missingSettledColumnsAreReported(sequence: String) throws {
        let settings = ##"""
            {"columns": {"item": "품명", "id": ["번호", "#"]}, "ignore": {"없음": ["x"]}, "accept": ["비고", "옵션"],
             "fill": ["매장"], "totals": ["합계"]}
            """##
        let shop = try Shop([
            "a.csv": "품명,비고,일시,수량\n키위쥬스,,09:00,1\n키위쥬스\n키위쥬스,,08:00,1\n합계,,,9\n",
            "b.csv": "품명,번호,비고,일시,없음,옵션,매장\n망고쥬스,1,,10:00,,,\n", "juice-batch.json": settings,
        ])
        let inputs = "a.csv b.csv --sequence \(sequence) --language en"
        let run = try shop.run("run --output out \(inputs)")
        #expect(run.exit == 4, "\(run.errorText)")
        let said = [
            run.outputText, try shop.run("check \(inputs)").outputText,
            try shop.run("run --dry-run \(inputs)").outputText,
            PlainMarkup.unescaped(shop.text("out/report.html")), shop.text("out/report.md"),
        ]
        for text in said {
            // Markdown has marks of its own behind a backslash.
            let plain = text.replacing("\\", with: "")
            #expect(plain.contains("missing from these inputs: a.csv ('번호', '없음', '옵션' and 1 more)."), "\(text)")
            #expect(text.contains("because some rows have the wrong number of cells: a.csv."), "\(text)")
        }
        // A retry reads the program's own files, which lack no column.
        let again = try shop.run("check out/restock.csv out/failure.csv --language en").outputText
        #expect(!again.contains("lacks") && !again.contains("not checked"), "\(again)")
    }
}
