/// The help texts of arguments and options, and the names of their values.
package struct OptionHelp {
    let language: MessageLanguage

    /// The words in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    // What many commands have.

    package var menu: String {
        language.pick(
            ko: "메뉴 파일: juice,fruit,quantity (기본값: 내장 메뉴).",
            en: "Menu file: juice,fruit,quantity (default: the built-in menu).")
    }

    package var ledger: String {
        language.pick(
            ko: "재고와 기록과 쓴 id를 이어 가는 장부 (기본값: 없음).",
            en: "Ledger that carries stock, history and used ids (default: none).")
    }

    package var ledgerNeeded: String {
        language.pick(ko: "장부 (기본값: 없음, 꼭 적어야 합니다).", en: "The ledger (default: none, it has to be named).")
    }

    package var lockWait: String {
        language.pick(
            ko: "누가 장부를 쓰고 있으면 이만큼 기다립니다 (기본값: 10).",
            en: "Wait this long for whoever uses the ledger (default: 10).")
    }

    package var config: String {
        language.pick(
            ko: "설정 파일 (기본값: 작업 폴더에 juice-batch.json이 있으면 그것).",
            en: "Settings (default: juice-batch.json of the working folder, if there).")
    }

    package var speech: String {
        language.pick(
            ko: "보고서와 메시지와 도움말의 언어, ko 또는 en.", en: "ko or en: the language of reports, messages and help.")
    }

    package var noColor: String {
        language.pick(
            ko: "색을 쓰지 않습니다 (기본값: 터미널에서는 색을 씀. NO_COLOR가 있거나 TERM이 dumb이면 쓰지 않음).",
            en: "Use no colours (default: colours on a terminal, unless NO_COLOR is set or TERM is dumb).")
    }

    package var currency: String {
        language.pick(
            ko: "돈의 단위, 메뉴에 가격이 있을 때 (기본값: 원).",
            en: "Sign of money, where the menu has prices (default: 원).")
    }

    package var shop: String {
        language.pick(
            ko: "가게 이름, 보고서 제목에 (기본값: 없음).", en: "Name of the shop, for the titles of reports (default: none).")
    }

    package var closed: String {
        language.pick(
            ko: "쉬는 날, mon,2026-12-25처럼. 이날은 실행이 없어도 됩니다 (기본값: 없음).",
            en: "Days off, as mon,2026-12-25; a day off needs no run (default: none).")
    }

    package var excel: String {
        language.pick(
            ko: "보고서 CSV를 Excel에 맞게 씁니다: BOM, CRLF, 수식이 되지 않는 칸.",
            en: "Write the CSV reports for Excel: byte order mark, CRLF, formulas made harmless.")
    }

    package var json: String {
        language.pick(ko: "JSON으로 출력합니다 (기본값: 끔, 표).", en: "Print JSON (default: off, a table).")
    }

    package var noProgress: String {
        language.pick(
            ko: "진행 줄을 보이지 않습니다 (기본값: 터미널에서는 하는 동안 보임).",
            en: "Show no progress line (default: one on a terminal, while the run lasts).")
    }

    package var help: String { language.pick(ko: "도움말을 보입니다.", en: "Show help.") }

    package var version: String { language.pick(ko: "버전을 보입니다.", en: "Show the version.") }

    /// The note on an option's default that the parser knows.
    package func byDefault(_ value: String) -> String {
        language.pick(ko: "(기본값: \(value))", en: "(default: \(value))")
    }

    /// The default of a flag.
    package var off: String { language.pick(ko: "끔", en: "off") }

    // What values are called.

    package var file: String { language.pick(ko: "파일", en: "file") }
    package var folder: String { language.pick(ko: "폴더", en: "dir") }
    package var count: String { language.pick(ko: "개수", en: "n") }
    package var days: String { language.pick(ko: "일수", en: "n") }
    package var time: String { language.pick(ko: "시간", en: "time") }
    package var seconds: String { language.pick(ko: "초", en: "seconds") }
    package var number: String { language.pick(ko: "번호", en: "run") }
    package var fileLine: String { language.pick(ko: "줄", en: "line") }
    package var reason: String { language.pick(ko: "이유", en: "text") }
    package var name: String { language.pick(ko: "이름", en: "name") }
    package var choice: String { language.pick(ko: "값", en: "what") }
    package var column: String { language.pick(ko: "열", en: "column") }
    package var cell: String { language.pick(ko: "열=값", en: "column=value") }
    package var roleName: String { language.pick(ko: "역할=열", en: "role=name") }
    package var reading: String { language.pick(ko: "역할:값=뜻", en: "role:from=to") }
    package var word: String { language.pick(ko: "낱말", en: "word") }
    package var sign: String { language.pick(ko: "기호", en: "sign") }
    package var order: String { language.pick(ko: "순서", en: "order") }
    package var date: String { language.pick(ko: "날짜", en: "date") }
    package var timeOfDay: String { language.pick(ko: "시:분", en: "hh:mm") }
    package var figure: String { language.pick(ko: "항목=수", en: "figure=n") }
    package var delimiterSign: String { language.pick(ko: "문자", en: "c") }
    package var rule: String { language.pick(ko: "기준", en: "rule") }
    package var address: String { language.pick(ko: "주소:포트", en: "address:port") }
    package var option: String { language.pick(ko: "옵션", en: "option") }
    package var firstReport: String { language.pick(ko: "보고서1", en: "report1") }
    package var secondReport: String { language.pick(ko: "보고서2", en: "report2") }
}
