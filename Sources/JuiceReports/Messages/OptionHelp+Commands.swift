/// The help texts of options that single commands have.
extension OptionHelp {
    // run

    package var reports: String {
        language.pick(
            ko: "보고서를 쓸 폴더. {date}는 --date, {name}은 첫 입력의 이름이 됩니다 (기본값: reports/<첫 입력의 이름>).",
            en: """
                Folder of the reports; {date} in it is --date, {name} the first input's name (default: reports/<first \
                input's name>).
                """)
    }

    package var maxRejected: String {
        language.pick(
            ko: "거절된 행이 이보다 많으면 아무것도 적용하지 않습니다 (기본값: 제한 없음).",
            en: "Apply nothing if more rows than this are rejected (default: no limit).")
    }

    package var dryRun: String {
        language.pick(
            ko: "다 해 보되 보고서는 쓰지 않습니다 (기본값: 끔).", en: "Do everything but write the reports (default: off).")
    }

    package var summaryJSON: String {
        language.pick(
            ko: "요약 대신 summary.json을 출력합니다 (기본값: 끔).",
            en: "Print summary.json instead of the summary (default: off).")
    }

    package var quiet: String {
        language.pick(
            ko: "요약도 진행 줄도 보이지 않습니다 (기본값: 끔).", en: "Print no summary and show no progress (default: off).")
    }

    package var again: String {
        language.pick(
            ko: "장부가 아는 입력이나 두 번 적은 입력도 적용합니다. id는 그래도 지킵니다 (기본값: 끔).",
            en: "Apply inputs that the ledger knows, or that are given twice; ids still guard (default: off).")
    }

    package var skipKnown: String {
        language.pick(ko: "장부가 아는 입력은 뺍니다 (기본값: 끔).", en: "Leave out inputs that the ledger knows (default: off).")
    }

    package var remake: String {
        language.pick(
            ko: "이 실행의 보고서를 그 입력으로 다시 만들고, 아무것도 적용하지 않습니다 (기본값: 끔).",
            en: "Make the reports of this run again from its inputs; apply nothing (default: off).")
    }

    package var annotations: String {
        language.pick(
            ko: """
                거절된 것을 표준 오류에 GitHub의 ::error 줄로, --fail-on shortage이면 부족한 행도 ::warning 줄로 적습니다, 많아야 10줄씩 \
                (기본값: 끔).
                """,
            en: """
                List what is rejected on standard error as GitHub's ::error lines, and with --fail-on shortage what is \
                short as ::warning lines, 10 each at most (default: off).
                """)
    }

    // check

    package var checkJSON: String {
        language.pick(
            ko: "문제와 합계를 JSON으로 출력합니다 (기본값: 끔, 글).",
            en: "Print problems and totals as JSON (default: off, a text).")
    }

    // inspect, menu, stock, diff, config, reverse, settle, nightly

    package var inspectJSON: String {
        language.pick(ko: "모두 JSON으로 출력합니다 (기본값: 끔, 글).", en: "Print all of it as JSON (default: off, a text).")
    }

    package var write: String {
        language.pick(
            ko: "제안한 것을 juice-batch.json에 씁니다, 그 파일이 없을 때만 (기본값: 끔).",
            en: "Write the proposal to juice-batch.json, unless there is one (default: off).")
    }

    package var menuFile: String {
        language.pick(ko: "메뉴 파일을 출력합니다 (기본값: 끔, 표).", en: "Print a menu file (default: off, a table).")
    }

    package var menuForCups: String {
        language.pick(
            ko: "만들 수 있는 잔 수를 셀 메뉴 파일 (기본값: 내장 메뉴).",
            en: "Menu file, for the cups that can be made (default: the built-in menu).")
    }

    package var stockFile: String {
        language.pick(
            ko: "재고 파일 fruit,stock을 출력합니다 (기본값: 끔, 표).",
            en: "Print a stock file: fruit,stock (default: off, a table).")
    }

    package var reportsFolder: String {
        language.pick(ko: "보고서들이 있는 폴더.", en: "The folder that the reports lie in.")
    }

    package var last: String {
        language.pick(ko: "가장 새로운 실행 몇 번만 (기본값: 모두).", en: "Only so many of the newest runs (default: all).")
    }

    package var since: String {
        language.pick(
            ko: "이 날부터의 실행만, YYYY-MM-DD (기본값: 모두).", en: "Only runs of this day and later, YYYY-MM-DD (default: all).")
    }

    package var utc: String {
        language.pick(
            ko: "기록한 때를 UTC로 보입니다 (기본값: 이곳 시각).", en: "Show when runs were recorded in UTC (default: local time).")
    }

    package var earlierReport: String {
        language.pick(
            ko: "먼저 나온 보고서: 폴더 또는 summary.json.", en: "The earlier report: its folder, or its summary.json.")
    }

    package var laterReport: String { language.pick(ko: "나중 보고서, 마찬가지.", en: "The later report, likewise.") }

    package var diffJSON: String {
        language.pick(
            ko: "비교를 JSON으로 출력합니다 (기본값: 끔, 사람이 볼 표).",
            en: "Print the comparison as JSON (default: off, tables for people).")
    }

    package var schema: String {
        language.pick(
            ko: "편집기에 쓸 juice-batch.json의 JSON Schema를 출력합니다 (기본값: 끔, 설정).",
            en: "Print the JSON Schema of juice-batch.json, for editors (default: off, the settings).")
    }

    package var schemaOf: String {
        language.pick(
            ko: """
                settings (juice-batch.json), summary (summary.json), check (check --json), status (status --json) 가운데 하나의 \
                JSON Schema를 출력합니다 (기본값: 없음).
                """,
            en: """
                Print the JSON Schema of settings (juice-batch.json), summary (summary.json), check (check \
                --json) or status (status --json) (default: none).
                """)
    }

    package var otherOptions: String {
        language.pick(
            ko: "다른 명령의 옵션, 거기에 적는 그대로.", en: "Options of other commands, as they would be typed there.")
    }

    package var runNumber: String {
        language.pick(ko: "history에 나오는 실행 번호.", en: "The run's number, as history shows it.")
    }

    package var settledRow: String {
        language.pick(
            ko: "닫을 거절된 행의 줄 번호, failure.csv의 line. 입력이 여럿이면 파일:줄. 여러 번 쓸 수 있습니다 (기본값: 남은 거절된 행 모두).",
            en: """
                The line of a rejected row to close, as failure.csv has it; FILE:LINE where a run had several inputs. May \
                be repeated (default: all rejected rows that are open).
                """)
    }

    package var why: String {
        language.pick(
            ko: "다시 실행하지 않는 이유, history에 남습니다 (기본값: 없음).",
            en: "Why they will not be run again, for history (default: none).")
    }

    package var newFolder: String {
        language.pick(
            ko: "가게의 폴더. 없으면 만듭니다 (기본값: 작업 폴더).",
            en: "The shop's folder; it is made if it is missing (default: the working folder).")
    }

    package var newShop: String {
        language.pick(
            ko: "보고서 제목에 쓸 가게 이름 (기본값: 없음).",
            en: "The shop's name, for the titles of reports (default: none).")
    }

    package var newDayStart: String {
        language.pick(ko: "영업일이 시작하는 시각 (기본값: 00:00).", en: "When a business day begins (default: 00:00).")
    }

    package var newNight: String {
        language.pick(
            ko: "밤 작업의 시각: 사용자의 systemd 유닛을 units/에 씁니다 (기본값: 쓰지 않음).",
            en: "The hour of the nights: writes units for a user's systemd to units/ (default: none).")
    }

    package var newZone: String {
        language.pick(
            ko: "그 시각의 시간대 (기본값: 이 컴퓨터의 시간대).",
            en: "The time zone of that hour (default: this machine's).")
    }

    package var nightFolder: String {
        language.pick(
            ko: "모든 것이 있는 폴더. 경로도 여기서 셉니다 (기본값: 작업 폴더).",
            en: "Where everything is, and from where paths count (default: the working folder).")
    }

    package var settle: String {
        language.pick(
            ko: "파일이 이만큼 바뀌지 않아야 가져갑니다 (기본값: 10).",
            en: "How long a file must stay as it is before it is taken (default: 10).")
    }

    package var expectFiles: String {
        language.pick(
            ko: "파일이 이보다 적게 오면 종료 코드 6 (기본값: 적어도 됨).",
            en: "Exit code 6 if fewer files than this have come (default: any number will do).")
    }

    package var keepDays: String {
        language.pick(
            ko: "보고서와 done/, repeated/의 파일을 이만큼의 날만 남깁니다. 다시 할 행이 남은 것은 둡니다 (기본값: 모두).",
            en: """
                Keep so many days of reports and of files in done/ and repeated/, and what has open rows (default: \
                all).
                """)
    }

    package var keepBackups: String {
        language.pick(
            ko: "장부가 바뀐 밤마다 backup/에 백업하고 새것부터 이만큼 남깁니다. 0이면 백업하지 않습니다 (기본값: 14).",
            en: """
                Back up the ledger to backup/ after a night that changed it, and keep so many of the newest; 0 for no \
                backups (default: 14).
                """)
    }

    package var nightDryRun: String {
        language.pick(
            ko: "무엇을 적용하고 지울지 말하기만 합니다 (기본값: 끔).",
            en: "Only say what would be applied and removed (default: off).")
    }

    package var optionsOfRun: String { language.pick(ko: "run의 옵션.", en: "Options of run.") }

    // restore

    package var backup: String {
        language.pick(
            ko: "제자리에 놓을 백업 (기본값: backup/에서 가장 새롭고 멀쩡한 것).",
            en: "The backup to put in place (default: the newest sound one in backup/).")
    }

    package var restoreDryRun: String {
        language.pick(
            ko: "쓸 백업과 다시 적용할 입력을 말하기만 합니다 (기본값: 끔).",
            en: "Only name the backup, and the inputs to be applied again (default: off).")
    }

    package var restoreFrom: String {
        language.pick(
            ko: "입력을 더 찾아볼 폴더; 여러 번 쓸 수 있습니다 (기본값: 매장 폴더 안에서만).",
            en: "One more folder to look for inputs in; may be given several times (default: the shop's own alone).")
    }

    // plan

    package var firstDay: String {
        language.pick(
            ko: "계획할 첫날, YYYY-MM-DD (기본값: 가장 새로운 영업일의 다음 날).",
            en: "First day to plan for, YYYY-MM-DD (default: the day after the newest one).")
    }

    package var dayCount: String {
        language.pick(ko: "며칠, 7일까지 (기본값: 1).", en: "How many days, up to 7 (default: 1).")
    }

    package var cover: String {
        language.pick(
            ko: "하루에 필요한 양: 비슷한 날들의 최댓값(max) 또는 평균(mean) (기본값: max).",
            en: "What a day needs: the max or mean of days like it (default: max).")
    }

    package var ordered: String {
        language.pick(
            ko: "이미 주문해서 오고 있는 입고의 파일 (기본값: 없음).",
            en: "File of restocks that are on their way (default: none).")
    }

    package var planFolder: String {
        language.pick(
            ko: "plan.html, .md, .csv, .json을 쓸 폴더 (기본값: 없음).",
            en: "Folder for plan.html, .md, .csv and .json (default: none).")
    }

    package var planCSV: String {
        language.pick(
            ko: "물건이 오면 run에 줄 입고 파일을 출력합니다 (기본값: 끔, 표).",
            en: "Print a file of restocks, to run once the goods are there (default: off, a table).")
    }

    // status

    package var statusFolder: String {
        language.pick(
            ko: "nightly가 일하는 폴더 (기본값: 작업 폴더).", en: "The folder that nightly works in (default: the working folder).")
    }

    package var statusLedger: String {
        language.pick(
            ko: "폴더 대신 볼 장부. 밤 대신 마지막 실행을 봅니다 (기본값: 없음).",
            en: "A ledger instead of a folder; its last run counts, no night (default: none).")
    }

    package var maxAge: String {
        language.pick(
            ko: "마지막 밤이 이보다 오래되면 안 됩니다, 90m, 26h, 3d처럼 (기본값: 26h).",
            en: "How long ago the last night may be, as 90m, 26h or 3d (default: 26h).")
    }

    package var statusFailOn: String {
        language.pick(
            ko: "밤, 장부, 카운터 말고 무엇까지 볼지. none: 그것만, rejected: 거절된 행과 보고서도, shortage: 모자란 재료도.",
            en: """
                What counts besides nights, ledger and counter: none; rejected: rows and reports too; shortage: fruit as \
                well.
                """)
    }

    package var metrics: String {
        language.pick(
            ko: "Prometheus가 읽는 글로 출력합니다 (기본값: 끔).", en: "Print text that Prometheus reads (default: off).")
    }

    // counter

    package var close: String {
        language.pick(
            ko: "close: 열려 있는 영업을 마감합니다 (기본값: 화면을 엽니다).",
            en: "close: end the shift that is open (default: open the screens).")
    }

    package var shiftLog: String {
        language.pick(
            ko: "영업 기록을 쓸 폴더 (기본값: 장부 옆의 journal).",
            en: "Folder of the journals (default: journal beside the ledger).")
    }

    package var counterMenu: String {
        language.pick(
            ko: "메뉴 파일 (기본값: 내장 메뉴. 열려 있는 영업은 제 메뉴를 씁니다).",
            en: "Menu file (default: the built-in menu; an open shift keeps its own).")
    }

    package var counterReports: String {
        language.pick(
            ko: "마감할 때 보고서를 쓸 폴더 (기본값: reports/<영업 기록의 이름>).",
            en: "Folder of the reports when the shift is closed (default: reports/<journal's name>).")
    }

    package var listen: String {
        language.pick(
            ko: "화면을 내보낼 주소 (기본값: 127.0.0.1:8300).", en: "Where the screens are to be had (default: 127.0.0.1:8300).")
    }

    package var host: String {
        language.pick(
            ko: "다른 기기가 화면을 부를 이름이나 주소. 여러 번 쓸 수 있고, --listen이 이 기기 밖을 향하면 꼭 적어야 합니다 (기본값: 없음).",
            en: """
                A name or address by which other machines ask for the screens; repeatable, and needed with --listen beyond \
                this machine (default: none).
                """)
    }

    package var browser: String {
        language.pick(
            ko: "브라우저가 있으면 화면을 엽니다 (기본값: 끔).",
            en: "Open a browser with the screens, where there is one (default: off).")
    }
}
