/// The help texts of the commands for a single shop: nightly runs and the counter.
extension CommandHelp {
    package var nightly: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "inbox의 파일을 이름 차례로 하나씩 장부에 적용하고 치웁니다.",
                en: "Apply the files of an inbox to a ledger, one run each, in name order, and put them away."),
            discussion: language.pick(ko: nightlyKorean, en: nightlyEnglish))
    }

    private var nightlyKorean: String {
        """
        폴더에는 다음이 있고, 없으면 만듭니다:
          inbox/              여기서 파일이 기다립니다. 숨은 파일과
                              *.part, *.partial, *.tmp는 아직 쓰는 중입니다
          shop.sqlite         장부
          reports/날짜/이름/  파일 하나의 보고서
          done/날짜/          적용한 파일
          repeated/날짜/      적용한 파일과 내용이 같은 파일
          failed/날짜/        살펴보고 inbox에 다시 넣을 파일

        run의 옵션은 파일마다 쓰이고, 폴더의 juice-batch.json과 JUICE_BATCH_ 환경 변수도 그렇습니다. 그것이 잘못되었으면 아무 파일도 건드리지 않고 먼저 \
        알려 줍니다. 보통 파일만 열고, 읽은 그 파일일 때만 치웁니다. 동시에 두 번 부르면 두 번째는 아무것도 하지 않습니다. 언제 중단되어도 다음 밤이 이어서 합니다.

        예시
          juice-batch nightly
          juice-batch nightly --folder shop --settle 60 --max-rejected 10

        파일이 가는 곳
          실행의 코드   가는 곳
          0, 3, 4       done/      3, 4: failure.csv의 행을 보세요
          5             repeated/  앞선 실행이 적용한 것과 같은 내용 (4)
          64, 65, 66    failed/    이대로는 적용할 수 없음
          없음          failed/    적용했지만 읽은 뒤에 파일이 바뀜 (65)
          74, 바뀜      남음       아직 쓰는 중. 다른 파일은 계속합니다
          70            남음, 뒤의 파일도. 다른 것을 하기 전에 살펴보세요
          그 밖         남음, 뒤의 파일도. 다음 밤에 합니다

        종료 코드 (여럿이면 가장 무거운 것, 마지막 줄이 모두 말함)
        \(exitCodes(ExitReason.ofNightly))
        """
    }

    private var nightlyEnglish: String {
        """
        The folder holds, and is given where they are missing:
          inbox/              files wait here; hidden ones and *.part, *.partial,
                              *.tmp are still being written
          shop.sqlite         the ledger
          reports/DATE/NAME/  the reports of a file
          done/DATE/          files that are applied
          repeated/DATE/      files with the bytes of one that is applied
          failed/DATE/        files to be looked at, and put into the inbox again

        Options of run hold for each file, and so does what juice-batch.json in the folder and \
        JUICE_BATCH_ variables say. All that is tried on nothing first, and no file is blamed for it. \
        Only regular files are opened, and a file is put away only if it is still the one that was read. \
        Called twice at once, the second call does nothing. Killed at any moment, the next night carries \
        on.

        EXAMPLES
          juice-batch nightly
          juice-batch nightly --folder shop --settle 60 --max-rejected 10

        WHAT BECOMES OF A FILE
          code of its run   it goes to
          0, 3, 4           done/      3, 4: see to the rows in failure.csv
          5                 repeated/  an earlier run applied the same bytes (4)
          64, 65, 66        failed/    it cannot be applied as it is
          none              failed/    applied, but written to after it was read (65)
          74, it changed    stays      still being written; the others go on
          70                stays, and all behind it: look before anything else runs
          any other         stays, and all behind it, for the next night

        EXIT CODES (of several the most severe; the last line names all)
        \(exitCodes(ExitReason.ofNightly))
        """
    }

    package var counter: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "장부 위에 카운터 화면을 열거나, 그 영업을 마감합니다.",
                en: "Open the counter's screens on a ledger, or close their shift."),
            discussion: language.pick(
                ko: """
                    카운터에서 주문하고 바꾼 것은 CSV 파일인 영업 기록이 되고, 마감할 때 한 번의 실행으로 적용합니다. 마감은 화면에서, Ctrl-C로, SIGTERM으로, counter \
                    close로, 또는 nightly가 합니다. 그때까지 다른 것은 장부를 바꾸지 못합니다. 강제로 끝났거나 SIGHUP으로 끝난 카운터는 하던 데서 이어 갑니다.

                    예시
                      juice-batch counter --ledger shop.sqlite
                      juice-batch counter close --ledger shop.sqlite

                    종료 코드
                      마감하는 실행의 코드. 열린 영업이 없으면 0
                      64 명령이 잘못됨   65 영업 기록이 아니어서 따로 치워 둠
                      66 영업 기록이 없어짐   70 말한 것과 다르게 나온 행이 있음
                      74 입출력 오류   75 다른 카운터가 영업 중
                      78 영업 기록 자리에 다른 파일이 있음
                    """,
                en: """
                    What is ordered and changed at the counter becomes a CSV file, the journal, which is applied as \
                    a run when the shift is closed: on the screen, by Ctrl-C, by SIGTERM, by counter close, or by \
                    nightly. Until then nothing else changes the ledger. A counter that was killed, or ended by \
                    SIGHUP, goes on where it was.

                    EXAMPLES
                      juice-batch counter --ledger shop.sqlite
                      juice-batch counter close --ledger shop.sqlite

                    EXIT CODES
                      those of the run that closes the shift; 0 also where no shift was open
                      64 usage   65 the journal is none, and was put aside
                      66 the journal is gone   70 a row came to something else than was said
                      74 I/O error   75 another counter has the shift
                      78 another file is in the journal's place
                    """))
    }
}
