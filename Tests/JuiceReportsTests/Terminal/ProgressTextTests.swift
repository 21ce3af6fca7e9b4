import JuiceBatch
import JuiceReports
import Testing

@Suite struct ProgressTextTests {
    private func line(
        _ readBytes: Int, rows: Int = 1_234_567, elapsedMs: Int, widthMax: Int = 100,
        language: MessageLanguage = .korean
    ) -> String {
        ProgressText.run(
            Progress(readBytes: readBytes, rows: rows), totalBytes: 1_000, elapsedMs: elapsedMs,
            language: language, widthMax: widthMax)
    }

    @Test func aRunShowsShareRowsRateAndTimeLeft() {
        #expect(
            line(250, elapsedMs: 2_000) == "[#######-----------------------]  25%  1,234,567행  초당 617,283행  0:06 남음")
        #expect(
            line(250, elapsedMs: 2_000, language: .english)
                == "[#######-----------------------]  25%  1,234,567 rows  617,283/s  0:06 left")
        #expect(line(500, elapsedMs: 4_000_000).hasSuffix("  1:06:40 남음"))
        // Before a second has passed no estimate is possible.
        #expect(line(250, elapsedMs: 999).hasSuffix("행"))
        #expect(line(0, rows: 0, elapsedMs: 0) == "[------------------------------]   0%  0행  초당 0행")
        // A text in another encoding can be longer than its file.
        #expect(line(1_500, elapsedMs: 1_000).hasPrefix("[##############################] 100%"))
    }

    @Test func whatDoesNotFitIsLeftOut() {
        for width in 1...90 {
            let text = line(250, elapsedMs: 2_000, widthMax: width)
            #expect(DisplayWidth.of(text) <= width, "\(width): \(text)")
            #expect(width < 4 || text.contains("25%"))
        }
        #expect(
            line(250, elapsedMs: 2_000, widthMax: 60) == "[###---------]  25%  1,234,567행  초당 617,283행  0:06 남음")
        #expect(line(250, elapsedMs: 2_000, widthMax: 30) == " 25%  1,234,567행")
    }

    @Test func aPipeShowsItsBytes() {
        #expect(
            ProgressText.copying(12_345_678, elapsedMs: 2_000, language: .korean, widthMax: 80)
                == "입력을 받는 중  12.3 MB  초당 6.1 MB")
        #expect(
            ProgressText.copying(12_345_678, elapsedMs: 2_000, language: .english, widthMax: 30)
                == "Reading the input  12.3 MB")
    }

    @Test func drawingsKeepTheirDistance() {
        var pace = RedrawPace(startMs: 5_000)
        let drawn = (5_000..<6_000).filter { pace.isDue(at: $0) }
        #expect(drawn == Array(stride(from: 5_100, to: 6_000, by: 100)))
        var seldom = RedrawPace(startMs: 0)
        #expect([0, 99, 250, 340, 350, 351].map { seldom.isDue(at: $0) } == [false, false, true, false, true, false])
        #expect(seldom.elapsedMs(at: 351) == 351)
    }
}
