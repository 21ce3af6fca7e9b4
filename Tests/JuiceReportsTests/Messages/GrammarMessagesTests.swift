import JuiceBatch
import JuiceReports
import Testing

/// What is said of a command line that cannot be understood.
@Suite struct GrammarMessagesTests {
    static let mistakes: [(mistake: GrammarError, korean: String, english: String)] = [
        (
            .unknownCommand("chekc", suggestion: "check"), "모르는 명령입니다: 'chekc'. 혹시 'check'인가요?",
            "No such command: 'chekc'. Did you mean 'check'?"
        ),
        (.unknownCommand("x", suggestion: nil), "모르는 명령입니다: 'x'.", "No such command: 'x'."),
        (
            .fileForCommand(["a b.csv", "--json"]), "명령이 빠졌습니다. 혹시 'juice-batch run 'a b.csv' --json'인가요?",
            "The command is missing. Did you mean 'juice-batch run 'a b.csv' --json'?"
        ),
        (
            .optionBeforeCommand("--json", command: nil), "--json: 옵션은 명령 뒤에 적으세요. 예: juice-batch run … --json",
            "--json: write options after the command, as in juice-batch run … --json"
        ),
        (
            .unknownOption("--lang", suggestion: "--language"), "모르는 옵션입니다: --lang. 혹시 '--language'인가요?",
            "No such option: --lang. Did you mean '--language'?"
        ),
        (
            .optionOfOthers("--ledger", command: "check", others: ["run", "stock"]),
            "check에는 --ledger 옵션이 없습니다. 이 옵션이 있는 명령: run, stock.",
            "check has no option --ledger. These have: run, stock."
        ),
        (
            .missingValue(option: "--output", value: "dir"), "--output: 값이 없습니다. --output <dir>처럼 적으세요.",
            "--output: the value is missing. Write --output <dir>."
        ),
        (.needlessValue(option: "--json"), "--json: 값을 받지 않는 옵션입니다.", "--json: takes no value."),
        (.missingArgument("run", readsInput: false), "빠진 인자가 있습니다: <run>.", "Missing: <run>."),
        (
            .missingArgument("file", readsInput: true), "빠진 인자가 있습니다: <file>. 표준 입력을 읽으려면 -를 적으세요.",
            "Missing: <file>. To read standard input, write -."
        ),
        (.missingOption("--ledger", value: "file"), "빠진 옵션이 있습니다: --ledger <file>.", "Missing: --ledger <file>."),
        (.needlessArgument("x"), "필요 없는 인자입니다: 'x'.", "Unexpected argument: 'x'."),
        (
            .badValue("많이", of: "--threads", allowed: []), "--threads: '많이'는 쓸 수 없는 값입니다.",
            "--threads: '많이' cannot be used."
        ),
        (
            .badValue("fr", of: "--language", allowed: ["ko", "en"]),
            "--language: 'fr'은 쓸 수 없는 값입니다. 쓸 수 있는 값: ko, en.",
            "--language: 'fr' cannot be used. It takes ko, en."
        ),
    ]

    @Test func everyMistakeIsSaidInBothLanguages() {
        for (mistake, korean, english) in Self.mistakes {
            #expect(GrammarMessages(.korean).text(mistake) == korean)
            #expect(GrammarMessages(.english).text(mistake) == english)
        }
    }
}
