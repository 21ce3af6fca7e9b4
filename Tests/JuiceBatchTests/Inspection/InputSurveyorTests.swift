import CSV
import JuiceBatch
import Testing

@Suite struct InputSurveyorTests {
    @Test func findsTheHeaderBelowTitles() throws {
        let survey = try SurveyedText("매출 현황;;\n2026-11-20;;\n;;\n일시;상품명;수량\n10:00;키위쥬스;1\n합계;;1\n").survey
        #expect((survey.headerLine, survey.titles, survey.delimiter) == (4, 2, .semicolon))
        #expect(survey.header == ["일시", "상품명", "수량"])
        #expect((survey.rows, survey.totals, survey.misfits) == (1, 1, 0))
        #expect(survey.totalsWords == ["합계"])
    }

    @Test func takesNoRowForAHeader() throws {
        // The row below has the word for a category, which is one for the item as well.
        let survey = try SurveyedText("가,나,다\n키위쥬스,쥬스,3\n망고쥬스,쥬스,1\n").survey
        #expect(survey.header == ["가", "나", "다"])
        #expect((survey.headerLine, survey.titles, survey.rows) == (1, 0, 2))
    }

    @Test(arguments: ["1,2\n3,4\n", "키위쥬스,홀\n망고쥬스,홀\n", "가,가\n나,다\n", "가,\n나,다\n", "가\n"])
    func refusesWhatMayHaveNoHeader(_ text: String) throws {
        #expect {
            _ = try SurveyedText(text)
        } throws: { error in
            guard case BatchError.refused(let refusal) = error else { return false }
            return refusal.code == "no_item_column"
        }
    }

    @Test func countsRowsOfAnotherWidth() throws {
        let torn = try SurveyedText("품목,수량\n키위쥬스,1\n망고쥬스,1,200,3\n").survey
        #expect((torn.rows, torn.misfits, torn.hasTrailingCells) == (2, 1, false))
        let trailing = try SurveyedText("품목,수량\n키위쥬스,1,\n망고쥬스,1,\n").survey
        #expect((trailing.rows, trailing.misfits, trailing.hasTrailingCells) == (2, 2, true))
        // What stands in the other columns is known all the same.
        #expect(trailing.columns.map { $0.values.map(\.text) } == [["키위쥬스", "망고쥬스"], ["1"]])
    }

    @Test func saysWhereAFaultEndsIt() throws {
        let survey = try SurveyedText("품목,수량\n키위쥬스,1\n\"망고쥬스,1\n").survey
        #expect(survey.isCutShort)
    }

    @Test func seesWhichWayTimeRuns() throws {
        func direction(_ times: [String]) throws -> RowRelations.Direction? {
            try SurveyedText("일시,품목\n" + times.map { $0 + ",키위쥬스\n" }.joined()).survey.relations.direction
        }
        let day = "2026-11-20 "
        let rising = try #require(try direction([day + "09:00", day + "09:00", day + "10:00"]))
        #expect((rising.rises, rising.falls, rising.unreadable) == (1, 0, 0))
        #expect((rising.first, rising.last) == (day + "09:00", day + "10:00"))
        let falling = try #require(try direction([day + "10:00", day + "09:30", day + "09:00"]))
        #expect((falling.rises, falling.falls) == (0, 2))
        // Past midnight the date stays that of the evening.
        let night = try #require(try direction([day + "23:50", day + "01:10", day + "00:20"]))
        #expect((night.falls, night.midnights, night.latestMorningMinutes) == (2, 1, 70))
        #expect(try direction(["heute"]) == nil)
    }

    @Test func tellsKindsOfRowsApart() throws {
        let survey = try SurveyedText(
            "구분,분류,품목,수량\n정상,쥬스,키위쥬스,2\n취소,쥬스,키위쥬스,-2\n정상,빵,스콘,1\n정상,쥬스,,1\n"
        ).survey
        let action = try #require(survey.relations.groups[0])
        #expect(action["정상"] == RowRelations.Group(rows: 2, negative: 0, known: 1, unknown: 1))
        #expect(action["취소"] == RowRelations.Group(rows: 1, negative: 1, known: 1, unknown: 0))
        let category = try #require(survey.relations.groups[1])
        #expect(category["빵"] == RowRelations.Group(rows: 1, negative: 0, known: 0, unknown: 1))
        #expect((survey.relations.namelessRows, survey.relations.firstNamelessLine) == (1, 5))
        #expect(survey.relations.knownJuices == 2)
    }

    @Test func seesMergedCells() throws {
        let merged = try SurveyedText("주문번호,품목,수량\n7,키위쥬스,1\n,망고쥬스,1\n8,망고쥬스,\n").survey
        // A column that begins empty is no merged one, and the quantity is not empty below itself alone.
        #expect(merged.relations.mergedColumns == [0, 2])
        #expect(try SurveyedText("메모,품목\n,키위쥬스\n얼음,망고쥬스\n").survey.relations.mergedColumns == [])
    }
}
