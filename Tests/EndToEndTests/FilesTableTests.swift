import Foundation
import TestSupport
import Testing

/// Checks the manual's tables of files against the files that the program leaves.
@Suite struct FilesTableTests {
    /// The names in the first column of a table, as patterns of fnmatch(3): the table of a shop's folder, then of a chain's.
    private static func patterns() throws -> [[String]] {
        let text = try ProjectFile.text("Sources/juice-batch/Manual.docc/Ledger.md")
        return text.components(separatedBy: "| file | what it is for | if it is lost |\n").dropFirst().map { table in
            table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }.flatMap { row in
                row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { pattern(String($0.output.1)) }
            }
        }
    }

    private static func pattern(_ name: String) -> String {
        let words = [
            ("LEDGER", "shop.sqlite"), ("NUMBER", "[0-9]*"), ("DATE", "[0-9]*-[0-9]*-[0-9]*"), ("NAME", "*"),
            ("-N", "-[0-9]*"), (".N.", ".[0-9]*."), ("…", "*"),
        ]
        let named = words.reduce(name) { $0.replacing($1.0, with: $1.1) }
        return named.hasSuffix("/") ? named + "*" : named
    }

    /// The files below a folder that no pattern fits, with the patterns that no file fits.
    private func compare(_ folder: String, _ patterns: [String], but shops: [String] = []) -> (
        files: [String], rows: [String]
    ) {
        let all = (FileManager.default.subpaths(atPath: folder) ?? []).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
                && !shops.contains { path.hasPrefix($0 + "/") }
        }
        return (
            all.filter { path in !patterns.contains { fnmatch($0, path, 0) == 0 } }.sorted(),
            patterns.filter { pattern in !all.contains { fnmatch(pattern, $0, 0) == 0 } }
        )
    }

    @Test func filesTableListsEveryFile() throws {
        let tables = try Self.patterns()
        try #require(tables.count == 2)
        let shop = try Shop()
        let made = try shop.shell(
            """
            "$0" init shop --shop A --night 03:30 --zone Asia/Seoul && cd shop || exit
            printf 'item\\n모름\\n키위쥬스\\n' >inbox/a.csv; cp inbox/a.csv inbox/b.csv; printf 'item\\n"x\\n' >inbox/c.csv
            "$0" nightly --settle 0
            : >shop.sqlite; "$0" restore; "$0" verify --ledger shop.sqlite
            """)
        #expect(made.exit == 0, "\(made.errorText)")
        #expect(compare(shop.folder.path + "/shop", tables[0]).files == [])
        let chain = try Shop.chain([
            "a/inbox/a.csv": "item\n키위쥬스\n", "a/inbox/b.csv": "item\n키위쥬스\n", "inbox/g.csv": "매장,item\n\"a,키위쥬스\n",
            "inbox/e.csv": "매장,item\na,키위쥬스\nb,키위쥬스\nd,키위쥬스\n", "b/menu.csv": "no menu\n",
            "inbox/f.csv": "매장,item\na,키위쥬스\nb,키위쥬스\nd,키위쥬스\n", "inbox/h.csv": "매장,item\na,망고쥬스\nd,망고쥬스\n",
        ])
        #expect(try chain.exits("chain run c", "chain rename c b bb") == [78, 0])
        let (files, rows) = compare(chain.folder.path + "/c", tables[1], but: ["a", "b"])
        #expect(files == [])
        // Files that only a killed run leaves, and folders that are empty here.
        #expect(
            rows.allSatisfy { $0.hasPrefix(".night/.open") || $0.hasPrefix(".nightly.") || $0 == "inbox/*" }, "\(rows)")
        for name in ["a", "b"] { #expect(compare(chain.folder.path + "/c/" + name, tables[0]).files == []) }
    }
}
