internal import JuiceBatch

/// The messages for mistakes in the options and settings that say how to read a POS's exports.
struct TillMessages {
    private let language: MessageLanguage

    /// The sentences in a language.
    init(_ language: MessageLanguage) {
        self.language = language
    }

    /// The message for a mistake; it follows the name of the option or key.
    func text(_ mistake: TillMistake, _ place: TillPlace) -> String {
        switch mistake {
        case .noPair(let text):
            let form = place.option == "--value" ? "ROLE:FROM=TO" : "COLUMN=VALUE"
            let example = place.option == "--value" ? "action:반품=cancel" : "결제상태=취소"
            return language.pick(
                ko: "'\(text)': \(form) 꼴로 적으세요. 예: \(place.option) \(example)",
                en: "'\(text)': write \(form), as in \(place.option) \(example)")
        case .roleOfNoValues(let role):
            return language.pick(
                ko: "'\(role)': 값을 바꿔 읽는 역할은 action과 item뿐입니다.",
                en: "'\(role)': only cells of action and item are read as something else.")
        case .namelessColumn:
            return language.pick(ko: "열 이름이 비어 있습니다.", en: "the name of the column is empty.")
        case .matchesNothing(let text) where place == .totals:
            return language.pick(
                ko: "'\(text)'에는 견줄 글자가 없습니다. 합계 행에 적힌 말을 적으세요. 예: --totals 합계",
                en: "'\(text)' has no letter to compare. Write a word of the totals row, as in --totals 합계.")
        case .matchesNothing(let text):
            return language.pick(
                ko: "'\(text)'에는 견줄 글자가 없습니다. 빈 칸을 뜻하려면 아무것도 적지 마세요.",
                en: "'\(text)' has no letter to compare. Leave it empty to mean the empty cell.")
        case .unknownReading(let role, let from, let to, let choices):
            return unknown(role, from, to, choices)
        case .twoReadings(let role, let from):
            return language.pick(
                ko: "\(role.rawValue)의 '\(from)'\(Particle.object.behind(from)) 두 가지로 읽으라고 했습니다. 하나만 두세요.",
                en: "'\(from)' of \(role.rawValue) is to be read as two things. Leave one out.")
        }
    }

    private func unknown(_ role: Role, _ from: String, _ to: String, _ choices: [String]) -> String {
        let reading = "'\(from)'\(Particle.object.behind(from)) '\(to)'\(Particle.toward.behind(to))"
        let found =
            role == .action
            ? language.pick(
                ko: "\(reading) 읽을 수 없습니다. 작업이나 ignore를 적으세요.",
                en: "'\(from)' cannot be read as '\(to)'. Name an action, or ignore.")
            : language.pick(
                ko: "\(reading) 읽을 수 없습니다. 메뉴에 있는 이름이나 ignore를 적으세요.",
                en: "'\(from)' cannot be read as '\(to)'. Name something on the menu, or ignore.")
        guard let nearest = NearestName.nearest(to: to, among: choices) else { return found }
        return found + language.pick(ko: " 혹시 '\(nearest)'인가요?", en: " Did you mean '\(nearest)'?")
    }

    /// The message for an error in a file of checksums, without its path.
    func text(_ mistake: ChecksumMistake) -> String {
        switch mistake {
        case .noFile:
            language.pick(
                ko: "일반 파일이 아니라서 체크섬으로 읽을 수 없습니다. sha256sum으로 다시 만들거나 지우세요.",
                en: "is no regular file to read a checksum from. Make it again with sha256sum, or remove it.")
        case .malformed(let line):
            language.pick(
                ko: "\(line)번째 줄을 체크섬으로 읽을 수 없습니다. sha256sum으로 다시 만들거나 지우세요.",
                en: "line \(line) is no checksum. Make the file again with sha256sum, or remove it.")
        case .unnamed(let name):
            language.pick(
                ko: "'\(name)'의 체크섬이 없습니다. sha256sum으로 다시 만들거나 지우세요.",
                en: "there is no checksum of '\(name)'. Make the file again with sha256sum, or remove it.")
        case .twoDigests(let name):
            language.pick(
                ko: "'\(name)'의 체크섬이 여럿이고 서로 다릅니다. 맞는 것 하나만 두세요.",
                en: "there are several checksums of '\(name)', and they differ. Leave the right one.")
        }
    }
}
