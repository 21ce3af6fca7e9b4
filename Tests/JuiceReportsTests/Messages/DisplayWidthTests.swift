import Foundation
import JuiceReports
import Testing

@Suite struct DisplayWidthTests {
    @Test func widthIsInColumns() {
        let widths = [
            ("", 0), ("abc", 3), ("딸기", 4), ("딸기 x", 6), ("é", 1), ("e\u{301}", 1), ("ＡＢ", 4), ("日本", 4),
            ("\u{1F353}", 2), ("\u{2764}\u{FE0F}", 2), ("\u{1F468}\u{200D}\u{1F373}", 2), ("─…█", 3), ("한\u{200B}", 2),
        ]
        for (text, width) in widths {
            #expect(DisplayWidth.of(text) == width, "\(text)")
        }
        #expect(DisplayWidth.of("딸기".decomposedStringWithCanonicalMapping) == 4)
        #expect(DisplayWidth.padded("딸기", to: 6) == "딸기  ")
        #expect(DisplayWidth.padded("딸기", to: 3) == "딸기")
    }

    @Test func textsAreCutAndFoldedByColumns() {
        #expect(DisplayWidth.truncated("딸기쥬스", to: 8) == "딸기쥬스")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 7) == "딸기쥬…")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 6) == "딸기…")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 1) == "…")
        #expect(DisplayWidth.truncated("딸기쥬스", to: 0) == "")
        #expect(DisplayWidth.paddedInFront("기", to: 4) == "  기")
        #expect(DisplayWidth.folded("주문 3건 모두", to: 8) == ["주문 3건", "모두"])
        #expect(DisplayWidth.folded("가나다라마 바", to: 4) == ["가나", "다라", "마", "바"])
        #expect(DisplayWidth.folded("", to: 4) == [""])
        for width in 2...30 {
            for line in DisplayWidth.folded("주문 33건 중 28건을 만들었고 reports/orders", to: width) {
                #expect(DisplayWidth.of(line) <= width)
            }
        }
    }
}
