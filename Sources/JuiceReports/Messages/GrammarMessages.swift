package import JuiceBatch

/// The messages about an invalid command line.
extension MessageLanguage {
    /// The message for an error on the command line.
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

    /// The message for an option whose value is an empty name.
    package func emptyName(_ option: String) -> String {
        pick(ko: "\(option): 이름이 비어 있습니다.", en: "\(option): the name is empty.")
    }

    /// The message for an option with an invalid value.
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

    /// The message for a file in the arguments of `nightly`.
    package func nightlyTakesNoFile(_ word: String) -> String {
        pick(
            ko: "'\(word)': nightly에는 파일을 지정할 수 없습니다. nightly는 inbox/의 파일을 적용합니다.",
            en: "'\(word)': nightly takes no file names. It applies the files in inbox/.")
    }

    /// The message for an unknown placeholder in the folder of reports.
    package func badPattern(_ text: String) -> String {
        pick(
            ko: "--output: '\(text)' 대신 {date}나 {name}을 쓰세요.", en: "--output takes {date} and {name}, not '\(text)'.")
    }

    /// The message for an invalid currency sign.
    package var badCurrencySign: String {
        pick(
            ko: "--currency: 공백과 숫자 없이 \(MoneyFormat.signLengthMax)자까지 적으세요.",
            en: "--currency takes up to \(MoneyFormat.signLengthMax) characters, without spaces or digits.")
    }

    /// The message for an invalid shop name.
    package var badShopName: String {
        pick(
            ko: "--shop: 이름은 한 줄, \(ShopName.bytesMax)바이트 이내여야 합니다.",
            en: "--shop takes a name of up to \(ShopName.bytesMax) bytes, on one line.")
    }

    /// The message for an invalid address of the counter.
    package func badAddress(_ text: String) -> String {
        let expected = pick(ko: "127.0.0.1:8300 같은 주소와 포트", en: "an address and a port, such as 127.0.0.1:8300")
        return wrongValue("--listen", expected, not: text)
    }

    /// The message for an invalid host name of the counter.
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
}
