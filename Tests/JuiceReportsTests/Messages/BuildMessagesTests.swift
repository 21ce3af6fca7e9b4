import JuiceBatch
import JuiceReports
import Testing

@Suite struct BuildMessagesTests {
    @Test func aBuildThatWasToldSaysSo() {
        let facts = BuildFacts(commit: "0123abc-changed", compiler: "6.3.1", libcrypto: "3.0.17")
        let english = MessageLanguage.english.buildReport(facts, libcsv: "3.0.3", sqlite: "3.40.1")
        #expect(
            english == """
                \(ProgramVersion.text)
                commit: 0123abc-changed
                compiler: Swift 6.3.1
                libcsv: 3.0.3
                SQLite: 3.40.1
                libcrypto: 3.0.17

                """)
    }

    @Test func whatTheBuildWasNotToldIsUnknown() {
        let facts = BuildFacts(commit: nil, compiler: nil, libcrypto: "3.0.17")
        let korean = MessageLanguage.korean.buildReport(facts, libcsv: "3.0.3", sqlite: "3.40.1")
        #expect(korean.contains("\n커밋: 알 수 없음\n컴파일러: 알 수 없음\nlibcsv: 3.0.3\n"))
        let english = MessageLanguage.english.buildReport(facts, libcsv: "3.0.3", sqlite: "3.40.1")
        #expect(english.contains("\ncommit: unknown\ncompiler: unknown\n"))
    }
}
