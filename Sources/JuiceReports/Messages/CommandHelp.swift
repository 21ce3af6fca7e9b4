/// The help texts of the commands.
package struct CommandHelp {
    let language: MessageLanguage

    /// The words in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    /// A paragraph of help with exit codes and their causes.
    func exitCodes(_ reasons: [ExitReason]) -> String { ExitCodeList(reasons: reasons, language: language).text }

    package var program: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "쥬스 가게의 주문과 재고 지시를 CSV 파일에서 읽어 적용하고, 무슨 일이 있었는지 보고합니다.",
                en: "Applies a juice shop's orders and stock instructions from CSV files, and reports what happened."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch inspect orders.csv
                      juice-batch run orders.csv
                      juice-batch nightly --folder shop
                    """,
                en: """
                    EXAMPLES
                      juice-batch inspect orders.csv
                      juice-batch run orders.csv
                      juice-batch nightly --folder shop
                    """))
    }

    package var initialize: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "가게의 폴더를 시작합니다: inbox/, 메뉴, 설정, 밤 작업의 유닛.",
                en: "Begin a shop's folder: inbox/, a menu, settings, units for its nights."),
            discussion: language.pick(
                ko: """
                    터미널에서는 주지 않은 것을 물어봅니다. 다른 내용의 파일이 이미 있으면 아무것도 쓰지 않습니다.

                    예시
                      juice-batch init gangnam
                      juice-batch init hongdae --shop 홍대점 --day-start 04:00 --night 04:30

                    종료 코드
                      0 끝남   64 명령이 잘못됨   73 만들 수 없거나, 이미 다른 파일이 있음
                      129, 130, 143 중단됨
                    """,
                en: """
                    On a terminal it asks for what is not said. Where a file is there already with other content, nothing \
                    is written.

                    EXAMPLES
                      juice-batch init gangnam
                      juice-batch init hongdae --shop 홍대점 --day-start 04:00 --night 04:30

                    EXIT CODES
                      0 done   64 usage   73 it cannot be made, or another file is there
                      129, 130, 143 interrupted
                    """))
    }

    package var run: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "CSV 파일을 차례로 적용하고 success.csv, failure.csv와 보고서를 씁니다.",
                en: "Apply CSV files in sequence and write success.csv, failure.csv and the reports."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch run orders.csv
                      juice-batch run orders.csv --ledger shop.sqlite --output reports/today
                      cat orders.csv | juice-batch run - --json

                    종료 코드 (0, 3, 4는 적용함)
                    \(exitCodes(ExitReason.ofRun))
                    """,
                en: """
                    EXAMPLES
                      juice-batch run orders.csv
                      juice-batch run orders.csv --ledger shop.sqlite --output reports/today
                      cat orders.csv | juice-batch run - --json

                    EXIT CODES (0, 3, 4: the run was applied)
                    \(exitCodes(ExitReason.ofRun))
                    """))
    }

    package var check: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "CSV 파일의 문제를 FILE:LINE: code: text 꼴로 모두 적고, 아무것도 쓰지 않습니다.",
                en: "List every problem of CSV files as FILE:LINE: code: text, and write nothing."),
            discussion: language.pick(
                ko: """
                    종료 코드는 run이 냈을 것과 같습니다.

                    예시
                      juice-batch check orders.csv
                      juice-batch check orders.csv --fail-on shortage
                      juice-batch check orders.csv --json > problems.json
                    """,
                en: """
                    The exit code is the one that run would give.

                    EXAMPLES
                      juice-batch check orders.csv
                      juice-batch check orders.csv --fail-on shortage
                      juice-batch check orders.csv --json > problems.json
                    """))
    }

    package var inspect: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "포스가 내보낸 파일을 살펴보고, 그것을 읽을 juice-batch.json을 제안합니다.",
                en: "Look at a till's exports, and propose a juice-batch.json that reads them."),
            discussion: language.pick(
                ko: """
                    무엇이 보이는지, run이 어떻게 할지, 무엇을 제안하는지, 사람만이 정할 수 있는 것은 무엇인지 말합니다. 제안대로 하면 run이 거절할 것이 없을 때 종료 코드는 0, \
                    아니면 4입니다.

                    예시
                      juice-batch inspect orders.csv
                      juice-batch inspect orders.csv --write
                      juice-batch inspect orders.csv --accept 옵션 --json
                    """,
                en: """
                    Says what it sees, what run would do, what it proposes, and what only a person can decide. The \
                    exit code is 0 if run would reject and refuse nothing with what it proposes, else 4.

                    EXAMPLES
                      juice-batch inspect orders.csv
                      juice-batch inspect orders.csv --write
                      juice-batch inspect orders.csv --accept 옵션 --json
                    """))
    }

    package var menu: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "레시피를 표로, 또는 고쳐 쓸 메뉴 파일로 보입니다.",
                en: "Show the recipes as a table, or as a menu file to edit."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch menu
                      juice-batch menu --csv > menu.csv
                    """,
                en: """
                    EXAMPLES
                      juice-batch menu
                      juice-batch menu --csv > menu.csv
                    """))
    }

    package var config: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "설정마다 값과 그 값이 나온 곳을 보입니다.",
                en: "Show each setting and where it comes from."),
            discussion: language.pick(
                ko: """
                    명령에 적은 것이 환경 변수(JUICE_BATCH_…)보다, 환경 변수가 juice-batch.json보다 먼저입니다.

                    예시
                      juice-batch config
                      JUICE_BATCH_LANGUAGE=en juice-batch config
                      juice-batch config --schema > juice-batch.schema.json
                    """,
                en: """
                    What is typed goes before the environment (JUICE_BATCH_…), and that before juice-batch.json.

                    EXAMPLES
                      juice-batch config
                      JUICE_BATCH_LANGUAGE=en juice-batch config
                      juice-batch config --schema > juice-batch.schema.json
                    """))
    }
}
