internal import CSV
internal import JuiceBatch

/// The messages for errors in a menu, a stock file or a file of settings.
extension MessageLanguage {
    func text(_ error: SettingError) -> String {
        switch error {
        case .unreadable(let kind): invalidCSV(kind)
        case .missingColumn(let names):
            pick(
                ko: "\(names.map(quoted).joined(separator: "나 ")) 열이 없거나 둘 이상입니다.",
                en: "The column \(names.map(quoted).joined(separator: " or ")) is missing, or appears more than once.")
        case .unreadColumn(let name):
            pick(
                ko: "\(quoted(name)) 열은 읽지 않습니다. 쥬스 한 잔의 값이면 'price'나 '판매가', 과일 한 개의 값이면 'fruit_cost'나 '원가'로 "
                    + "이름을 바꾸고, 다른 금액이면 열을 지우세요.",
                en: "Column \(quoted(name)) is not read. Name it 'price' or '판매가' if it is the price of a cup, or "
                    + "'fruit_cost' or '원가' if it is the cost of a piece of fruit; otherwise remove it.")
        case .wrongFieldCount(let expected, let actual): fieldCount(expected, actual, nil)
        case .badName(let name):
            pick(
                ko: "쓸 수 없는 이름입니다: \(quoted(name)). 이름은 100바이트까지이며, : ; | 와 제어 문자는 쓸 수 없습니다.",
                en: "This name cannot be used: \(quoted(name)). A name has up to 100 bytes, without : ; | or "
                    + "control characters.")
        case .badQuantity(let text):
            pick(ko: "쓸 수 없는 수량입니다: \(quoted(text))", en: "This quantity cannot be used: \(quoted(text))")
        case .badPrice(let text):
            pick(
                ko: "쓸 수 없는 금액입니다: \(quoted(text)). 0부터 1000000000까지, 소수점 아래 두 자리까지 숫자만 적으세요. 예: 4500, 12.50",
                en: "This amount cannot be used: \(quoted(text)). Write a number from 0 to 1000000000 with at most "
                    + "two decimals and no commas, such as 4500 or 12.50.")
        case .differingPrices(let name):
            pick(ko: "\(quoted(name))의 금액이 행마다 다릅니다.", en: "The amount of \(quoted(name)) differs from row to row.")
        case .twoSpellings(let first, let line, let other):
            pick(
                ko: "\(line)번째 줄의 \(quoted(first))\(Particle.with.withParticle(first)) 이 줄의 "
                    + "\(quoted(other))\(Particle.object.withParticle(other)) 구별할 수 없습니다. 같은 쥬스면 똑같이, 다른 쥬스면 뚜렷이 다르게 적으세요.",
                en: "\(quoted(first)) on line \(line) and \(quoted(other)) here count as the same name. If they are "
                    + "the same juice, spell them alike; otherwise give them more distinct names.")
        case .repeatedFruit(let name):
            pick(ko: "과일이 두 번 나옵니다: \(quoted(name))", en: "This fruit appears twice: \(quoted(name))")
        case .ambiguousName(let name):
            pick(ko: "두 가지를 뜻하는 이름입니다: \(quoted(name))", en: "This name has two meanings: \(quoted(name))")
        case .unknownFruit(let name):
            pick(ko: "메뉴에 없는 과일입니다: \(quoted(name))", en: "No such fruit on the menu: \(quoted(name))")
        case .empty: pick(ko: "레시피가 하나도 없습니다.", en: "There are no recipes.")
        case .tooMany(let limit):
            pick(
                ko: "항목이 너무 많습니다. \(grouped(limit))개까지 쓸 수 있습니다.",
                en: "There are too many entries. The limit is \(grouped(limit)).")
        }
    }

    func text(_ error: ConfigurationError) -> String {
        switch error {
        case .notJSON(let line):
            return pick(
                ko: "JSON 객체로 읽을 수 없습니다(\(line)번째 줄). 쉼표, 따옴표, 괄호를 확인하세요. 예: {\"menu\": \"menu.csv\"}",
                en: "This cannot be read as a JSON object from line \(line) on. Check commas, quotes and brackets, as "
                    + "in {\"menu\": \"menu.csv\"}.")
        case .unknownKey(let key, let nearest):
            let list = pick(
                if: nearest == nil, ko: " juice-batch config로 설정을 모두 볼 수 있습니다.",
                en: " juice-batch config lists all settings.")
            return pick(ko: "없는 설정입니다: '\(key)'.", en: "Unknown setting '\(key)'.") + (list ?? suggestionText(nearest))
        case .badValue(let key, let expected):
            return pick(
                ko: "\(key): 쓸 수 없는 값입니다. 쓸 수 있는 값: \(expected)",
                en: "\(key): this value is not valid. Valid values: \(expected)")
        case .repeatedKey(let key):
            return pick(ko: "\(key): 두 번 적혀 있습니다. 하나만 남기세요.", en: "\(key): this key appears twice. Remove one of them.")
        case .exportSettings(let error): return "\(error.location.rawValue): \(text(error))"
        }
    }

    /// The message for an error, as a continuation of the name of the option or key.
    func text(_ error: LocatedSettingError) -> String {
        let location = error.location
        switch error.settingError {
        case .noPair(let text):
            let form = location.option == "--value" ? "(action|item):FROM=TO" : "COLUMN=VALUE"
            let example = location.option == "--value" ? "action:반품=cancel" : "결제상태=결제완료"
            return pick(
                ko: "'\(text)': \(form) 형식으로 적으세요. 예: \(location.option) \(example)",
                en: "'\(text)': write \(form), as in \(location.option) \(example)")
        case .blankColumnName: return pick(ko: "열 이름이 비어 있습니다.", en: "the name of the column is empty.")
        case .matchesNothing(let text):
            return pick(
                ko: "'\(text)'에는 글자가 없어 비교할 수 없습니다. 글자나 숫자가 있는 값을 적으세요.",
                en: "'\(text)' has no letters to compare. Write a value with letters or digits.")
        case .unknownReplacement(let role, let from, let to, let choices):
            let reading = "\(quoted: from, .object) \(quoted: to, .toward)"
            let (korean, english) = role == .action ? ("작업이나", "an action") : ("메뉴에 있는 이름이나", "a name on the menu")
            return pick(
                ko: "\(reading) 읽을 수 없습니다. \(korean) ignore를 적으세요.",
                en: "'\(from)' cannot be read as '\(to)'. Write \(english), or the word ignore.")
                + suggestionText(NearestName.nearest(to: to, among: choices))
        case .unlistedColumn(let column):
            return pick(
                ko: "'\(column)': 이 열로 나누려면 열에 올 수 있는 값이 known에 있어야 합니다. 예: "
                    + "\"known\": {\"\(column)\": [\"카드\", \"현금\"]}",
                en: "'\(column)': to break down sales by this column, list its values in 'known', as in "
                    + "\"known\": {\"\(column)\": [\"card\", \"cash\"]}")
        case .conflictingReplacements(let role, let from):
            return pick(
                ko: "\(role.rawValue)의 \(quoted: from, .object) 두 가지 뜻으로 지정했습니다. 하나만 남기세요.",
                en: "'\(from)' in \(role.rawValue) cells is given two meanings. Remove one of them.")
        }
    }

    func text(_ error: ChecksumError) -> String {
        switch error {
        case .malformed(let line):
            pick(
                ko: "\(line)번째 줄을 체크섬으로 읽을 수 없습니다. sha256sum으로 다시 만들거나 지우세요.",
                en: "line \(line) is not a checksum. Make the file again with sha256sum, or remove it.")
        case .noSingleDigest(let name):
            pick(
                ko: "'\(name)'의 체크섬이 없거나, 서로 다른 것이 여럿 있습니다. sha256sum으로 다시 만들거나 지우세요.",
                en: "there is no checksum for '\(name)', or there are several that differ. Make the file again with "
                    + "sha256sum, or remove it.")
        }
    }
}
