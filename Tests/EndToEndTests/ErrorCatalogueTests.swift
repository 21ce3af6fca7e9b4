import Foundation
import JuiceBatch
import TestSupport
import Testing

/// The catalogue of errors against the program: each has its place there, and says what stands there.
@Suite struct ErrorCatalogueTests {
    /// How an error comes about.
    struct Reproducer: Sendable {
        let kind: ErrorKind
        /// A command of the shell; `$0` is the program, and files are made from `files`.
        let command: String
        var files: [String: String] = [:]
        let exit: Int
    }

    private static let row = "id,action,item,quantity\n"
    private static let good = ["a.csv": "item\n키위쥬스\n"]
    private static let x = String(repeating: "x", count: 65_536)
    private static let menu = "juice,fruit,quantity\n"

    private static func check(_ kind: ErrorKind, _ rows: String) -> Reproducer {
        Reproducer(kind: kind, command: "\"$0\" check a.csv", files: ["a.csv": row + rows], exit: 4)
    }

    private static func refused(_ kind: ErrorKind, _ text: String, _ options: String = "") -> Reproducer {
        Reproducer(kind: kind, command: "\"$0\" run a.csv \(options)", files: ["a.csv": text], exit: 65)
    }

    private static func usage(_ kind: ErrorKind, _ options: String) -> Reproducer {
        Reproducer(kind: kind, command: "\"$0\" run a.csv \(options)", files: good, exit: 64)
    }

    private static func setting(_ kind: ErrorKind, menu text: String) -> Reproducer {
        Reproducer(kind: kind, command: "\"$0\" menu --menu m.csv", files: ["m.csv": text], exit: 78)
    }

    private static func stock(_ kind: ErrorKind, _ text: String) -> Reproducer {
        let files = good.merging(["s.csv": text]) { $1 }
        return Reproducer(kind: kind, command: "\"$0\" run a.csv --stock s.csv", files: files, exit: 78)
    }

    private static func ledger(_ kind: ErrorKind, _ commands: String, exit: Int) -> Reproducer {
        let begin = "\"$0\" run a.csv --ledger l.sqlite --quiet; "
        return Reproducer(kind: kind, command: begin + commands, files: good, exit: exit)
    }

    private static func diff(_ kind: ErrorKind, _ text: String) -> Reproducer {
        let command = "\"$0\" diff s.json s.json"
        return Reproducer(kind: kind, command: command, files: ["s.json": text], exit: 65)
    }

    private static func settled(_ kind: ErrorKind, _ text: String) -> Reproducer {
        Reproducer(kind: kind, command: "\"$0\" config", files: ["juice-batch.json": text], exit: 78)
    }

    private static let rows: [Reproducer] = [
        check(.wrong_field_count, "1,order,키위쥬스\n"), check(.unknown_action, "1,예약,키위쥬스,1\n"),
        check(.missing_item, "1,order,,1\n"), check(.unknown_item, "1,order,수박쥬스,1\n"),
        check(.missing_action, "1,,kiwi,1\n"), check(.invalid_quantity, "1,order,키위쥬스,x\n"),
        Reproducer(
            kind: .already_processed, command: "\"$0\" check a.csv",
            files: ["a.csv": row + "1,order,키위쥬스,1\n1,order,키위쥬스,1\n"], exit: 0),
        check(.id_conflict, "1,order,키위쥬스,1\n1,order,키위쥬스,2\n"),
        Reproducer(
            kind: .stock_limit, command: "\"$0\" check a.csv --stock s.csv",
            files: ["a.csv": row + "1,restock,키위,1\n", "s.csv": "fruit,stock\n키위,1000000000000\n"], exit: 4),
        Reproducer(
            kind: .insufficient_stock, command: "\"$0\" check a.csv", files: ["a.csv": row + "1,,딸기쥬스,1\n"],
            exit: 0),
    ]

    private static let inputs: [Reproducer] = [
        refused(.bad_quoting, "item\n\"키위쥬스\n"), refused(.bad_encoding, "\u{FEFF}item\n", "--encoding cp949"),
        refused(.nul_byte, "item\n\0\n"), refused(.field_too_long, "item,x\nkiwi,\(x)x\n"),
        refused(.record_too_long, "item\nkiwi" + String(repeating: ",\(x)", count: 16) + "\n"),
        refused(.no_header, "\n"), refused(.no_item_column, "a,b\n"), refused(.duplicate_column, "item,juice\n"),
        refused(.too_many_columns, "item" + String(repeating: ",x", count: 256) + "\n"),
        refused(.already_applied, "file,line,id,action,item,quantity,message,재고_딸기\n"),
    ]

    private static let usage: [Reproducer] = [
        usage(.unknown_role, "--column fruit=x"), usage(.malformed_column, "--column item"),
        usage(.repeated_role, "--column item=a --column item=b"), usage(.column_nowhere, "--column id=none"),
        usage(.input_in_output, "--output ."), usage(.same_bytes, "a.csv --ledger l.sqlite"),
        usage(.standard_input_twice, "- -"), usage(.ledger_is_input, "--ledger a.csv"),
        Reproducer(
            kind: .ledger_in_output, command: "mkdir out; \"$0\" run a.csv --output out --ledger out/l.sqlite",
            files: good, exit: 64),
        ledger(
            .stock_of_existing_ledger,
            "echo 'fruit,stock' > s.csv; \"$0\" run a.csv --stock s.csv --ledger l.sqlite --again", exit: 64),
        ledger(.no_such_run, "\"$0\" reverse 9 --ledger l.sqlite", exit: 64),
        ledger(.already_reversed, "\"$0\" reverse 1 --ledger l.sqlite; \"$0\" reverse 1 --ledger l.sqlite", exit: 64),
        ledger(.is_reversal, "\"$0\" reverse 1 --ledger l.sqlite; \"$0\" reverse 2 --ledger l.sqlite", exit: 64),
    ]

    private static let files: [Reproducer] = [
        Reproducer(kind: .unreadable, command: "\"$0\" run none.csv", exit: 66),
        Reproducer(kind: .input_output, command: "\"$0\" menu > /dev/full", exit: 74),
        Reproducer(kind: .cannot_create, command: "\"$0\" run a.csv --output /proc/nowhere", files: good, exit: 73),
        Reproducer(
            kind: .output_not_ours, command: "\"$0\" run a.csv --output out",
            files: good.merging(["out/mine": ""]) { $1 }, exit: 73),
        setting(.setting_unreadable, menu: menu + "a,\"b,1\n"), setting(.missing_column, menu: "juice,fruit\na,b\n"),
        setting(.setting_wrong_field_count, menu: menu + "a,b\n"), setting(.bad_name, menu: menu + "a:b,c,1\n"),
        setting(.bad_quantity, menu: menu + "a,b,0\n"), setting(.repeated_fruit, menu: menu + "a,b,1\na,b,1\n"),
        setting(.ambiguous_name, menu: "juice,fruit,quantity,alias\na,b,1,x\nc,d,1,x\n"),
        stock(.unknown_fruit, "fruit,stock\n배,1\n"), setting(.empty_menu, menu: ""),
        setting(.too_many, menu: menu + (0..<1_001).map { "j,f\($0),1\n" }.joined()),
        diff(.report_not_json, "x"), diff(.report_misses, "{\"schema\":1}"),
        diff(.report_other_schema, "{\"schema\":99}"),
        settled(.configuration_not_json, "["), settled(.unknown_setting, #"{"menus": "m.csv"}"#),
        settled(.bad_setting_value, #"{"threads": 0}"#),
    ]

    private static let ledgers: [Reproducer] = [
        ledger(.known_inputs, "\"$0\" run a.csv --ledger l.sqlite", exit: 5),
        ledger(.not_a_database, "echo text > l.sqlite; \"$0\" verify --ledger l.sqlite", exit: 78),
        ledger(.damaged_ledger, "truncate -s 5000 l.sqlite; \"$0\" verify --ledger l.sqlite", exit: 78),
        ledger(.missing_ledger, ": > l.sqlite; \"$0\" stock --ledger l.sqlite", exit: 78),
        ledger(
            .irreversible,
            "printf 'item,quantity\\n딸기,20\\n' > b.csv; printf 'item\\n딸기쥬스\\n' > c.csv; "
                + "for f in b c; do \"$0\" run $f.csv --ledger l.sqlite --quiet; done; \"$0\" reverse 2 --ledger l.sqlite",
            exit: 65),
    ]

    /// Errors that no file brings about by itself, with the tests that do: they change files and processes meanwhile.
    private static let testedElsewhere: [ErrorKind: String] = [
        .changed_while_read: "aFileThatChangesIsNoticed", .ledger_busy: "whoeverHoldsTheLedgerIsNamed",
        .foreign_database: "aForeignOrNewerDatabaseIsToldApart", .newer_ledger: "aForeignOrNewerDatabaseIsToldApart",
        .unsound_ledger: "aFlippedBitIsFoundOrChangesNothing", .interrupted: "signalsEndARunWithNothingApplied",
        .in_doubt: "everyErrorIsSaidInBothLanguages", .invariant: "everyErrorIsSaidInBothLanguages",
    ]

    static let reproducers = rows + inputs + usage + files + ledgers

    @Test(arguments: reproducers.indices)
    func eachErrorSaysWhatTheCatalogueSays(index: Int) throws {
        let reproducer = Self.reproducers[index]
        let shop = try Shop(reproducer.files)
        let result = try shop.shell("export JUICE_BATCH_LANGUAGE=en; " + reproducer.command)
        #expect(result.exit == reproducer.exit, "\(reproducer.kind): \(result.errorText)")
        let said = result.errorText + result.outputText
        let wanted = try #require(Self.catalogue()[reproducer.kind.rawValue])
        var rest = said[...]
        for part in wanted.components(separatedBy: "…") where !part.isEmpty {
            let found = rest.range(of: part)
            #expect(found != nil, "\(reproducer.kind): no '\(part)' in \(said.prefix(600))")
            rest = rest[(found?.upperBound ?? rest.endIndex)...]
        }
    }

    @Test func everyErrorIsInTheCatalogueAndReproduced() throws {
        let kinds = Set(ErrorKind.allCases.map(\.rawValue))
        let catalogued = try Set(Self.catalogue().keys)
        #expect(catalogued == kinds)
        #expect(Set(OutcomeCode.failures.map(\.name)).isSubset(of: kinds))
        let reproduced = Set(Self.reproducers.map(\.kind)).union(Self.testedElsewhere.keys)
        #expect(ErrorKind.allCases.filter { !reproduced.contains($0) } == [])
        #expect(ErrorKind(.refused(Refusal(file: "a", line: 1, reason: .noHeader))) == .no_header)
        let sources = try Self.sources(below: "Tests")
        for (kind, test) in Self.testedElsewhere {
            #expect(sources.contains("func \(test)("), "\(kind): there is no test \(test)")
        }
    }

    /// What the catalogue says that each error says. Each has to have a meaning and an advice, too.
    private static func catalogue() throws -> [String: String] {
        let text = try String(
            contentsOf: root.appendingPathComponent("Sources/JuiceBatch/JuiceBatch.docc/Errors.md"), encoding: .utf8)
        var said: [String: String] = [:]
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            let lines = section.components(separatedBy: "\n")
            let says = lines.first { $0.hasPrefix("Says: `") }
            let isWhole = lines.contains { $0.hasPrefix("Means: ") } && lines.contains { $0.hasPrefix("Do: ") }
            #expect(isWhole && says != nil, "\(lines[0]) is not whole")
            said[lines[0]] = says.map { String($0.dropFirst(7).dropLast()) }
        }
        return said
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func sources(below folder: String) throws -> String {
        let base = root.appendingPathComponent(folder).path
        let names = try FileManager.default.subpathsOfDirectory(atPath: base).filter { $0.hasSuffix(".swift") }
        return try names.map { try String(contentsOfFile: base + "/" + $0, encoding: .utf8) }.joined()
    }
}
