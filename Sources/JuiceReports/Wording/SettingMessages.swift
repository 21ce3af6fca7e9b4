internal import CSV
internal import JuiceBatch

/// The sentences for what is wrong with a menu, a stock file or a file of settings.
struct SettingMessages {
    private let language: MessageLanguage

    /// The sentences in a language.
    init(_ language: MessageLanguage) {
        self.language = language
    }

    /// The message for an error in a menu or a stock file, without its line.
    func text(_ mistake: SettingMistake) -> String {
        switch mistake {
        case .unreadable(let kind): RefusalMessages(language).fault(kind)
        case .missingColumn(let name):
            language.pick(ko: "'\(name)' 열이 없거나 둘 이상입니다.", en: "There is no column '\(name)', or more than one.")
        case .wrongFieldCount(let expected, let found):
            language.pick(
                ko: "칸이 \(expected)개여야 하는데 \(found)개입니다. 따옴표와 구분 기호를 확인하세요.",
                en: "\(expected) cells expected, \(found) found. Check quotes and delimiters.")
        case .badName(let name):
            language.pick(
                ko: "쓸 수 없는 이름입니다: \(quoted(name)). 100바이트까지, : ; | 와 제어 문자는 안 됩니다.",
                en: "A name that cannot be used: \(quoted(name)). Up to 100 bytes, no : ; | or control characters.")
        case .badQuantity(let text):
            language.pick(ko: "쓸 수 없는 수량입니다: \(quoted(text))", en: "A quantity that cannot be used: \(quoted(text))")
        case .badPrice(let text):
            language.pick(
                ko: "쓸 수 없는 금액입니다: \(quoted(text)). 숫자만 씁니다(4500, 12.50): 0부터 1000000000까지, 소수는 두 자리까지, 쉼표와 원 없이.",
                en:
                    "An amount that cannot be used: \(quoted(text)). Digits alone, as 4500 or 12.50: 0 to 1000000000, at most two decimals, no commas."
            )
        case .differingPrices(let name):
            language.pick(
                ko: "금액이 행마다 다릅니다: \(quoted(name))", en: "An amount that differs from row to row: \(quoted(name))")
        case .repeatedFruit(let name):
            language.pick(ko: "과일이 두 번 나옵니다: \(quoted(name))", en: "A fruit that stands twice: \(quoted(name))")
        case .ambiguousName(let name):
            language.pick(ko: "두 가지를 뜻하는 이름입니다: \(quoted(name))", en: "A name that means two things: \(quoted(name))")
        case .unknownFruit(let name):
            language.pick(ko: "메뉴에 없는 과일입니다: \(quoted(name))", en: "Not a fruit on the menu: \(quoted(name))")
        case .empty: language.pick(ko: "레시피가 하나도 없습니다.", en: "There are no recipes.")
        case .tooMany(let limit):
            language.pick(
                ko: "너무 많습니다. \(grouped(limit))개까지 받습니다.", en: "Too many. The limit is \(grouped(limit)).")
        }
    }

    /// The message for an invalid setting, without its source.
    func text(_ mistake: ConfigurationMistake) -> String {
        switch mistake {
        case .notJSON:
            return language.pick(
                ko: "JSON 객체로 읽을 수 없습니다. 예: {\"menu\": \"menu.csv\"}",
                en: "This is no JSON object. Write {\"menu\": \"menu.csv\"}, say.")
        case .unknownKey(let key, let nearest):
            let found = language.pick(ko: "모르는 설정입니다: '\(key)'.", en: "Unknown setting '\(key)'.")
            guard let nearest else {
                return language.pick(
                    ko: "\(found) juice-batch config로 설정을 모두 볼 수 있습니다.",
                    en: "\(found) juice-batch config lists all settings.")
            }
            return language.pick(ko: "\(found) 혹시 '\(nearest)'인가요?", en: "\(found) Did you mean '\(nearest)'?")
        case .badValue(let key, let expected):
            return language.pick(
                ko: "\(key): 쓸 수 없는 값입니다. 쓸 수 있는 값: \(expected)",
                en: "\(key): not a value it takes. It takes: \(expected)")
        case .repeatedKey(let key):
            return language.pick(ko: "\(key): 두 번 적혀 있습니다. 하나만 두세요.", en: "\(key): stands twice. Leave one out.")
        case .till(let place, let mistake):
            return "\(place.rawValue): \(TillMessages(language).text(mistake, place))"
        }
    }
}
