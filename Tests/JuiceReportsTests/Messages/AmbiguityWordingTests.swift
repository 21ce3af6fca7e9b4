import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@Suite struct AmbiguityWordingTests {
    private static let ambiguities: [Ambiguity] = [
        .column(.quantity, header: "q", cell: "2", beside: []), .column(.action, header: "s", cell: "void", beside: []),
        .column(.action, header: "s", cell: "return", beside: []),
        .column(.cancellation, header: "c", cell: "y", beside: []),
        .column(.unit, header: "u", cell: "box", beside: []),
        .column(.variant, header: "v", cell: "", beside: ["i"]),
        .column(.location, header: "l", cell: "b", beside: []), .column(.date, header: "d", cell: "x", beside: ["t"]),
        .tornComposite(role: .id, found: ["a"], missing: ["b"]), .id(header: "n", id: "1", isOfEarlierRun: false),
        .id(header: "n", id: "1", isOfEarlierRun: true), .row(header: "m", cell: "total"), .sequence(header: "t"),
        .secondTable(item: "i"), .noRowFits(expected: 2, found: 3), .noRowFits(expected: 2, found: 1),
        .overlap(run: 3, input: "a.csv", rows: 12, .start), .overlap(run: 3, input: "a.csv", rows: 12, .end),
        .overlap(run: 3, input: "a.csv", rows: 12, .stretch), .cutOffID(header: "n", id: "2.02611E+11"),
    ]

    private static let mismatches: [Refusal.Reason] = [
        .totalMismatch(.row(figure: "12", sums: [10, 11])),
        .totalMismatch(.rows(expected: 2, found: 1, inputs: ["a.csv"])),
        .totalMismatch(.quantity(expected: 2, found: -1, inputs: ["a.csv", "b.csv"])),
        .checksumMismatch(expected: "ab", found: "cd"),
    ]

    private func text(_ reason: Refusal.Reason, _ language: MessageLanguage) -> String {
        ErrorMessages(language).text(.refused(Refusal(file: "a.csv", line: 2, reason: reason)))
    }

    private func hasHangul(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }

    @Test(
        arguments: [
            (Ambiguity.row(header: "비고", cell: "소계"), "칸이 '소계'라 합계"), (.row(header: "비고", cell: "매출"), "칸이 '매출'이라 합계"),
            (.column(.variant, header: "용량", cell: "L", beside: ["메뉴"]), #"["메뉴","용량"]}`)으로 하고"#),
            (.column(.variant, header: "사이즈", cell: "L", beside: ["메뉴"]), #"["메뉴","사이즈"]}`)로 하고"#),
        ])
    func particlesFollowTheName(ambiguity: Ambiguity, part: String) {
        let text = text(.ambiguity(ambiguity), .korean)
        #expect(text.contains(part), "\(text)")
    }

    @Test(arguments: ambiguities.map(Refusal.Reason.ambiguity) + mismatches)
    func everyDoubtIsSaidInBothLanguages(reason: Refusal.Reason) {
        let korean = text(reason, .korean)
        let english = text(reason, .english)
        #expect(hasHangul(korean) && !hasHangul(english))
        #expect(!korean.contains("\n") && korean.count < 420 && english.count < 520, "\(english)")
        // What is to be copied is the same in both.
        func copied(_ text: String) -> [Substring] { text.matches(of: /`[^`]+`/).map(\.output).sorted() }
        #expect(copied(korean) == copied(english))
        if case .ambiguity = reason { #expect(!copied(korean).isEmpty) }
    }

    @Test(arguments: [
        (
            Ambiguity.column(.quantity, header: "개수(잔)", cell: "2", beside: []),
            [
                "--column quantity='개수(잔)'", #""columns":{"quantity":["개수(잔)"]}"#, "--accept '개수(잔)'",
                #""accept":["개수(잔)"]"#,
            ]
        ),
        (
            .column(.action, header: "상태", cell: "취소", beside: []),
            ["--column action=상태", "--ignore 상태=취소", #""ignore":{"상태":["취소"]}"#, "--accept 상태"]
        ),
        (
            .column(.action, header: "상태", cell: "환불 요청", beside: []),
            [
                "--column action=상태 --value 'action:환불 요청=cancel'",
                #""columns":{"action":["상태"]}`, `"values":{"action":{"환불 요청":"cancel"}}"#,
            ]
        ),
        (
            .column(.variant, header: "사이즈", cell: "L", beside: ["메뉴"]),
            ["--column item=메뉴+사이즈", #""columns":{"item":["메뉴","사이즈"]}"#, "--accept 사이즈"]
        ),
        (.column(.location, header: "매장", cell: "홍대", beside: []), ["--only 매장=홍대", "--accept 매장"]),
        (.column(.date, header: "날짜", cell: "", beside: ["시각"]), ["--column time=날짜+시각"]),
        (
            .tornComposite(role: .id, found: ["번호"], missing: ["구분"]),
            ["--column id=번호", "--column id=", #"{"id":""}"#]
        ),
        (
            .id(header: "영수증번호", id: "7", isOfEarlierRun: false),
            ["--column id='영수증번호+#'", ##""columns":{"id":["영수증번호","#"]}"##, "--column id=영수증번호", "--column id="]
        ),
        (.id(header: "주문번호", id: "7", isOfEarlierRun: true), ["--column id=@date+주문번호", "--date"]),
        (.row(header: "비고", cell: "합계"), ["--totals 합계", "--ignore 비고=합계", "--accept 비고"]),
        (.sequence(header: "시각"), ["--sequence time", "--sequence file", #""sequence":"time""#]),
        (.secondTable(item: "메뉴"), ["--ignore 메뉴=메뉴"]), (.noRowFits(expected: 2, found: 3), ["--trailing drop"]),
        (.noRowFits(expected: 2, found: 5), ["--header find", #""header":"find""#]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .start), ["--again", "juice-batch reverse 3"]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .end), ["--again", "juice-batch reverse 3"]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .stretch), ["--again"]),
        (.cutOffID(header: "주문번호", id: "2.02611E+11"), ["--column id=", #""columns":{"id":""}"#]),
        (.column(.action, header: "구분", cell: "출고", beside: []), ["--value action:출고=discard"]),
    ])
    func whatSettlesItCanBeCopied(ambiguity: Ambiguity, parts: [String]) {
        for language in MessageLanguage.allCases {
            let said = text(.ambiguity(ambiguity), language)
            for part in parts { #expect(said.contains("`\(part)`") || said.contains(part), "\(part) in \(said)") }
        }
    }

    @Test func whatCannotBeTypedIsOnlySettled() {
        let plus = text(.ambiguity(.column(.quantity, header: "수량+증정", cell: "2", beside: [])), .korean)
        #expect(!plus.contains("--column") && plus.contains(#"`"columns":{"quantity":["수량+증정"]}`"#))
        #expect(plus.contains("--accept 수량+증정"))
        let equal = text(.ambiguity(.column(.unit, header: "단위=", cell: "병", beside: [])), .korean)
        #expect(!equal.contains("--ignore") && equal.contains(#"{"단위=":["병"]}"#))
        let line = text(.ambiguity(.row(header: "a\nb", cell: "total")), .english)
        #expect(!line.contains("--accept") && line.contains(#""accept":["a\nb"]"#))
        let place = text(.ambiguity(.id(header: "#", id: "1", isOfEarlierRun: false)), .english)
        #expect(place.contains("--column id='##+#'") && place.contains(###"["##","#"]"###))
        let dash = text(.ambiguity(.row(header: "-x", cell: "total")), .english)
        #expect(dash.contains("--accept=-x"))
    }

    @Test(arguments: [
        ("상태", "상태"), ("a b", "'a b'"), ("", "''"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("a=b+c", "a=b+c"),
        ("~", "'~'"), ("!", "'!'"), ("é", "é"), ("；", "'；'"), ("\u{A0}", "'\u{A0}'"),
        ("`x`", "'`x`'"), ("100%", "100%"),
    ])
    func argumentsOfAShellAreQuoted(text: String, wanted: String) throws {
        #expect(Escaping.shell(text) == wanted)
    }
}
