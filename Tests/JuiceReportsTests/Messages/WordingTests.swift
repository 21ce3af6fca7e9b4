import CSV
import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

/// The pairs of texts in the source, `ko:` and `en:`.
@Suite struct LanguageTests {
    @Test func everyTextIsInItsLanguage() throws {
        // Up to three levels of parentheses in an interpolation.
        let interpolation = #"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"#
        let literal = "\"(?:[^\"\\\\\\n]|\\\\[^(]|\(interpolation))*\""
        let pair = try NSRegularExpression(pattern: "\\b(ko|en):\\s*(\(literal)(?:\\s*\\+\\s*\(literal))*)")
        let sources = ProjectFile.root.path + "/Sources"
        var count = 0
        for path in try #require(FileManager.default.subpaths(atPath: sources)) where path.hasSuffix(".swift") {
            let source = try ProjectFile.text("Sources/" + path)
            for match in pair.matches(in: source, range: NSRange(source.startIndex..., in: source)) {
                let language = try #require(Range(match.range(at: 1), in: source))
                var text = String(source[try #require(Range(match.range(at: 2), in: source))])
                text = text.replacingOccurrences(of: interpolation, with: "", options: .regularExpression)
                // The words that files of a shop use in either language.
                for word in ["메뉴", "판매가", "원가", "합계"] { text = text.replacing("'\(word)'", with: "") }
                text = text.replacing("--totals 합계", with: "")
                let hasHangul = text.unicodeScalars.contains { ("가"..."힣").contains($0) }
                let hasWords = text.contains { ("a"..."z").contains($0) }
                #expect(source[language] == "en" ? !hasHangul : hasHangul || !hasWords, "\(path): \(text)")
                count += 1
            }
        }
        #expect(count > 2_000)
    }
}

@Suite struct WordingTests {
    @Test(arguments: [
        (
            BatchError.unsoundLedger(path: "l", findings: [.wrongCups(juice: "망고쥬스", cups: 1, sum: 2)]),
            ["망고쥬스: 1 cup can be cancelled according to the ledger, but 2 according to all runs."]
        ),
        (
            .irreversible(
                run: 1, obstacles: [.stock(fruit: "키위", missing: 3), .stock(fruit: "망고", missing: -2)],
                blockingRuns: [3, 2]),
            [
                "(키위: 3 missing, 망고: 2 over the limit)",
                "possible, reverse runs 3, 2 first, in this order, or restock 3 of 키위 and discard 2 of 망고. Nothing",
            ]
        ),
        (
            .refused(Refusal(file: "a.csv", line: 9, reason: .invalidCSV(.badQuoting, openingLine: 7))),
            ["a.csv:9: bad_quoting: ", "The cell begins on line 7."]
        ),
        (
            .refused(
                Refusal(file: "a", line: 1, reason: .noItemColumn(header: (1...20).map { "c\($0)" }))),
            ["'c12' and 8 more"]
        ),
        (.refused(Refusal(file: "a.csv", line: 3, reason: .noItemColumn(header: ["a"]))), ["--header find"]),
    ])
    func errorsNameWhatIsWrong(error: BatchError, parts: [String]) {
        let text = MessageLanguage.english.text(error)
        for part in parts { #expect(text.contains(part), "\(text)") }
    }

    /// A file of another kind is named, not its first wrong byte.
    @Test(arguments: FileKind.allCases)
    func otherFileKindsAreNamed(fileKind: FileKind) {
        let refusal = Refusal(file: "a.csv", line: 3, reason: .invalidCSV(.nulByte))
        let text = MessageLanguage.english.text(.refused(refusal.withKind(fileKind)))
        #expect(text.hasPrefix("a.csv:3: nul_byte: ") && !text.contains("NUL"))
    }

    @Test func movementsNameTheItemFirst() {
        let texts = Action.allCases.map { MessageLanguage.english.confirmation($0, item: "키위") }.map {
            $0.before + "#" + $0.after
        }
        #expect(
            texts == [
                "키위 나왔습니다! 맛있게 드세요!#", "키위: # added to stock.", "키위: # discarded.", "키위: stock set to #.",
                "키위: # cancelled, and the fruit put back into stock.", "키위: stock is #, as stated.",
            ])
    }

    @Test func longCellsAreCut() {
        let cell = String(repeating: "긴", count: 500)
        for code in OutcomeCode.failures {
            #expect(MessageLanguage.korean.failure(code, action: nil, cell: cell, nearest: nil).count < 150)
        }
    }

    @Test func ambiguousQuantityNamesTheSetting() {
        let english = MessageLanguage.english
        let said = english.failure(.invalidQuantity, action: .restock, cell: "1.000", nearest: nil)
        #expect(said.contains("as 1, use `--decimal .`") && said.contains("as 1,000, use `--decimal ,`"))
        let plain = english.failure(.invalidQuantity, action: .restock, cell: "1.0", nearest: nil)
        #expect(!plain.contains("--decimal"))
    }

    @Test(
        arguments: [
            ("", TimeProblem.empty, "empty"), ("18:03", .otherKind, "compared"), ("어제", .form, "6:03 PM"),
            ("24:30", .hourBeyondDay, "from 0 to 23"), ("11/20/26", .dateOrder([.mdy]), "Possible values: mdy"),
        ] as [(String, TimeProblem, String)])
    func invalidTimeIsExplained(cell: String, problem: TimeProblem, part: String) {
        let text = MessageLanguage.english.failure(.invalidTime, action: nil, cell: cell, nearest: nil, time: problem)
        #expect(text.contains(part) && (cell.isEmpty || text.contains("'\(cell)'")))
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
        (1_000_000_000_000, "1,000,000,000,000"),
    ])
    func numbersAreGrouped(value: Int, text: String) {
        #expect(grouped(value) == text)
    }

    @Test func problemsAreHarmlessOnATerminal() throws {
        let text = try ReportRun.problems("action,item\norder,\u{1B}[31m빨강\u{202E}\n")
        #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("빨강"))
    }

    @Test func unknownValuesHaveOptionsToType() {
        let two = [(column: "채널", cell: ""), (column: "a=b", cell: "x")]
        #expect(
            MessageLanguage.korean.unknownValues(two)
                == "'채널' 열의 빈 칸, 'a=b' 열의 'x': 설정에 없는 값입니다. 적용할 행이면 `--known 채널=` `\"known\": {\"a=b\": [\"x\"]}`, 건너뛸 행이면 `--ignore 채널=`을 쓰세요."
        )
        let amount = [(column: "금액", cell: "10000"), (column: "상태", cell: "")]
        #expect(MessageLanguage.korean.unknownValues(amount).hasSuffix("건너뛸 행이면 `--ignore 상태=`를 쓰세요."))
        let total = MessageLanguage.korean.unknownValues(amount, total: "합계")
        #expect(total.contains("합계 행이면 `--totals 합계`") && !total.contains("--ignore"))
        let long = [(column: "c", cell: String(repeating: "x", count: 101))]
        #expect(
            MessageLanguage.english.unknownValues(long)
                .hasSuffix(
                    #"apply such rows, use `"known": {"c": ["…"]}`. To skip them, use `"ignore": {"c": ["…"]}`."#))
    }
}

@Suite struct AmbiguityWordingTests {
    private func text(_ ambiguity: Ambiguity, _ language: MessageLanguage) -> String {
        language.text(.refused(Refusal(file: "a.csv", line: 2, reason: .ambiguity(ambiguity))))
    }

    @Test(
        arguments: [
            (Ambiguity.id(header: "번호", id: "7", isOfEarlierRun: false), "'7'이 위의 행에도"),
            (.id(header: "번호", id: "2", isOfEarlierRun: false), "'2'가 위의 행에도"),
        ])
    func particlesFollowTheName(ambiguity: Ambiguity, part: String) {
        #expect(text(ambiguity, .korean).contains(part))
    }

    @Test(arguments: [
        (
            Ambiguity.column(.quantity, header: "개수(잔)", cell: "2", others: []),
            [
                "--column quantity='개수(잔)'", #""columns": {"quantity": "개수(잔)"}"#, "--accept '개수(잔)'",
                #""accept": ["개수(잔)"]"#,
            ]
        ),
        (
            .column(.action, header: "상태", cell: "취소", others: []),
            ["--column action=상태", "--ignore 상태=취소", #""ignore": {"상태": ["취소"]}"#, "--accept 상태"]
        ),
        (
            .column(.action, header: "상태", cell: "환불 요청", others: []),
            [
                "--column action=상태 --value 'action:환불 요청=cancel'",
                #""columns": {"action": "상태"}, "values": {"action": {"환불 요청": "cancel"}}"#,
            ]
        ),
        (.column(.action, header: "구분", cell: "출고", others: []), ["--value action:출고=discard"]),
        (.column(.cancellation, header: "취소", cell: "Y", others: []), ["--value action:Y=cancel", "--ignore 취소=Y"]),
        // Every cell of the column is settled, not only the first doubtful one.
        (
            .column(.action, header: "상태", cell: "취소", others: ["완료", "결제 대기", ""]),
            [
                "--ignore 상태=취소 --ignore '상태=결제 대기'", #""ignore": {"상태": ["취소", "결제 대기"]}"#,
                "--column action=상태 --value 'action:결제 대기=ignore' --value action:완료=order", "--fill 상태",
            ]
        ),
        (.column(.cancellation, header: "취소일시", cell: "1", others: ["", "2"]), ["--only 취소일시=", #"{"취소일시": [""]}"#]),
        (.column(.cancellation, header: "잔", cell: "1", others: ["2"], mayBeQuantity: true), ["--column quantity=잔"]),
        (.column(.unit, header: "단위", cell: "병", others: []), ["--ignore 단위=병", "--accept 단위"]),
        (
            .column(.variant, header: "사이즈", cell: "L", others: ["메뉴"]),
            ["--column item=메뉴+사이즈", #""columns": {"item": ["메뉴", "사이즈"]}"#, "--accept 사이즈"]
        ),
        (.column(.location, header: "매장", cell: "홍대", others: []), ["--only 매장=홍대", "--accept 매장"]),
        (.column(.date, header: "날짜", cell: "", others: ["시각"]), ["--column time=날짜+시각"]),
        (.incompleteComposite(role: .id, present: ["번호"], missing: ["구분"]), ["--column id=번호", #"{"id": ""}"#]),
        (
            .id(header: "영수증번호", id: "7", isOfEarlierRun: false),
            [
                "--column id='영수증번호+#'", ##""columns": {"id": ["영수증번호", "#"]}"##, "--column id=영수증번호", "--column id=",
                "--column id='@date+영수증번호+#'",
            ]
        ),
        (.id(header: "주문번호", id: "7", isOfEarlierRun: true), ["--column id=@date+주문번호", "--date"]),
        (.row(header: "비고", cell: "합계"), ["--totals 합계", "--ignore 비고=합계", "--accept 비고"]),
        (.row(header: "결제", cell: "소계", isTotalIfNamed: false), ["--ignore 결제=소계", "--accept 결제"]),
        (.row(header: "", cell: "소계"), ["--totals 소계"]),
        (.sequence(header: "시각"), ["--sequence time", "--sequence file", #""sequence": "time""#]),
        (.secondTable(item: "메뉴"), ["--ignore 메뉴=메뉴"]), (.noRowFits(expected: 2, actual: 3), ["--trailing drop"]),
        (.noRowFits(expected: 2, actual: 5), ["--header find", #""header": "find""#]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .start), ["--again", "juice-batch reverse 3 --ledger FILE"]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .end), ["--again", "juice-batch reverse 3"]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .consecutiveRows), ["--again"]),
        (.cutOffID(header: "주문번호", id: "2.02611E+11"), ["--column id=", #""columns": {"id": ""}"#]),
    ])
    func suggestedSettingsCanBeCopied(ambiguity: Ambiguity, parts: [String]) {
        let texts = MessageLanguage.allCases.map { text(ambiguity, $0) }
        for part in parts { #expect(texts.allSatisfy { $0.contains(part) }, "\(part) in \(texts)") }
        // The text to copy is the same in both languages.
        let copied = texts.map { $0.matches(of: /`[^`]+`/).map(\.output).sorted() }
        #expect(copied[0] == copied[1] && !copied[0].isEmpty)
    }

    @Test(arguments: [
        Ambiguity.column(.action, header: " ", cell: "취소", others: []), .row(header: "", cell: "소계"),
        .row(header: "", cell: "소계", isTotalIfNamed: false),
    ])
    func unnamedColumnNeedsAName(ambiguity: Ambiguity) {
        let text = text(ambiguity, .english)
        #expect(text.lowercased().contains("an unnamed column") && text.hasSuffix("a name in the header."), "\(text)")
        for option in ["--accept", "--ignore", "--column"] { #expect(!text.contains(option)) }
        #expect(text.contains("--totals") == (ambiguity == .row(header: "", cell: "소계")))
    }

    @Test(arguments: [
        (
            Ambiguity.column(.quantity, header: "수량+증정", cell: "2", others: []), "--column",
            #"`"columns": {"quantity": ["수량+증정"]}`"#
        ),
        (.column(.action, header: "결제", cell: "쿠폰사용", others: []), "discard", "--ignore 결제=쿠폰사용"),
        (.column(.quantity, header: "현재고", cell: "40", others: []), "--column", "--stock"),
        (.column(.quantity, header: "폐기수량", cell: "3", others: []), "--column", "'discard'"),
        (.column(.unit, header: "단위=", cell: "병", others: []), "--ignore", #"{"단위=": ["병"]}"#),
        (
            .column(.unit, header: "c", cell: String(repeating: "x", count: 1_001), others: []), "--ignore",
            #""ignore": {"c": ["xx"#
        ),
        (.noRowFits(expected: 2, actual: 3, findsHeader: true), "--header find", "--trailing drop"),
        (.row(header: "a\nb", cell: "total"), "--accept", #""accept": ["a\nb"]"#),
        (.row(header: "-x", cell: "total"), "--accept -x", "--accept=-x"),
        (.id(header: "#", id: "1", isOfEarlierRun: false), "id='#+#'", "--column id='##+#'"),
        (.id(header: "#", id: "1", isOfEarlierRun: false), ##"["#", "#"]"##, ###"["##", "#"]"###),
    ])
    func untypableNamesAreSuggestedInAFormThatWorks(ambiguity: Ambiguity, hidden: String, shown: String) {
        let text = text(ambiguity, .english)
        #expect(text.contains(shown) && !text.contains(hidden), "\(text)")
    }

    @Test(arguments: [
        ("상태", "상태"), ("a b", "'a b'"), ("", "''"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("a=b+c", "a=b+c"),
        ("~", "'~'"), ("!", "'!'"), ("é", "é"), ("；", "'；'"), ("\u{A0}", "'\u{A0}'"), ("`x`", "'`x`'"),
        ("100%", "100%"),
    ])
    func shellArgumentsAreQuoted(text: String, wanted: String) {
        #expect(Escaping.shell(text) == wanted)
    }
}
