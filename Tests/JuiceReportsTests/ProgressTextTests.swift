import JuiceBatch
import JuiceReports
import Testing

@Suite struct ProgressTextTests {
    private func line(
        _ read_bytes: Int, rows: Int = 1_234_567, elapsed_ms: Int, width_max: Int = 100, language: Language = .korean
    ) -> String {
        ProgressText.run(
            Progress(read_bytes: read_bytes, rows: rows), total_bytes: 1_000, elapsed_ms: elapsed_ms,
            language: language, width_max: width_max)
    }

    @Test func aRunShowsShareRowsRateAndTimeLeft() {
        #expect(
            line(250, elapsed_ms: 2_000) == "[#######-----------------------]  25%  1,234,567행  초당 617,283행  0:06 남음")
        #expect(
            line(250, elapsed_ms: 2_000, language: .english)
                == "[#######-----------------------]  25%  1,234,567 rows  617,283/s  0:06 left")
        #expect(line(500, elapsed_ms: 4_000_000).hasSuffix("  1:06:40 남음"))
        // Before a second has passed nobody can know.
        #expect(line(250, elapsed_ms: 999).hasSuffix("행"))
        #expect(line(0, rows: 0, elapsed_ms: 0) == "[------------------------------]   0%  0행  초당 0행")
        // A text in another encoding can be longer than its file.
        #expect(line(1_500, elapsed_ms: 1_000).hasPrefix("[##############################] 100%"))
    }

    @Test func whatDoesNotFitIsLeftOut() {
        for width in 1...90 {
            let text = line(250, elapsed_ms: 2_000, width_max: width)
            #expect(DisplayWidth.of(text) <= width, "\(width): \(text)")
            #expect(width < 4 || text.contains("25%"))
        }
        #expect(
            line(250, elapsed_ms: 2_000, width_max: 60) == "[###---------]  25%  1,234,567행  초당 617,283행  0:06 남음")
        #expect(line(250, elapsed_ms: 2_000, width_max: 30) == " 25%  1,234,567행")
    }

    @Test func aPipeShowsItsBytes() {
        #expect(
            ProgressText.copying(12_345_678, elapsed_ms: 2_000, language: .korean, width_max: 80)
                == "입력을 받는 중  12.3 MB  초당 6.1 MB")
        #expect(
            ProgressText.copying(12_345_678, elapsed_ms: 2_000, language: .english, width_max: 30)
                == "Reading the input  12.3 MB")
    }

    @Test func drawingsKeepTheirDistance() {
        var pace = RedrawPace(start_ms: 5_000)
        let drawn = (5_000..<6_000).filter { pace.isDue(at: $0) }
        #expect(drawn == Array(stride(from: 5_100, to: 6_000, by: 100)))
        var seldom = RedrawPace(start_ms: 0)
        #expect([0, 99, 250, 340, 350, 351].map { seldom.isDue(at: $0) } == [false, false, true, false, true, false])
        #expect(seldom.elapsed_ms(at: 351) == 351)
    }
}
