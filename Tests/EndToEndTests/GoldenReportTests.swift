import Foundation
import TestSupport
import Testing

/// Reports of some runs, compared byte by byte with reviewed files.
///
/// `UPDATE_GOLDEN=1` rewrites them and fails; look through them with git diff. The style sheet is not part of the
/// comparison, so that it can be changed without changing all of them.
@Suite struct GoldenReportTests {
    enum NightlyRun: String, CaseIterable {
        case empty, perfect, disaster, million
        /// The second run of a ledger.
        case second
        /// A run past midnight with times.
        case evening

        /// The input's bytes, the same on any machine.
        var input: String {
            switch self {
            case .empty: "번호,구분,품목,수량\n"
            case .perfect: "번호,구분,품목,수량\n" + Self.rows(60, seed: 1, trouble: 0)
            case .disaster: "번호,구분,품목,수량\n" + Self.rows(300, seed: 2, trouble: 15)
            case .evening: "일시,번호,구분,품목,수량\n" + Self.timed(Self.rows(160, seed: 5, trouble: 2), seed: 6)
            case .second: "번호,구분,품목,수량\n" + Self.rows(200, seed: 4, trouble: 2)
            case .million: "번호,구분,품목,수량\n" + String(repeating: Self.rows(1_000, seed: 3, trouble: 1), count: 1_000)
            }
        }

        /// Rows with times in front, from half past four on.
        private static func timed(_ rows: String, seed: UInt64) -> String {
            var random = SeededGenerator(seed: seed)
            var minutes = 16 * 60 + 30
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            return rows.split(separator: "\n").map { row in
                minutes += Int(random.next() % 7)
                let day = 20 + minutes / 1_440
                return "2026-11-\(day) \(two(minutes / 60 % 24)):\(two(minutes % 60)),\(row)\n"
            }.joined()
        }

        /// - Parameter trouble: how many of 100 rows cannot be understood; without any, there is stock for all.
        private static func rows(_ count: Int, seed: UInt64, trouble: Int) -> String {
            var random = SeededGenerator(seed: seed)
            // Not the library's random numbers, which may change between versions.
            func next(_ choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
            let juices = ["딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스", "딸바쥬스", "망고쥬스", "망고키위쥬스"]
            let fruits = ["딸기", "바나나", "파인애플", "키위", "망고"]
            var text = trouble == 0 ? fruits.map { ",입고,\($0),2000\n" }.joined() : ""
            for number in 0..<count {
                let chance = Int(random.next() % 100)
                if chance < trouble {
                    text += next([
                        ",주문,딸기주수,1", ",주문,\"<b>굵게</b>|*별*\",1", ",예약,키위쥬스,1", ",주문,망고쥬스,한 잔", ",주문,키위쥬스,1,남는 칸",
                        ",,,1", "A-1,주문,바나나쥬스,1", "A-1,주문,바나나쥬스,2", ",입고,망고,1000000000000",
                    ])
                } else if chance < trouble + 8 {
                    text += ",입고,\(next(fruits)),\(10 + random.next() % 40)"
                } else if chance < trouble + 10 {
                    text += trouble == 0 ? ",폐기,\(next(fruits)),1" : next([",폐기,망고,2", ",실사,키위,7", ",폐기,딸기,900"])
                } else {
                    text += "\(trouble == 1 ? "" : "N-\(number)"),주문,\(next(juices)),\(1 + random.next() % 3)"
                }
                text += "\n"
            }
            return text
        }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Golden"
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

    @Test(arguments: NightlyRun.allCases, ["ko", "en"])
    func reportsMatchGoldenFiles(nightlyRun: NightlyRun, language: String) throws {
        let shop = try Shop(["night.csv": nightlyRun.input])
        var options = nightlyRun == .perfect ? ["--date", "2026-11-20"] : []
        if nightlyRun == .second {
            options = ["--ledger", "shop.sqlite"]
            try shop.write(NightlyRun.perfect.input, to: "first.csv")
            #expect(try shop.run("run first.csv --date 2026-11-20", options).exit == 0)
        }
        let result = try shop.run(["run", "night.csv", "--output", "out", "--language", language] + options)
        #expect(result.exit == (nightlyRun == .empty || nightlyRun == .perfect ? 0 : 4))
        let page = shop.text("out/report.html")
        #expect(page.utf8.count <= 400_000)
        #expect(shop.text("out/report.md").utf8.count <= 60_000)
        for (name, text) in [
            ("report.html", withoutStyle(page)), ("report.md", shop.text("out/report.md")),
            ("stock.svg", withoutStyle(shop.text("out/stock.svg"))),
        ] {
            #expect(PlainMarkup.violations(in: name == "report.md" ? "" : text) == [])
            try compare(text, with: "\(Self.folder)/\(nightlyRun.rawValue)-\(language)/\(name)")
        }
    }

    private func withoutStyle(_ text: String) -> String {
        guard let start = text.range(of: "<style>"), let end = text.range(of: "</style>") else { return text }
        return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: "")
    }

    private func compare(_ text: String, with path: String) throws {
        let known = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard known != text else { return }
        if Self.isUpdating {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let diff = LineDiff.text(expected: known, actual: text)
        Issue.record("\(path) \(Self.isUpdating ? "is rewritten" : "differs"):\n\(diff)")
    }
}
