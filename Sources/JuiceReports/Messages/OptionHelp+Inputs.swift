/// The help texts of the inputs of a run and of the options that describe them.
extension OptionHelp {
    package var files: String {
        language.pick(
            ko: "적용할 순서대로 적은 CSV 파일. -는 표준 입력입니다.",
            en: "CSV files in the order in which they apply; - is standard input.")
    }

    package var stock: String {
        language.pick(
            ko: "재고 파일: fruit,stock (기본값: 과일마다 10개).", en: "Stock file: fruit,stock (default: 10 of each fruit).")
    }

    package var columns: String {
        language.pick(
            ko: """
                역할(id, action, item, quantity, time)을 맡는 열의 이름, 또는 id=A+B처럼 여러 열을 이은 것. #은 같은 것 \
                가운데 몇 번째 행인지, @date는 --date입니다. '역할='은 그 역할을 쓰지 않습니다 (기본값: \
                juice-batch-input(5)에 있는 열 이름).
                """,
            en: """
                Column of a role (id, action, item, quantity, time) by its header, or a composite such as id=A+B; # is the \
                row's place among its like, @date is --date; ROLE= switches a role off (default: the header names that \
                juice-batch-input(5) lists).
                """)
    }

    package var values: String {
        language.pick(
            ko: "action이나 item 칸의 값을 다른 것으로 읽습니다: 작업, 메뉴에 있는 이름, 또는 ignore (기본값: 적힌 대로).",
            en: """
                Read a cell of action or item as something else: an action, a name on the menu, or ignore (default: as it \
                stands).
                """)
    }

    package var ignore: String {
        language.pick(ko: "칸이 이 값인 행은 뺍니다 (기본값: 없음).", en: "Ignore rows with this cell (default: none).")
    }

    package var only: String {
        language.pick(ko: "칸이 이 값이 아닌 행은 뺍니다 (기본값: 없음).", en: "Ignore rows without this cell (default: none).")
    }

    package var accept: String {
        language.pick(
            ko: "이 열은 우리에게 아무 뜻이 없습니다 (기본값: 없음).", en: "This column means nothing to us (default: none).")
    }

    package var fill: String {
        language.pick(
            ko: "이 열의 빈 칸은 위 칸의 값으로 읽습니다 (기본값: 없음).",
            en: "An empty cell of this column takes the one above it (default: none).")
    }

    package var negative: String {
        language.pick(
            ko: "-n개의 주문은 n개의 취소(cancel), 빼기(ignore), 거절(reject) 가운데 무엇인지 (기본값: reject).",
            en: "An order of -n is a cancel of n (cancel), ignored (ignore) or rejected (reject) (default: reject).")
    }

    package var decimal: String {
        language.pick(
            ko: "소수점으로 쓰는 기호, . 또는 , (기본값: 정하지 않음. 1.000은 수로 읽지 않습니다).",
            en: "The mark before a fraction, . or , (default: none said; 1.000 is no number).")
    }

    package var header: String {
        language.pick(
            ko: "머리글은 비어 있지 않은 첫 행(first), 또는 필요한 열이 있는 첫 행(find) (기본값: first).",
            en: """
                The header is the first row that is not blank (first), or the first record with the columns needed (find) \
                (default: first).
                """)
    }

    package var trailing: String {
        language.pick(
            ko: "모든 행에 빈 칸이 하나씩 더 있으면 떼어 내거나(drop) 그대로 둡니다(keep) (기본값: keep).",
            en:
                "Drop one empty cell too many, where all rows of an input have it (drop), or not (keep) (default: keep)."
        )
    }

    package var totals: String {
        language.pick(
            ko: "이 낱말이 있는 행은 합계이고, 맞는지 검산합니다 (기본값: 없음).",
            en: "Rows with this word are totals, and checked (default: none).")
    }

    package var expectations: String {
        language.pick(
            ko: "행 수가 rows=N, 또는 주문에서 취소를 뺀 수량이 quantity=N이 아니면 거절합니다 (기본값: 아무 수나).",
            en: "Refuse the run unless it has rows=N, or its orders less its cancels are quantity=N (default: any).")
    }

    package var sequence: String {
        language.pick(
            ko: "행을 적힌 차례로(file), 또는 시각 차례로(time) 적용합니다 (기본값: file).",
            en: "Apply rows as they stand (file), or in the order of their times (time) (default: file).")
    }

    package var dayStart: String {
        language.pick(
            ko: "이보다 이른 시각은 다음 날의 것입니다 (기본값: 00:00).",
            en: "Times before it belong to the day after (default: 00:00).")
    }

    package var dateOrder: String {
        language.pick(
            ko: "11/20/2026 같은 날짜의 순서: mdy, dmy, ymd (기본값: 정하지 않음).",
            en: "Order in dates such as 11/20/2026: mdy, dmy or ymd (default: none said).")
    }

    package var runDate: String {
        language.pick(
            ko: "실행의 날짜, 제목과 @date에 씁니다. YYYY-MM-DD (기본값: 없음).",
            en: "Date of the run, for the headline and @date, YYYY-MM-DD (default: none).")
    }

    package var delimiter: String {
        language.pick(
            ko: "구분 문자: , ; | 또는 \\t (기본값: 머리글에 가장 많은 것).",
            en: "Delimiter: , ; | or \\t (default: the one most frequent in the header).")
    }

    package var encoding: String {
        language.pick(
            ko: "utf-8, cp949, utf-16 (기본값: 바이트를 보고 정함).",
            en: "utf-8, cp949 or utf-16 (default: decided by the bytes).")
    }

    package var failOn: String {
        language.pick(
            ko: "종료 코드를 4나 3으로 만드는 것: none, rejected, shortage 가운데 하나.",
            en: "none, rejected or shortage: what makes the exit code 4 or 3.")
    }

    package var threads: String {
        language.pick(ko: "일하는 스레드 수 (기본값: 프로세서 수).", en: "Worker threads (default: one a processor).")
    }

    package var settled: String { language.pick(ko: "정해 둔 것, JSON으로.", en: "What is settled, as JSON.") }

    package var chunkBytes: String {
        language.pick(ko: "스레드가 한 번에 맡는 바이트 수.", en: "Bytes a worker takes at a time.")
    }
}
