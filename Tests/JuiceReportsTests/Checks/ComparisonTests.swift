import JuiceBatch
import JuiceReports
import Testing

@Suite struct ComparisonTests {
    private func summary(
        served: Int = 3, closing: Int = 5, peak: Int = 0, codes: String = "", juice: String = "키위쥬스", fruits: Int = 1,
        date: String? = nil
    ) throws -> ReportSummary {
        let fruitList = (0..<fruits).map { number in
            """
            {"fruit": "과일\(number)", "opening": 10, "restocked": 0, "discarded": 0, "counted": 0, "used": 5,
             "closing": \(closing + (number == 7 ? served : 0)), "lost_orders": 1, "peak_deficit": \(peak)}
            """
        }
        return try ReportSummary(
            of: Array(
                """
                {"schema": 1, \(date.map { "\"date\": \"\($0)\", " } ?? "")"rows": 9, "success": \(served), "failure": 2,
                 "codes": {\(codes)}, "actions": {"order": {"success": 1, "failure": 0}}, "later": [null, 1.5],
                 "juices": [{"juice": "\(juice)", "orders": 4, "served": \(served), "short": 1, "cups_served": 6,
                             "cups_short": 1}], "fruits": [\(fruitList.joined(separator: ","))]}
                """.utf8))
    }

    private func text(_ first: ReportSummary, _ second: ReportSummary, _ language: MessageLanguage = .korean) -> String
    {
        ComparisonText(ReportComparison(first, second), language: language, on: .plain)
            .render(reports: ("a", "b"))
    }

    @Test func sameReportsHaveNoChange() throws {
        let comparison = ReportComparison(try summary(), try summary())
        #expect(comparison.isSame)
        let shown = text(try summary(), try summary())
        #expect(shown.contains("두 보고서의 숫자가 모두 같습니다.") && !shown.contains("+"))
        #expect(text(try summary(), try summary(), .english).contains("are the same."))
        #expect(ComparisonJSON.render(comparison, reports: ("a", "b")).contains("\"same\": true"))
    }

    @Test func changesStandBehindWhatDiffers() throws {
        let first = try summary(codes: "\"unknown_item\": 1", date: "2026-11-20")
        let second = try summary(served: 1_005, closing: 2, codes: "\"insufficient_stock\": 2, \"unknown_item\": 1")
        #expect(
            text(first, second) == """
                   보고서  날짜
                1  a       2026-11-20
                2  b

                두 보고서의 숫자가 다릅니다.

                행                    1      2    차이
                모두                  9      9
                성공                  3  1,005  +1,002
                실패                  2      2
                  unknown_item        1      1
                  insufficient_stock  0      2      +2

                쥬스      만듦 1  만듦 2    차이  못 만듦 1  못 만듦 2  차이
                모두           3   1,005  +1,002          1          1
                키위쥬스       3   1,005  +1,002          1          1

                과일   마감 1  마감 2  차이  못 만든 주문 1  못 만든 주문 2  차이
                과일0       5       2    -3               1               1

                """)
    }

    @Test func aJuiceCanBeOnOneMenuOnly() throws {
        let shown = text(try summary(), try summary(juice: "배쥬스"), .english)
        #expect(shown.contains("키위쥬스         3         –  only 1"))
        #expect(shown.contains("배쥬스           –         3  only 2"))
        let json = ComparisonJSON.render(
            ReportComparison(try summary(), try summary(juice: "배쥬스")), reports: ("a", "b"))
        #expect(json.contains("\"second\": null") && json.contains("\"same\": false"))
    }

    @Test func figuresThatAreNotShownAreMentioned() throws {
        let shown = text(try summary(), try summary(peak: 4))
        #expect(shown.contains("--json에만 나오는 숫자가 다릅니다."))
    }

    @Test func sumsOfAnyFileStopInTime() throws {
        func summary(_ sign: String) throws -> ReportSummary {
            let juice =
                "\"orders\": 1, \"served\": \(sign)9007199254740991, \"short\": 0, \"cups_served\": 0, \"cups_short\": 0"
            let juices = (0..<2_000).map { "{\"juice\": \"\($0)\", \(juice)}" }.joined(separator: ",")
            return try ReportSummary(
                of: Array(
                    """
                    {"schema": 1, "rows": 0, "success": 0, "failure": 0, "codes": {}, "actions": {}, "fruits": [],
                     "juices": [\(juices)]}
                    """.utf8))
        }
        let comparison = ReportComparison(try summary("-"), try summary(""))
        #expect(comparison.orders.map(\.change) == [0, 18_014_398_509_481_982, 0, 0, 0, 0, 0])
    }

    @Test func longTablesShowWhatDiffers() throws {
        let shown = text(try summary(fruits: 60), try summary(served: 4, fruits: 60))
        #expect(shown.contains("과일7 "))
        #expect(!shown.contains("과일8 "))
        #expect(shown.hasSuffix("같은 59가지는 줄였습니다.\n"))
    }

    @Test(arguments: [
        ("", ReportError.notJSON(line: 1)), ("[]", .misses("schema")), ("{}", .misses("schema")),
        ("{\"schema\": 3}", .otherSchema(3)), ("{\"schema\": 0}", .otherSchema(0)),
        ("{\"schema\": 2}", .misses("rows")),
        ("{\"schema\": 1}", .misses("rows")),
        ("{\"schema\": 1, \"schema\": 1}", .misses("schema")),
        ("{\"schema\": 1, \"rows\": \"1\"}", .misses("rows")),
        ("{\"schema\": 1, \"rows\": 9007199254740992}", .misses("rows")),
        ("{\"schema\": 1, \"rows\": 1.0}", .misses("rows")),
        ("{\"schema\": 1, \"date\": 1, \"rows\": 1}", .misses("date")),
        ("{\"schema\": 1, \"rows\": 1, \"success\": 1, \"failure\": 0, \"codes\": []}", .misses("codes")),
    ])
    func foreignFilesAreTold(text: String, mistake: ReportError) {
        #expect(throws: mistake) { try ReportSummary(of: Array(text.utf8)) }
        for language in MessageLanguage.allCases {
            let told = ErrorMessages(language).text(.badReport(path: "x.json", mistake: mistake))
            #expect(told.hasPrefix("x.json: "))
        }
    }
}
