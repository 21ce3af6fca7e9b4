internal import CSV
package import JuiceBatch

/// The messages for errors on the command line, and in a menu, a stock file or a file of settings.
extension MessageLanguage {
    package func text(_ error: GrammarError) -> String {
        switch error {
        case .unknownCommand(let word, let suggestion):
            pick(ko: "없는 명령입니다: '\(word)'.", en: "No such command: '\(word)'.") + suggestionText(suggestion)
        case .fileForCommand(let words):
            pick(ko: "명령이 빠졌습니다.", en: "The command is missing.")
                + suggestionText("juice-batch run " + words.map { Escaping.shell($0) }.joined(separator: " "))
        case .unknownOption(let option, let suggestion):
            pick(ko: "없는 옵션입니다: \(option).", en: "No such option: \(option).") + suggestionText(suggestion)
        case .missingValue(let option, let value):
            pick(
                ko: "\(option): 값이 없습니다. \(option) <\(value)>처럼 적으세요.",
                en: "\(option): the value is missing. Write \(option) <\(value)>.")
        case .needlessValue(let option):
            pick(ko: "\(option): 값을 받지 않는 옵션입니다.", en: "\(option) takes no value.")
        case .missingArgument(let name, let readsInput):
            pick(ko: "빠진 인자가 있습니다: <\(name)>.", en: "The argument <\(name)> is missing.")
                + (readsInput
                    ? pick(ko: " 표준 입력을 읽으려면 -를 적으세요.", en: " To read standard input, write -.") : "")
        case .missingOption(let option, let value):
            pick(ko: "빠진 옵션이 있습니다: \(option) <\(value)>.", en: "The option \(option) <\(value)> is missing.")
                + (option == "--ledger"
                    ? pick(
                        ko: " 매장 폴더에서는 --ledger shop.sqlite를 적으세요.",
                        en: " In a shop's folder, write --ledger shop.sqlite.") : "")
        case .needlessArgument(let word):
            pick(ko: "필요 없는 인자입니다: '\(word)'.", en: "Unexpected argument: '\(word)'.")
        // An option without a list of allowed words takes a number.
        case .badValue(let value, let name, []):
            pick(ko: "\(name): '\(value)' 대신 숫자를 적으세요.", en: "\(name) takes a number, not '\(value)'.")
        case .badValue(let value, let name, let allowed):
            pick(
                ko: "\(name): \(quoted: value, .topic) 쓸 수 없는 값입니다. 쓸 수 있는 값: \(allowed.joined(separator: ", ")).",
                en: "\(name): '\(value)' is not a valid value. Valid values: \(allowed.joined(separator: ", ")).")
        }
    }

    /// The question whether a suggestion is meant, after a space; empty without a suggestion.
    func suggestionText(_ suggestion: String?) -> String {
        suggestion.map { pick(ko: " 혹시 '\($0)'인가요?", en: " Did you mean '\($0)'?") } ?? ""
    }

    package func emptyName(_ option: String) -> String {
        pick(ko: "\(option): 이름이 비어 있습니다.", en: "\(option): the name is empty.")
    }

    package func wrongValue(_ option: String, _ expected: String, not text: String) -> String {
        var expected = expected
        // A range such as `1…256` or `0…` is spelled in words.
        let ends = expected.split(separator: "…", omittingEmptySubsequences: false)
        if ends.count == 2, ends.joined().utf8.allSatisfy({ (0x30...0x7A).contains($0) }) {
            expected =
                ends[1].isEmpty
                ? pick(ko: "\(ends[0]) 이상", en: "\(ends[0]) or more")
                : pick(ko: "\(ends[0])~\(ends[1])", en: "\(ends[0]) to \(ends[1])")
        }
        return pick(
            ko: "\(option): '\(text)' 대신 \(expected, .object) 적으세요.",
            en: "\(option) takes \(expected), not '\(text)'.")
    }

    /// The message for options, separated by commas, that cannot be combined.
    package func cannotCombine(_ options: String) -> String {
        pick(ko: "\(options): 함께 쓸 수 없습니다.", en: "\(options) cannot be used together.")
    }

    /// The message for options, separated by commas, that require another option.
    package func onlyWith(_ other: String, _ options: String) -> String {
        pick(ko: "\(options): \(other, .with) 함께 쓰세요.", en: "\(options) can only be used with \(other).")
    }

    /// The message for an environment variable that no setting uses.
    package func noVariable(_ name: String) -> String {
        pick(
            ko: "환경 변수 \(name): 이런 설정이 없어 무시합니다.",
            en: "\(name): no setting uses this environment variable, so it is ignored.")
    }

    /// The message for options, separated by commas, that `nightly` or `chain` does not have.
    package func notFor(_ command: String, _ options: String) -> String {
        pick(
            ko: "\(options): \(command)에서는 쓸 수 없습니다. 장부와 보고서의 위치가 정해져 있고, 적용한 파일은 옮기기 때문입니다.",
            en: "\(options) cannot be used with \(command), which uses its own folders and moves applied files.")
    }

    /// The message for options, separated by commas, that only one command has.
    package func onlyFor(_ command: String, _ options: String) -> String {
        pick(ko: "\(options): \(command)에서만 쓸 수 있습니다.", en: "\(options) can only be used with \(command).")
    }

    package func nightlyTakesNoFile(_ word: String) -> String {
        pick(
            ko: "'\(word)': nightly에는 파일을 지정할 수 없습니다. nightly는 inbox/의 파일을 적용합니다.",
            en: "'\(word)': nightly takes no file names. It applies the files in inbox/.")
    }

    package func badPattern(_ text: String) -> String {
        pick(ko: "--output: '\(text)' 대신 {date}나 {name}을 쓰세요.", en: "--output takes {date} and {name}, not '\(text)'.")
    }

    package var badCurrencySign: String {
        pick(
            ko: "--currency: 공백과 숫자 없이 \(MoneyFormat.signLengthMax)자까지 적으세요.",
            en: "--currency takes up to \(MoneyFormat.signLengthMax) characters, without spaces or digits.")
    }

    package var badShopName: String {
        pick(
            ko: "--shop: 이름은 한 줄, \(ShopName.bytesMax)바이트 이내여야 합니다.",
            en: "--shop takes a name of up to \(ShopName.bytesMax) bytes, on one line.")
    }

    package func badAddress(_ text: String) -> String {
        let expected = pick(ko: "127.0.0.1:8300 같은 주소와 포트", en: "an address and a port, such as 127.0.0.1:8300")
        return wrongValue("--listen", expected, not: text)
    }

    package func badHost(_ name: String) -> String {
        pick(
            ko: "--host \(name): counter.lan처럼 이름이나 주소만 적고 포트는 빼세요.",
            en: "--host \(name): write a name or an address, such as counter.lan, without a port.")
    }

    /// The message that an address for other machines requires a host name.
    package func needsHost(_ address: String) -> String {
        pick(
            ko: "--listen \(address): 다른 기기의 접속을 받는 주소입니다. 다른 기기가 접속할 때 쓸 이름을 --host로 적으세요.",
            en: "--listen \(address) accepts connections from other machines. Use --host to give the name or "
                + "address that they connect to.")
    }

    // MARK: - Files of settings

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
                    + "\(quoted(other))\(Particle.object.withParticle(other)) 구별할 수 없습니다. 같은 쥬스면 똑같이, 다른 쥬스면 뚜렷이 다르게 "
                    + "적으세요.",
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
