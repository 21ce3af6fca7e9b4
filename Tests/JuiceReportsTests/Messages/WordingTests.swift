import CSV
import Foundation
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport
import Testing

@Suite struct WordingTests {
    private let korean = MessageLanguage.korean
    private let english = MessageLanguage.english

    @Test func failureMessagesAreShortInBothLanguages() {
        for code in OutcomeCode.failures {
            for action in Action.allCases.map({ Optional($0) }) + [nil] {
                let inKorean = korean.failure(code, action: action, cell: "cell", nearest: nil)
                #expect(hasHangul(inKorean) && inKorean.count < 100, "\(inKorean)")
                let inEnglish = english.failure(code, action: action, cell: "cell", nearest: nil)
                #expect(hasHangul(inEnglish) == (code == .insufficientStock) && inEnglish.count < 100, "\(inEnglish)")
                #expect(inKorean.contains("'cell'") == inEnglish.contains("'cell'"))
            }
        }
    }

    @Test(arguments: MessageLanguage.allCases)
    func movementsNameTheFruitFirst(language: MessageLanguage) {
        for action in Action.allCases {
            let (head, tail) = language.moved(action, item: "키위")
            #expect(head.hasPrefix("키위"))
            #expect(action == .order ? tail.isEmpty : tail.hasSuffix("."))
            #expect(hasHangul(tail) == (language == .korean && action != .order))
        }
    }

    @Test(arguments: MessageLanguage.allCases)
    func failureMessagesNameTheCause(language: MessageLanguage) {
        let nearest = language.failure(.unknownItem, action: .order, cell: "딸기주수", nearest: "딸기쥬스")
        #expect(nearest.contains("딸기주수") && nearest.contains("딸기쥬스"))
        #expect(language.failure(.unknownAction, action: nil, cell: "buy", nearest: nil).contains("buy"))
        let quantity = language.failure(.invalidQuantity, action: .restock, cell: "-1", nearest: nil)
        #expect(quantity.contains("-1") && quantity.contains("1,000,000,000"))
        let long = language.failure(.unknownItem, action: nil, cell: String(repeating: "긴", count: 500), nearest: nil)
        #expect(long.count < 120)
    }

    /// Messages that no reproducer of the error catalogue produces.
    @Test(
        arguments: [
            .refused(Refusal(file: "a.csv", line: 3, reason: .noItemColumn(header: ["a"], likelyLine: 7))),
            .refused(Refusal(file: "a.csv", line: 3, reason: .changedReport(.stock))),
            .badConfiguration(origin: "c.json", error: .unknownKey("x", nearest: nil)),
            .badConfiguration(origin: "JUICE_BATCH_THREADS", error: .badValue(key: "threads", expected: "1…256")),
        ] as [BatchError])
    func errorsAreInBothLanguages(error: BatchError) {
        #expect(hasHangul(ErrorMessages(.korean).text(error)) && !hasHangul(ErrorMessages(.english).text(error)))
    }

    @Test func wrongSumsNameTheExpectedValue() {
        let error = BatchError.unsoundLedger(
            path: "l.sqlite",
            findings: [
                .wrongStock(fruit: "키위", stock: 3, sum: 4), .wrongCups(juice: "망고쥬스", cups: 1, sum: 2),
            ])
        let korean = ErrorMessages(.korean).text(error)
        #expect(korean.contains("키위: 재고는 3개인데 입고와 사용을 모두 더하면 4개입니다."))
        #expect(korean.contains("망고쥬스: 취소할 수 있는 잔은 1잔인데 모든 실행의 잔을 더하면 2잔입니다."))
        let english = ErrorMessages(.english).text(error)
        #expect(english.contains("키위: stock is 3, but all movements add up to 4."))
        #expect(english.contains("망고쥬스: 1 cup can be cancelled according to the ledger, but 2 according to all runs."))
    }

    /// Missing fruit must be restocked, surplus fruit discarded.
    @Test func irreversibleRunNamesWhatWouldHelp() {
        let error = BatchError.irreversible(
            run: 1, obstacles: [.stock(fruit: "키위", missing: 3), .stock(fruit: "망고", missing: -2)], blockingRuns: [])
        #expect(ErrorMessages(.korean).text(error).contains("키위 3개를 입고하고 망고 2개를 폐기하면 취소할 수 있습니다."))
        #expect(
            ErrorMessages(.english).text(error).contains(
                "To make this possible, restock 3 of 키위 and discard 2 of 망고."))
    }

    @Test(arguments: FileKind.allCases)
    func otherFileKindsAreNamedInBothLanguages(fileKind: FileKind) {
        let refusal = Refusal(file: "a.csv", line: 3, reason: .invalidCSV(.nulByte))
        let said = [MessageLanguage.korean, .english].map { ErrorMessages($0).text(.refused(refusal.named(fileKind))) }
        #expect(said.allSatisfy { $0.hasPrefix("a.csv:3: nul_byte: ") })
        #expect(hasHangul(said[0]) && !hasHangul(said[1]))
        #expect(!said[1].contains("NUL"))
    }

    @Test func ambiguousQuantityNamesTheSetting() {
        let said = english.failure(.invalidQuantity, action: .restock, cell: "1.000", nearest: nil)
        #expect(said.contains("as 1, use `--decimal .`") && said.contains("as 1,000, use `--decimal ,`"))
        let plain = english.failure(.invalidQuantity, action: .restock, cell: "1.0", nearest: nil)
        #expect(!plain.contains("--decimal"))
    }

    @Test(
        arguments: [
            ("", TimeProblem.empty, "empty"), ("18:03", .otherKind, "compared"),
            ("24:30", .hourBeyondDay, "from 0 to 23"),
            ("11/20/26", .dateOrder([.mdy]), "Possible values: mdy"), ("어제", .form, "6:03 PM"),
        ] as [(String, TimeProblem, String)])
    func invalidTimeIsExplained(cell: String, problem: TimeProblem, part: String) {
        let inEnglish = english.failure(.invalidTime, action: nil, cell: cell, nearest: nil, time: problem)
        let inKorean = korean.failure(.invalidTime, action: nil, cell: cell, nearest: nil, time: problem)
        #expect(inEnglish.contains(part))
        #expect(hasHangul(inKorean))
        if !cell.isEmpty { #expect(inEnglish.contains("'\(cell)'") && inKorean.contains("'\(cell)'")) }
    }

    @Test func quotingErrorNamesTheOpeningLine() {
        let refusal = Refusal(file: "a.csv", line: 9, reason: .invalidCSV(.badQuoting, openingLine: 7))
        #expect(ErrorMessages(.korean).text(.refused(refusal)).contains("7번째 줄에서 시작합니다"))
        #expect(ErrorMessages(.english).text(.refused(refusal)).hasSuffix("The cell begins on line 7."))
    }

    @Test func longHeaderIsTruncated() {
        let refusal = Refusal(
            file: "a.csv", line: 1, reason: .noItemColumn(header: (1...20).map { "c\($0)" }, likelyLine: nil))
        #expect(ErrorMessages(.korean).text(.refused(refusal)).contains("'c12' 외 8개"))
        #expect(ErrorMessages(.english).text(.refused(refusal)).contains("'c12' and 8 more"))
    }

    @Test(arguments: [(0, "0 orders"), (1, "1 order"), (2, "2 orders"), (1_000, "1,000 orders")])
    func englishNounsAreCounted(value: Int, text: String) {
        #expect(counted(value, "order") == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
        (1_000_000_000_000, "1,000,000,000,000"),
    ])
    func numbersAreGrouped(value: Int, text: String) {
        #expect(grouped(value) == text)
    }

    @Test func problemsAreHarmlessOnATerminal() throws {
        let text = try ReportRun.problems("action,item\norder,\u{1B}[31m빨강\u{202E}\n", .korean)
        #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("빨강"))
    }

    @Test func nightlyMessagesAreOneLineInBothLanguages() {
        let said = [MessageLanguage.korean, .english].map { language in
            let messages = NightlyMessages(language)
            return [
                messages.busy, messages.settings(code: 78), messages.recovered("a\n"),
                messages.unusableLedger(code: 78), messages.repeated("a\n", run: 7, on: "2026-11-20"),
                messages.repeated("a\n", run: 7, on: nil), messages.unfinished("a\n"), messages.noLongerExists("a\n"),
                messages.started("a\n"), messages.applied("a\n", code: 4, reports: "r\n"),
                messages.known("a\n", run: 7), messages.refused("a\n", code: 65), messages.stopped("a\n", code: 75),
                messages.replaced("a\n", by: "b\n"), messages.outgrown("a\n", run: 7),
                messages.notMoved("a\n", errno: 13),
                messages.removed(reports: 1, files: 2, olderThanDays: 90), messages.retainedUnresolved(["a\n", "b"]),
                messages.retainedUnrecognized(["a\n", "b"]), messages.notRemoved("a\n", errno: 1_000),
                messages.removalStopped,
                messages.wouldCloseShift("a\n"), messages.wouldApply("a\n"), messages.wouldRepeat("a\n", run: 7),
                messages.wouldRepeat("a\n", first: "b\n"), messages.wouldRemove("a\n"), messages.dryRunNote,
            ] + NightlyMessages.Kind.allCases.map { messages.noFile("a\n", $0) } + [messages.end(files: 1_000, .done)]
        }
        #expect(said[0].allSatisfy(hasHangul) && !said[1].contains(where: hasHangul))
        #expect(said.joined().allSatisfy { !$0.contains("\n") && $0.count < 200 })
        #expect(said[1].last == "1,000 files, exit code 0")
    }

    @Test func unknownValuesHaveOptionsToType() {
        let one = [(column: "결제 상태", cell: "환불 완료")]
        #expect(
            english.unknownValues(one)
                == "The settings do not list '환불 완료' in column '결제 상태'. To apply such rows, use "
                + "`--known '결제 상태=환불 완료'`. To skip them, use `--ignore '결제 상태=환불 완료'`.")
        let two = [(column: "채널", cell: ""), (column: "a=b", cell: "x")]
        #expect(
            korean.unknownValues(two)
                == "'채널' 열의 빈 칸, 'a=b' 열의 'x': 설정에 없는 값입니다. 적용할 행이면 `--known 채널=` `\"known\":{\"a=b\":[\"x\"]}`, 건너뛸 행이면 `--ignore 채널=`을 쓰세요."
        )
        #expect(
            english.unknownValues([(column: "c", cell: String(repeating: "x", count: 101))])
                .hasSuffix(" in column 'c'. To apply such rows, use `known`. To skip them, use `ignore`."))
    }
}

@Suite struct AmbiguityWordingTests {
    private static let ambiguities: [Ambiguity] = [
        .column(.quantity, header: "q", cell: "2", others: []), .column(.action, header: "s", cell: "void", others: []),
        .column(.action, header: "s", cell: "return", others: []),
        .column(.cancellation, header: "c", cell: "y", others: []),
        .column(.unit, header: "u", cell: "box", others: []), .column(.variant, header: "v", cell: "", others: ["i"]),
        .column(.location, header: "l", cell: "b", others: []), .column(.date, header: "d", cell: "x", others: ["t"]),
        .incompleteComposite(role: .id, present: ["a"], missing: ["b"]),
        .id(header: "n", id: "1", isOfEarlierRun: false),
        .id(header: "n", id: "1", isOfEarlierRun: true), .row(header: "m", cell: "total"), .sequence(header: "t"),
        .secondTable(item: "i"), .noRowFits(expected: 2, actual: 3), .noRowFits(expected: 2, actual: 1),
        .overlap(run: 3, input: "a.csv", rows: 12, .start), .overlap(run: 3, input: "a.csv", rows: 12, .end),
        .overlap(run: 3, input: "a.csv", rows: 12, .consecutiveRows), .cutOffID(header: "n", id: "2.02611E+11"),
    ]

    private static let mismatches: [Refusal.Reason] = [
        .totalMismatch(.row(figure: "12", sums: [10, 11])),
        .totalMismatch(.rows(expected: 2, actual: 1, inputs: ["a.csv"])),
        .totalMismatch(.quantity(expected: 2, actual: -1, inputs: ["a.csv", "b.csv"])),
        .checksumMismatch(expected: "ab", actual: "cd"), .incompleteHeader(line: 4, missing: ["size"]),
    ]

    private func text(_ reason: Refusal.Reason, _ language: MessageLanguage) -> String {
        ErrorMessages(language).text(.refused(Refusal(file: "a.csv", line: 2, reason: reason)))
    }

    @Test(
        arguments: [
            (Ambiguity.row(header: "비고", cell: "소계"), "칸에 '소계'라고 적혀 있어 합계"),
            (.row(header: "비고", cell: "매출"), "칸에 '매출'이라고 적혀 있어 합계"),
            (.column(.variant, header: "용량", cell: "L", others: ["메뉴"]), #"["메뉴","용량"]}`)으로 지정하고"#),
            (.column(.variant, header: "사이즈", cell: "L", others: ["메뉴"]), #"["메뉴","사이즈"]}`)로 지정하고"#),
        ])
    func particlesFollowTheName(ambiguity: Ambiguity, part: String) {
        let text = text(.ambiguity(ambiguity), .korean)
        #expect(text.contains(part), "\(text)")
    }

    @Test(arguments: ambiguities.map(Refusal.Reason.ambiguity) + mismatches)
    func ambiguitiesAreInBothLanguages(reason: Refusal.Reason) {
        let korean = text(reason, .korean)
        let english = text(reason, .english)
        #expect(hasHangul(korean) && !hasHangul(english))
        #expect(!korean.contains("\n") && korean.count < 420 && english.count < 520, "\(english)")
        // The text to copy is the same in both languages.
        func copied(_ text: String) -> [Substring] { text.matches(of: /`[^`]+`/).map(\.output).sorted() }
        #expect(copied(korean) == copied(english))
        if case .ambiguity = reason { #expect(!copied(korean).isEmpty) }
    }

    @Test(arguments: [
        (
            Ambiguity.column(.quantity, header: "개수(잔)", cell: "2", others: []),
            [
                "--column quantity='개수(잔)'", #""columns":{"quantity":["개수(잔)"]}"#, "--accept '개수(잔)'",
                #""accept":["개수(잔)"]"#,
            ]
        ),
        (
            .column(.action, header: "상태", cell: "취소", others: []),
            ["--column action=상태", "--ignore 상태=취소", #""ignore":{"상태":["취소"]}"#, "--accept 상태"]
        ),
        (
            .column(.action, header: "상태", cell: "환불 요청", others: []),
            [
                "--column action=상태 --value 'action:환불 요청=cancel'",
                #""columns":{"action":["상태"]}`, `"values":{"action":{"환불 요청":"cancel"}}"#,
            ]
        ),
        (
            .column(.variant, header: "사이즈", cell: "L", others: ["메뉴"]),
            ["--column item=메뉴+사이즈", #""columns":{"item":["메뉴","사이즈"]}"#, "--accept 사이즈"]
        ),
        (.column(.location, header: "매장", cell: "홍대", others: []), ["--only 매장=홍대", "--accept 매장"]),
        (.column(.date, header: "날짜", cell: "", others: ["시각"]), ["--column time=날짜+시각"]),
        (
            .incompleteComposite(role: .id, present: ["번호"], missing: ["구분"]),
            ["--column id=번호", "--column id=", #"{"id":""}"#]
        ),
        (
            .id(header: "영수증번호", id: "7", isOfEarlierRun: false),
            ["--column id='영수증번호+#'", ##""columns":{"id":["영수증번호","#"]}"##, "--column id=영수증번호", "--column id="]
        ),
        (.id(header: "주문번호", id: "7", isOfEarlierRun: true), ["--column id=@date+주문번호", "--date"]),
        (.row(header: "비고", cell: "합계"), ["--totals 합계", "--ignore 비고=합계", "--accept 비고"]),
        (.row(header: "결제", cell: "소계", isTotalIfNamed: false), ["--ignore 결제=소계", "--accept 결제"]),
        (.row(header: "", cell: "소계"), ["--totals 소계"]),
        (.sequence(header: "시각"), ["--sequence time", "--sequence file", #""sequence":"time""#]),
        (.secondTable(item: "메뉴"), ["--ignore 메뉴=메뉴"]), (.noRowFits(expected: 2, actual: 3), ["--trailing drop"]),
        (.noRowFits(expected: 2, actual: 5), ["--header find", #""header":"find""#]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .start), ["--again", "juice-batch reverse 3"]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .end), ["--again", "juice-batch reverse 3"]),
        (.overlap(run: 3, input: "20.csv", rows: 9, .consecutiveRows), ["--again"]),
        (.cutOffID(header: "주문번호", id: "2.02611E+11"), ["--column id=", #""columns":{"id":""}"#]),
        (.column(.action, header: "구분", cell: "출고", others: []), ["--value action:출고=discard"]),
    ])
    func suggestedSettingsCanBeCopied(ambiguity: Ambiguity, parts: [String]) {
        for language in MessageLanguage.allCases {
            let said = text(.ambiguity(ambiguity), language)
            for part in parts { #expect(said.contains("`\(part)`") || said.contains(part), "\(part) in \(said)") }
        }
    }

    @Test(arguments: [
        Ambiguity.column(.action, header: " ", cell: "취소", others: []), .row(header: "", cell: "소계"),
        .row(header: "", cell: "소계", isTotalIfNamed: false),
    ])
    func unnamedColumnNeedsAName(ambiguity: Ambiguity) {
        let (korean, english) = (text(.ambiguity(ambiguity), .korean), text(.ambiguity(ambiguity), .english))
        #expect(korean.contains("이름 없는 열") && korean.hasSuffix("이름을 적으세요."), "\(korean)")
        #expect(
            english.lowercased().contains("an unnamed column") && english.hasSuffix("a name in the header."),
            "\(english)")
        for option in ["--accept", "--ignore", "--column"] { #expect(!(korean + english).contains(option)) }
        #expect(korean.contains("--totals") == (ambiguity == .row(header: "", cell: "소계")))
    }

    @Test func untypableNamesAreSuggestedAsSettingsOnly() {
        let plus = text(.ambiguity(.column(.quantity, header: "수량+증정", cell: "2", others: [])), .korean)
        #expect(!plus.contains("--column") && plus.contains(#"`"columns":{"quantity":["수량+증정"]}`"#))
        #expect(plus.contains("--accept 수량+증정"))
        let equal = text(.ambiguity(.column(.unit, header: "단위=", cell: "병", others: [])), .korean)
        #expect(!equal.contains("--ignore") && equal.contains(#"{"단위=":["병"]}"#))
        let line = text(.ambiguity(.row(header: "a\nb", cell: "total")), .english)
        #expect(!line.contains("--accept") && line.contains(#""accept":["a\nb"]"#))
        let index = text(.ambiguity(.id(header: "#", id: "1", isOfEarlierRun: false)), .english)
        #expect(index.contains("--column id='##+#'") && index.contains(###"["##","#"]"###))
        let dash = text(.ambiguity(.row(header: "-x", cell: "total")), .english)
        #expect(dash.contains("--accept=-x"))
    }

    @Test(arguments: [
        ("상태", "상태"), ("a b", "'a b'"), ("", "''"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("a=b+c", "a=b+c"),
        ("~", "'~'"), ("!", "'!'"), ("é", "é"), ("；", "'；'"), ("\u{A0}", "'\u{A0}'"),
        ("`x`", "'`x`'"), ("100%", "100%"),
    ])
    func shellArgumentsAreQuoted(text: String, wanted: String) throws {
        #expect(Escaping.shell(text) == wanted)
    }
}
