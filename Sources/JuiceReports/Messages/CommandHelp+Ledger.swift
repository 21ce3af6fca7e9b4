/// The help texts of the commands about ledgers and reports.
extension CommandHelp {
    package var diff: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "두 보고서를 나란히 놓고 행, 코드, 주문, 재고가 어떻게 달라졌는지 보입니다.",
                en: "Show two reports side by side: rows, codes, orders and stock, with what changed."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch diff reports/friday reports/saturday
                      juice-batch diff --json reports/friday/summary.json reports/saturday

                    종료 코드
                      0 끝남   64 명령이 잘못됨
                      65 juice-batch의 summary.json이 아님   66 없거나 읽을 수 없음
                    """,
                en: """
                    EXAMPLES
                      juice-batch diff reports/friday reports/saturday
                      juice-batch diff --json reports/friday/summary.json reports/saturday

                    EXIT CODES
                      0 done   64 usage
                      65 no summary.json of juice-batch   66 missing or unreadable
                    """))
    }

    package var index: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "보고서 폴더의 index.html을 만듭니다: 모든 밤과 아직 남은 일.",
                en: "Make index.html of a folder of reports: all its nights, and what is still open."),
            discussion: language.pick(
                ko: """
                    폴더 바로 아래의 폴더와, 날짜로 된 폴더 아래의 폴더에서 보고서를 찾습니다. index.html이 한 번 있으면 \
                    거기에 보고서를 두는 실행마다 새로 만듭니다. nightly와 --output 없는 run은 처음부터 만듭니다.

                    예시
                      juice-batch index reports
                      juice-batch index reports --language en

                    종료 코드
                      0 끝남   66 폴더가 없거나 읽을 수 없음
                      73 쓸 수 없거나, 거기 있는 index.html이 우리 것이 아님
                      129, 130, 143 중단됨
                    """,
                en: """
                    Reports are looked for in the folders of the folder, and in those of one that is called by \
                    a date. Once there is an index, each run that puts its reports there makes it anew; \
                    nightly, and a run without --output, make the first.

                    EXAMPLES
                      juice-batch index reports
                      juice-batch index reports --language en

                    EXIT CODES
                      0 done   66 no such folder, or it cannot be read
                      73 it cannot be written, or its index.html is not ours
                      129, 130, 143 interrupted
                    """))
    }

    package var stock: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "장부의 재고와 그것으로 만들 수 있는 잔 수를 표, 재고 파일, JSON으로 보입니다.",
                en: "Show the stock of a ledger and how many cups it is enough for, as tables, a stock file or JSON."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch stock --ledger shop.sqlite
                      juice-batch stock --ledger shop.sqlite --csv > stock.csv
                    """,
                en: """
                    EXAMPLES
                      juice-batch stock --ledger shop.sqlite
                      juice-batch stock --ledger shop.sqlite --csv > stock.csv
                    """))
    }

    package var plan: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "다음 며칠 동안 품절이 없으려면 무엇을 사야 하는지 알려 줍니다.",
                en: "Say what to buy so that the next days sell out of nothing."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch plan --ledger shop.sqlite
                      juice-batch plan --ledger shop.sqlite --days 3 --ordered coming.csv
                      juice-batch plan --ledger shop.sqlite --csv > plan.csv
                    """,
                en: """
                    EXAMPLES
                      juice-batch plan --ledger shop.sqlite
                      juice-batch plan --ledger shop.sqlite --days 3 --ordered coming.csv
                      juice-batch plan --ledger shop.sqlite --csv > plan.csv
                    """))
    }

    package var history: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "장부의 실행을 새로운 것부터 보입니다.",
                en: "List the runs of a ledger, newest first."),
            discussion: language.pick(
                ko: """
                    예시
                      juice-batch history --ledger shop.sqlite
                      juice-batch history --ledger shop.sqlite --last 30
                      juice-batch history --ledger shop.sqlite --since 2026-11-01 --json
                    """,
                en: """
                    EXAMPLES
                      juice-batch history --ledger shop.sqlite
                      juice-batch history --ledger shop.sqlite --last 30
                      juice-batch history --ledger shop.sqlite --since 2026-11-01 --json
                    """))
    }

    package var status: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "밤이 있었는지, 남은 일이 무엇인지 알려 줍니다.",
                en: "Say whether there was a night, and what is left to do."),
            discussion: language.pick(
                ko: """
                    첫 줄이 가장 급한 까닭입니다. 아무것도 바꾸지 않습니다. 폴더의 juice-batch.json을 따릅니다.

                    예시
                      juice-batch status --folder shop
                      juice-batch status --folder shop --max-age 2d --fail-on shortage
                      juice-batch status --ledger shop.sqlite --json

                    종료 코드
                      0 이상 없음   6 볼 것이 있음
                      64 명령이 잘못됨   66 폴더나 장부가 없음   78 장부가 손상됨
                    """,
                en: """
                    The first line is the most urgent reason. Nothing is changed. The juice-batch.json of the folder \
                    holds.

                    EXAMPLES
                      juice-batch status --folder shop
                      juice-batch status --folder shop --max-age 2d --fail-on shortage
                      juice-batch status --ledger shop.sqlite --json

                    EXIT CODES
                      0 all is well   6 there is something to look at
                      64 usage   66 no such folder or ledger   78 a damaged ledger
                    """))
    }

    package var reverse: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "장부의 실행 하나를 되돌립니다. 재고를 거꾸로 움직이고, 그 id와 입력을 다시 쓸 수 있게 합니다.",
                en: "Take a run of a ledger back: inverse movements; its ids and inputs are free again."),
            discussion: language.pick(
                ko: """
                    실사는 그때 달라진 만큼 되돌립니다. 나중 실행이 이 실행의 id 때문에 건너뛴 행은 건너뛴 채로 남습니다.

                    예시
                      juice-batch history --ledger shop.sqlite
                      juice-batch reverse 1 --ledger shop.sqlite

                    종료 코드
                      0 끝남   64 그런 실행이 없거나 이미 되돌림   65 재고가 모자람
                      75 장부를 다른 일이 쓰고 있음
                    """,
                en: """
                    Counts are undone by their net change. Rows that later runs skipped because of ids of this run \
                    stay skipped.

                    EXAMPLES
                      juice-batch history --ledger shop.sqlite
                      juice-batch reverse 1 --ledger shop.sqlite

                    EXIT CODES
                      0 done   64 no such run, or it was taken back already
                      65 stock does not allow it   75 the ledger is busy
                    """))
    }

    package var settle: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "다시 실행하지 않을 거절된 행을 닫습니다. 남은 일에서 빠지고, 재고는 그대로입니다.",
                en: "Close rejected rows that will not be run again: they are open no more; stock stays as it is."),
            discussion: language.pick(
                ko: """
                    history에 실행 하나로 남고, 그 실행을 되돌리면 행이 다시 남은 일이 됩니다. 재료가 모자랐던 행은 닫을 것이 없습니다. \
                    다음 영업일을 실행하면 놓친 판매가 됩니다.

                    예시
                      juice-batch history --ledger shop.sqlite
                      juice-batch settle 2 --row 3 --why duplicate --ledger shop.sqlite
                      juice-batch settle 2 --ledger shop.sqlite

                    종료 코드
                      0 끝남   64 그런 실행이나 거절된 행이 없거나 이미 닫음
                      66 장부가 없음   75 장부를 다른 일이 쓰고 있음   78 장부가 손상됨
                    """,
                en: """
                    It is a run of its own in history; reversing that run opens the rows again. Rows short of stock need \
                    nothing: once a later business day is run, they are lost sales.

                    EXAMPLES
                      juice-batch history --ledger shop.sqlite
                      juice-batch settle 2 --row 3 --why duplicate --ledger shop.sqlite
                      juice-batch settle 2 --ledger shop.sqlite

                    EXIT CODES
                      0 done   64 no such run or rejected row, or it was closed already
                      66 no such ledger   75 the ledger is busy   78 a damaged ledger
                    """))
    }

    package var restore: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "망가진 장부를 백업에서 되살리고, 그 뒤의 실행을 실행 기록대로 다시 적용합니다.",
                en: "Restore a ledger from a backup, and apply the later runs of its run log again."),
            discussion: language.pick(
                ko: """
                    백업을 장부 자리에 놓고, 있던 장부는 shop.sqlite.before-restore-1로 남깁니다. 그 뒤의 실행을 되돌리기와 \
                    카운터의 영업까지 그때의 순서대로 다시 적용합니다. 입력은 done/, failed/, repeated/, journal/, --from에서 \
                    내용(SHA-256)으로 찾습니다. 끊기거나 입력을 못 찾아 멈추면 다시 실행하세요. 이어서 합니다.

                    예시
                      juice-batch restore --folder . --dry-run
                      juice-batch restore --from usb
                      juice-batch restore backup/1.sqlite

                    종료 코드
                      0 되살렸거나 할 일이 없음   66 입력을 찾을 수 없음
                      70 실행의 결과가 실행 기록과 다름   75 다른 작업이 진행 중
                      78 쓸 수 있는 백업이 없음
                    """,
                en: """
                    A backup takes the ledger's place; the ledger that was there stays as \
                    shop.sqlite.before-restore-1. Later runs are applied again in their order, reversals and \
                    counter shifts too. Inputs are found by content (SHA-256) in done/, failed/, repeated/, \
                    journal/ and --from. Killed, or stopped at an input that cannot be found, it goes on when it \
                    is run again.

                    EXAMPLES
                      juice-batch restore --folder . --dry-run
                      juice-batch restore --from usb
                      juice-batch restore backup/1.sqlite

                    EXIT CODES
                      0 restored, or nothing to do   66 an input cannot be found
                      70 a run comes out otherwise than the run log has it
                      75 another one is at work   78 no backup that can be used
                    """))
    }

    package var verify: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "장부를 기록에서 다시 계산해 보고, 모두 맞는지 알려 줍니다.",
                en: "Recompute a ledger from its history, and say whether all of it holds."),
            discussion: language.pick(
                ko: """
                    중단된 실행이 남긴 보고서가 있으면 먼저 제자리에 놓습니다.

                    예시
                      juice-batch verify --ledger shop.sqlite

                    종료 코드
                      0 모두 맞음   70 맞지 않는 것이 있음   75 장부를 다른 일이 쓰고 있음
                      78 장부가 아님
                    """,
                en: """
                    Reports that a killed run has left behind are put in place first.

                    EXAMPLES
                      juice-batch verify --ledger shop.sqlite

                    EXIT CODES
                      0 all holds   70 something does not   75 the ledger is busy   78 no ledger
                    """))
    }
}
