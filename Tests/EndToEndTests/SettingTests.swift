import TestSupport
import Testing

@Suite struct ConfigurationTests {
    private static let orders = "제품명;이름;메모\n키위쥬스;딸기쥬스;a\n"

    /// The value and source of each setting according to `config`.
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

    /// Closing and reversing renew the index beside the ledger as the shop's own folder has it.
    @Test func indexHasTheSettingsOfTheLedgersFolder() throws {
        let shop = try Shop([
            "a/19.csv": "id,item\nA-1,포도쥬스\nA-2,망고쥬스\n", "a/21.csv": "id,item\nB-1,망고쥬스\n", "b/.keep": "",
            "a/juice-batch.json": #"{"language": "en", "closed": ["2026-11-20"]}"#,
            "juice-batch.json": #"{"language": "ko", "closed": ["mon"]}"#,
        ])
        let script = """
            cd a
            for day in 19 21
            do "$0" run $day.csv --ledger shop.sqlite --output reports/$day --date 2026-11-$day
            done
            "$0" index reports
            """
        #expect(try shop.shell(script).exit == 0)
        let page = shop.text("a/reports/index.html")
        #expect(page.contains("<html lang=\"en\""))
        #expect(try shop.run(["settle", "1", "--ledger", "a/shop.sqlite"]).exit == 0)
        #expect(shop.text("a/reports/index.html") != page)
        #expect(try shop.shell("cd b; \"$0\" reverse 3 --ledger ../a/shop.sqlite").exit == 0)
        #expect(shop.text("a/reports/index.html") == page)
    }

    @Test func commandLineOverridesEnvironmentOverridesFile() throws {
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

    @Test func settingsActLikeOptions() throws {
        let shop = try Shop(["a.csv": Self.orders, "stock.csv": "fruit,stock\n키위,3\n"])
        let options = [
            "--stock", "stock.csv", "--column", "item=제품명", "--excel", "--language", "en", "--fail-on", "shortage",
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

    @Test func ledgerSettingCarriesStock() throws {
        let shop = try Shop([
            "juice-batch.json": #"{"ledger": "shop.sqlite", "lock_wait": 1}"#, "a.csv": "item\n키위쥬스\n",
            "wait.json": #"{"lock_wait": 1}"#,
        ])
        #expect(try shop.run(["run", "a.csv"]).exit == 0)
        #expect(try shop.run(["run", "a.csv"]).exit == 5)
        #expect(try shop.run(["run", "a.csv", "--config", "wait.json", "--output", "other"]).exit == 0)
    }

    @Test func lastSettingsFileWins() throws {
        let menu = "juice,fruit,quantity\n"
        let shop = try Shop([
            "one.json": #"{"menu": "one.csv"}"#, "one.csv": menu + "배쥬스,배,1\n", "two.json": #"{"menu": "two.csv"}"#,
            "two.csv": menu + "귤쥬스,귤,1\n",
        ])
        let text = try shop.run(["menu", "--config", "one.json", "--config=two.json"]).outputText
        #expect(text.contains("귤쥬스") && !text.contains("배쥬스"))
    }

    @Test func settingsPathsAreRelativeToTheirFile() throws {
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

    /// `SchemaTests` hold each value against the schema.
    @Test(arguments: [
        ("{", "JSON"), ("", "JSON"), ("[]", "JSON"), (#"{"thread": 2}"#, "'threads'"), (#"{"threads": "2"}"#, "1…256"),
        (#"{"columns": {"itm": "x"}}"#, "'columns.item'"), (#"{"menu": {}}"#, "menu"),
        (#"{"language": "fr"}"#, "\"ko\""), (#"{"x": 1}"#, "juice-batch config"),
    ])
    func invalidSettingsFileIsRefused(text: String, hint: String) throws {
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

    @Test func configRefusesInvalidValuesAndArguments() throws {
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

    /// Each setting is an option of `run`, and each environment variable maps to an option.
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
        try shop.write(
            #"{"values": {"action": {"a": "order"}, "item": {"a": "ignore"}}, "ignore": {"a": ["b"]}, "only": {"a": ["b"]}, "known": {"a": ["b"]}, "accept": ["a"], "fill": ["a"], "totals": ["b"], "report": {"by": ["a"]}}"#,
            to: "juice-batch.json")
        let closedCount = 9
        try shop.folder.write(shop.run(["menu", "--csv"]).output, to: "menu.csv")
        let environment = Dictionary(uniqueKeysWithValues: values.map { ("JUICE_BATCH_" + $0, $1) })
        let lines = try shop.run(["config"], environment: environment).outputText.split(separator: "\n").dropFirst()
        #expect(lines.count == values.count + closedCount)
        #expect(lines.count { $0.contains("JUICE_BATCH_") } == values.count)
        #expect(lines.count { $0.contains("juice-batch.json") } == closedCount)
        let help = try shop.run(["run", "--help-hidden"]).outputText
        for line in lines {
            let key = line.prefix { $0 != " " }
            let option =
                key.hasPrefix("columns.")
                ? "column" : key.hasPrefix("values.") ? "value" : key.split { "_.".contains($0) }.joined(separator: "-")
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

/// Typed and configured export settings: precedence and errors.
@Suite struct ExportSettingTests {
    private static let orders = "품명,영수증,구분,비고\n키위쥬스,1,주문,\n"

    private func shop(_ settings: String? = nil) throws -> Shop {
        let shop = try Shop(["a.csv": Self.orders])
        if let settings { try shop.write(settings, to: "juice-batch.json") }
        return shop
    }

    /// The lines of `config` for a setting, without the setting's name.
    private func lines(_ shop: Shop, _ key: String, _ words: [String], _ environment: [String: String] = [:]) throws
        -> [String]
    {
        let result = try shop.run(["config", "--language", "en"] + words, environment: environment)
        #expect(result.exit == 0, "\(result.errorText)")
        return result.outputText.split(separator: "\n").filter { $0.hasPrefix(key + " ") }.map { line in
            line.dropFirst(key.count).split(separator: " ").joined(separator: " ")
        }
    }

    @Test func configShowsEachValueWithItsSource() throws {
        let shop = try shop(
            #"{"values": {"action": {"반품": "discard", "": "ignore"}}, "ignore": {"a.b\"c": ["x", ""]}, "totals": ["합계"]}"#
        )
        #expect(
            try lines(shop, "values.action", ["--value", "action:취소=ignore", "--value=item:a=ignore"]) == [
                "'action:취소=ignore' --value", "'action:반품=discard' juice-batch.json",
                "'action:=ignore' juice-batch.json",
            ])
        #expect(try lines(shop, "values.item", ["--value=item:a=ignore"]) == ["'item:a=ignore' --value"])
        #expect(
            try lines(shop, "ignore", ["--ignore", "결제=b"]) == [
                "'결제=b' --ignore", "'a.b\"c=x' juice-batch.json", "'a.b\"c=' juice-batch.json",
            ])
        #expect(try lines(shop, "totals", []) == ["'합계' juice-batch.json"])
        #expect(try lines(shop, "only", []) == ["(default)"])
    }

    @Test func typedColumnReplacesTheSetting() throws {
        let shop = try shop(##"{"columns": {"id": ["A+B", "#"], "time": ["날짜", "시각"]}, "sequence": "time"}"##)
        #expect(try lines(shop, "columns.id", []) == ["'A+B+#' juice-batch.json JUICE_BATCH_COLUMNS_ID"])
        #expect(try lines(shop, "columns.time", []) == ["'날짜+시각' juice-batch.json JUICE_BATCH_COLUMNS_TIME"])
        let environment = ["JUICE_BATCH_COLUMNS_ID": "번호+#", "JUICE_BATCH_SEQUENCE": "file"]
        #expect(
            try lines(shop, "columns.id", [], environment) == ["'번호+#' JUICE_BATCH_COLUMNS_ID JUICE_BATCH_COLUMNS_ID"])
        #expect(
            try lines(shop, "columns.id", ["--column=id=a+b"], environment) == ["'a+b' --column JUICE_BATCH_COLUMNS_ID"]
        )
        #expect(try lines(shop, "sequence", [], environment) == ["'file' JUICE_BATCH_SEQUENCE JUICE_BATCH_SEQUENCE"])
        #expect(
            try lines(shop, "sequence", ["--sequence=time"], environment) == ["'time' --sequence JUICE_BATCH_SEQUENCE"])
    }

    /// File, environment, command line: each overrides the one before.
    @Test func columnSettingsReachTheRun() throws {
        let shop = try shop(#"{"columns": {"item": ["품명"], "action": ""}}"#)
        #expect(try shop.run(["check", "a.csv"]).exit == 0)
        let environment = ["JUICE_BATCH_COLUMNS_ITEM": "영수증"]
        #expect(try shop.run(["check", "a.csv"], environment: environment).exit == 4)
        #expect(try shop.run(["check", "a.csv", "--column", "item=품명"], environment: environment).exit == 0)
        // A list of one is a plain column, whatever its name.
        try shop.write("A+B\n키위쥬스\n", to: "b.csv")
        try shop.write(#"{"columns": {"item": ["A+B"]}}"#, to: "plus.json")
        #expect(try shop.run(["check", "b.csv", "--config", "plus.json"]).exit == 0)
        #expect(try shop.run(["check", "b.csv", "--column", "item=A+B"]).exit == 64)
    }

    /// An invalid setting is exit code 78, with its position.
    @Test(arguments: [
        (#"{"values": {"action": {"반품": "취솟"}}}"#, "values.action: '반품' cannot be read as '취솟'"),
        (#"{"values": {"item": {"a": "포도쥬스"}}}"#, "values.item: 'a' cannot be read as '포도쥬스'"),
        (
            #"{"values": {"item": {"a": "딸기쥬스", "A": "ignore"}}}"#,
            "values.item: 'A' in item cells is given two meanings"
        ),
        (#"{"values": {"item": {" ": "ignore"}}}"#, "values.item: ' ' has no letters to compare"),
        (#"{"ignore": {"": ["x"]}}"#, "ignore: the name of the column is empty"),
        (#"{"only": {"a": [" "]}}"#, "only: ' ' has no letters to compare"),
        (#"{"known": {"a": ["\t"]}}"#, "known: "),
        (#"{"accept": [" "]}"#, "accept: the name of the column is empty"),
        (#"{"totals": ["_"]}"#, "totals: '_' has no letters to compare"),
        (#"{"accept": ["a"], "accept": ["b"]}"#, "accept: this key appears twice"),
        (#"{"ignore": {"a": ["x"], "a": ["y"]}}"#, "ignore.a: this key appears twice"),
        (#"{"columns": {"id": ["a", ""]}}"#, "columns.id: this value is not valid"),
        (#"{"columns": {"id": "a++b"}}"#, "columns.id: this value is not valid"),
    ])
    func exportSettingsAreChecked(settings: String, message: String) throws {
        let shop = try shop(settings)
        let result = try shop.run(["check", "a.csv", "--column", "item=품명", "--language", "en"])
        #expect(result.exit == 78)
        #expect(result.errorText.hasPrefix("juice-batch: juice-batch.json: " + message), "\(result.errorText)")
    }

    /// A missing configured column may be a change of the POS, so every output reports it.
    @Test(arguments: ["file", "time"])
    func missingSettledColumnsAreReported(sequence: String) throws {
        let shop = try shop(
            ##"""
            {"columns": {"item": "품명", "id": ["번호", "#"]}, "ignore": {"없음": ["x"]}, "accept": ["비고", "옵션"],
             "fill": ["매장"], "totals": ["합계"]}
            """##)
        try shop.write("품명,비고,일시,수량\n키위쥬스,,09:00,1\n키위쥬스\n키위쥬스,,08:00,1\n합계,,,9\n", to: "a.csv")
        try shop.write("품명,번호,비고,일시,없음,옵션,매장\n망고쥬스,1,,10:00,,,\n", to: "b.csv")
        let inputs = ["a.csv", "b.csv", "--sequence", sequence, "--language", "en"]
        let run = try shop.run(["run", "--output", "out"] + inputs)
        #expect(run.exit == 4, "\(run.errorText)")
        let said = [
            run.outputText, try shop.run(["check"] + inputs).outputText,
            try shop.run(["run", "--dry-run"] + inputs).outputText,
            PlainMarkup.unescaped(shop.text("out/report.html")), shop.text("out/report.md"),
        ]
        for text in said {
            // Markdown has marks of its own behind a backslash.
            let plain = text.replacing("\\", with: "")
            #expect(plain.contains("missing from these inputs: a.csv ('번호', '없음', '옵션' and 1 more)."), "\(text)")
            #expect(text.contains("because some rows have the wrong number of cells: a.csv."), "\(text)")
        }
        // A retry reads the program's own files, which lack no column.
        let again = try shop.run(["check", "out/restock.csv", "out/failure.csv", "--language", "en"])
        #expect(!again.outputText.contains("lacks") && !again.outputText.contains("not checked"), "\(again.outputText)")
    }

    @Test func environmentSetsSingleValues() throws {
        let shop = try shop()
        let variables = [("DAY_START", "26:00"), ("NEGATIVE", "x"), ("COLUMNS_TIME", "a++b"), ("DATE_ORDER", "x")]
        for (name, value) in variables {
            let result = try shop.run(["check", "a.csv"], environment: ["JUICE_BATCH_" + name: value])
            #expect(result.exit == 78 && result.errorText.hasPrefix("juice-batch: JUICE_BATCH_\(name): "))
        }
    }
}
