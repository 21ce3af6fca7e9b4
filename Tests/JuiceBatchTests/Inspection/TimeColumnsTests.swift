import JuiceBatch
import Testing

@Suite struct TimeColumnsTests {
    /// The columns of the times, the one of dates, and the orders of dates.
    private func found(
        _ header: String, _ row: String, named: [Int] = [], order: DateOrder? = nil
    ) throws -> (columns: [String], date: String?, orders: [DateOrder]) {
        let text = try SurveyedText("품목,\(header)\n키위쥬스,\(row)\n")
        let times = TimeColumns(text.survey, named: named, order: order)
        return (text.names(times.columns), times.date.map { text.survey.header[$0] }, times.orders)
    }

    @Test func joinsADateAndAClock() throws {
        let split = try found("영업일자,결제시각", "2026-11-20,09:12:40")
        #expect(split.columns == ["영업일자", "결제시각"])
        #expect(split.date == "영업일자" && split.orders.isEmpty)
    }

    @Test func prefersTheTimeOfTheSale() throws {
        #expect(try found("가입일시,주문일시", "2025-01-01 10:00,2026-11-20 09:12").columns == ["주문일시"])
        #expect(try found("가입일시,일시", "2025-01-01 10:00,2026-11-20 09:12", named: [2]).columns == ["일시"])
        // A clock beside a whole time is not needed.
        #expect(try found("시각,주문일시", "10:00,2026-11-20 09:12").columns == ["주문일시"])
    }

    @Test func saysUnderWhichOrdersDatesCanBeRead() throws {
        #expect(try found("Order Date", "11/20/26 9:12 AM").orders == [.mdy])
        #expect(try found("Order Date", "20/11/26 9:12 AM").orders == [.dmy, .ymd])
        #expect(try found("Order Date", "11/12/2026 9:12 AM").orders == [.mdy, .dmy])
        #expect(try found("Order Date", "11/12/2026 9:12 AM", order: .dmy).orders == [.dmy])
    }

    @Test func findsNoneWhereThereIsNone() throws {
        #expect(try found("비고", "2026-11-20 10:00").columns == [])
        #expect(try found("시간대", "점심").columns == [])
        // A date alone is no time, unless the column was named.
        #expect(try found("판매일자", "2026-11-20").columns == [])
        #expect(try found("판매일자", "2026-11-20", named: [1]).columns == ["판매일자"])
        #expect(try found("판매일자", "2026-11-20").date == "판매일자")
    }
}
