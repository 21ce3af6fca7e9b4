import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@Suite struct InspectorTests {
    private func inspect(
        _ texts: String..., reading: ReadingOptions = ReadingOptions(), settled: SettingsProposal = SettingsProposal()
    ) throws -> Inspection {
        let folder = try TemporaryFolder()
        let cancellation = CancellationToken()
        let files = try texts.enumerated().map { place, text in
            try InputFile(
                path: folder.write(Array(text.utf8), to: "\(place).csv"), name: "\(place).csv",
                spillFolder: folder.path, cancellation: cancellation)
        }
        let settings = RunSettings(
            menu: .builtIn, names: try NameIndex(menu: .builtIn), opening: FruitStore(menu: .builtIn).stock,
            reading: reading, threads: 1, hashSeed: HashSeed(low: 1, high: 2))
        let inspector = Inspector(
            settings: settings, files: files, settled: settled, cancellation: cancellation,
            nearest: { $0 == "키위주쓰" ? "키위쥬스" : nil })
        return try inspector.inspect()
    }

    private func settings(_ fill: (inout SettingsProposal) -> Void) -> SettingsProposal {
        var proposal = SettingsProposal()
        fill(&proposal)
        return proposal
    }

    @Test func saysThatThereIsNothingToSettle() throws {
        let found = try inspect("item,quantity\n키위쥬스,1\n")
        #expect(found.proposal.isEmpty && found.questions.isEmpty)
        #expect(found.before == found.after && found.after.isGood && found.after.rows == 1)
    }

    @Test func proposesTotals() throws {
        let found = try inspect("품목,수량,비고\n키위쥬스,1,\n망고쥬스,1,\n,2,총계\n")
        #expect(found.proposal.rules.totals == ["총계"])
        #expect(!found.before.isGood && found.after.isGood && found.after.rows == 2)
    }

    @Test func asksOneThingAfterTheOther() throws {
        let text = "품목,수량,옵션,매장\n키위쥬스,1,L,강남\n키위쥬스,1,S,홍대\n키위주쓰,1,L,강남\n와플,1,,강남\n"
        let found = try inspect(text)
        #expect(
            found.questions.map(\.subject) == [
                .column(.variant, header: "옵션", cells: ["L", "S"]),
                .column(.location, header: "매장", cells: ["강남", "홍대"]),
                .unknownNames([
                    SettingsQuestion.UnknownName(name: "키위주쓰", count: 1, nearest: "키위쥬스"),
                    SettingsQuestion.UnknownName(name: "와플", count: 1, nearest: nil),
                ]),
            ])
        // Nothing of it is taken for granted.
        #expect(found.proposal.isEmpty)
        #expect(found.after == found.before && !found.after.isGood)
        // All the answers together are enough.
        let answers = found.questions.flatMap { question in
            if case .unknownNames = question.subject { return question.answers.map(\.settings) }
            return Array(question.answers.map(\.settings).prefix(1))
        }
        let whole = answers.reduce(SettingsProposal()) { $0.adding($1) }
        #expect(whole.rules.accept == ["옵션"])
        #expect(whole.rules.only == [RowFilterSettings.Cell(column: "매장", value: "강남")])
        #expect(whole.rules.readings.map(\.to) == ["키위쥬스", "ignore"])
    }

    @Test func tellsWhatIsSoldFromWhatIsNot() throws {
        let found = try inspect("분류,품목\n쥬스,키위쥬스\n쥬스,망고쥬스\n빵,스콘\n빵,와플\n")
        #expect(found.questions.map(\.subject) == [.kinds(header: "분류", ours: ["쥬스"], others: ["빵"])])
        let answers = try #require(found.questions.first).answers
        #expect(answers.map(\.meaning) == [.onlyTheseAreOurs, .rowsAreNotOurs])
        #expect(answers[0].settings == settings { $0.rules.only = [.init(column: "분류", value: "쥬스")] })
    }

    @Test func asksWhetherATableGoesOn() throws {
        let found = try inspect("품목,수량\n키위쥬스,1\n품목,수량\n망고쥬스,1\n")
        #expect(found.questions.map(\.subject) == [.secondTable(item: "품목")])
        #expect(found.after.refusal?.code == "second_table")
        let answer = try #require(found.questions.first?.answers.first).settings
        #expect(answer == settings { $0.rules.ignore = [.init(column: "품목", value: "품목")] })
    }

    @Test func asksForTheOrderOfDatesWhereTimesAreNeeded() throws {
        var exportSettings = ExportSettings()
        exportSettings.sequence = .time
        let reading = ReadingOptions(exportSettings: exportSettings)
        let found = try inspect(
            "time,item\n11/12/2026 10:00,kiwi juice\n11/12/2026 11:00,kiwi juice\n", reading: reading,
            settled: settings { $0.sequence = .time })
        #expect(found.questions.map(\.subject) == [.dateOrder(header: "time", example: "11/12/2026 10:00")])
        #expect(found.questions.first?.answers.map(\.settings.dateOrder) == [.mdy, .dmy])
    }

    @Test func asksWhetherRowsWereMadeBeforeTheyWereTakenBack() throws {
        let found = try inspect("품목,수량,주문상태\n키위쥬스,1,완료\n망고쥬스,1,주문취소\n")
        #expect(found.questions.map(\.subject) == [.takenBack(header: "주문상태", cells: ["주문취소"])])
        #expect(found.questions.first?.answers.map(\.meaning) == [.rowsAreNotOurs, .givenBack, .meansNothing])
    }

    @Test func readsSeveralTillsByTime() throws {
        let found = try inspect(
            "일시,품목\n2026-11-20 10:00,키위쥬스\n", "일시,품목\n2026-11-20 09:00,망고쥬스\n")
        #expect(found.proposal == settings { $0.sequence = .time })
        #expect(found.after.isGood)
    }

    @Test func asksWhoseNumbersStandInTwoFiles() throws {
        let exportSettings = "영수증번호,품목\nA-000001,키위쥬스\nA-000001,망고쥬스\n"
        let question = SettingsQuestion.Subject.sharedNumbers(headers: ["영수증번호"])
        let found = try inspect(exportSettings, exportSettings + "A-000002,망고쥬스\n")
        #expect(found.proposal.columns[.id]?.text == "영수증번호+#")
        #expect(found.questions.map(\.subject) == [question])
        #expect(found.questions.first?.answers.map(\.settings.columns) == [[.id: .none]])
        // A setting that was given is not asked again.
        let id = settings { $0.columns[.id] = found.proposal.columns[.id] }
        #expect(try inspect(exportSettings, exportSettings + "A-000002,망고쥬스\n", settled: id).questions.isEmpty)
        #expect(try inspect(exportSettings).questions.isEmpty)
    }

    @Test func saysThatAnInputIsOfAnotherTill() throws {
        let found = try inspect("메뉴이름,수량\n키위쥬스,1\n", "상품이름,수량\n키위쥬스,1\n")
        #expect(
            found.questions.map(\.subject) == [.otherExportSettings(file: "1.csv", role: .item, header: "상품이름")])
    }

    @Test func refusesWhatNoSettingCouldSettle() throws {
        for (text, code) in [("item\n\"kiwi\n", "bad_quoting"), ("\n", "no_header"), ("item\nki\0wi\n", "nul_byte")] {
            #expect {
                _ = try inspect(text)
            } throws: { error in
                guard case BatchError.refused(let refusal) = error else { return false }
                return refusal.code == code
            }
        }
    }
}
