import JuiceBatch
import Testing

@Suite struct LateArrivalsTests {
    @Test func theNewestTimeOfEachKindIsKept() {
        var newest = Watermarks()
        let (local, utc): (RowTime.Kind, RowTime.Kind) = ([.date, .timeOfDay], [.date, .timeOfDay, .offset])
        newest.add(local, seconds: 100)
        newest.add(utc, seconds: 50)
        newest.add(local, seconds: 90)
        newest.add(.timeOfDay, seconds: 1_000)
        #expect(newest.times.map(\.kind) == [local, utc])
        #expect(newest.times.map(\.seconds) == [100, 50])
    }

    @Test(
        arguments: [
            (0, "1970-01-01"), (1_795_214_580, "2026-11-20 22:43"), (-1, "1969-12-31 23:59"),
            (1_795_132_859, "2026-11-20 00:00"),
        ] as [(Int64, String)])
    func theNewestTimeIsTold(seconds: Int64, text: String) {
        var late = LateArrivals()
        #expect(late.newestText == nil)
        late.add(newer: seconds)
        late.add(newer: seconds - 1)
        #expect(late.count == 2 && late.newestText == text)
    }
}
