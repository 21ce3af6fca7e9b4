/// The help texts of the options of a chain's commands.
extension OptionHelp {
    package var chainDeed: String {
        language.pick(ko: "체인으로 할 일.", en: "What is to be done with the chain.")
    }

    package var chainDate: String {
        language.pick(
            ko: "어느 밤인지, 닫을 때는 언제부터인지. 이름에 다른 날짜가 없는 파일의 날짜이기도 합니다 (기본값: 오늘).",
            en: """
                Which night it is, or since when a shop is closed; the date, too, of files whose names say no other (default: \
                today).
                """)
    }

    package var chainShops: String {
        language.pick(
            ko: "이름이 이 무늬에 맞는 매장만, 예: '강남*'. 되풀이할 수 있습니다 (기본값: 모두).",
            en: "Only shops whose names fit, as in 'gang*'; repeatable (default: all).")
    }

    package var chainJobs: String {
        language.pick(
            ko: "한꺼번에 일하는 매장의 수 (기본값: 프로세서의 수).",
            en: "How many shops are at work at a time (default: one a processor).")
    }

    package var chainReports: String {
        language.pick(
            ko: "매장마다 남길 보고서: all(모두) 또는 few(failure.csv, restock.csv, summary.json).",
            en: "The reports left with each shop: all, or few (failure.csv, restock.csv, summary.json).")
    }

    package var chainFacts: String {
        language.pick(
            ko: "매장의 밤마다 facts.json 한 줄인 파일. 폴더에 있는 것보다 먼저입니다 (기본값: 없음).",
            en: """
                A file with a line of facts.json for each shop's night, which goes before those in the folders (default: \
                none).
                """)
    }

    package var chainAgain: String {
        language.pick(
            ko: "이 밤에 이미 나누어 준 파일과 이름이 같은 다른 파일도 받습니다 (기본값: 끔).",
            en: "Take another export of a name that the night has had already (default: off).")
    }

    package var chainWords: String {
        language.pick(
            ko: "체인의 폴더, 매장의 이름, run의 옵션.", en: "The chain's folder, shops' names, and options of run.")
    }

    package var pattern: String { language.pick(ko: "무늬", en: "glob") }
}
