internal import JuiceBatch

/// What is asked and said when a shop is begun.
package struct BeginningText {
    private let language: MessageLanguage

    /// The sentences in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    package var nameQuestion: String {
        language.pick(ko: "가게 이름 (없으면 Enter): ", en: "Name of the shop (Enter for none): ")
    }

    package var dayQuestion: String {
        language.pick(ko: "영업일이 시작하는 시각 [00:00]: ", en: "When a business day begins [00:00]: ")
    }

    package var nightQuestion: String {
        language.pick(
            ko: "밤 작업을 할 시각 (03:30처럼; 유닛이 필요 없으면 Enter): ",
            en: "Hour of the nights (as 03:30; Enter for no units): ")
    }

    /// What was made, and what to do next.
    ///
    /// - Parameters:
    ///   - folder: absolute.
    ///   - units: their paths in the folder.
    package func begun(_ folder: String, units: [String]) -> String {
        let files = ["inbox/", "menu.csv"] + units + ["juice-batch.json"]
        let place = Self.quoted(folder)
        var lines = [
            language.pick(ko: "가게를 시작했습니다: \(folder)", en: "The shop is begun: \(folder)"),
            "  " + files.joined(separator: "  "), "",
            language.pick(
                ko: "다음: menu.csv를 가게에 맞게 고치고, 포스의 파일을 inbox/에 넣은 뒤",
                en: "Next: make menu.csv your own, put your till's exports into inbox/, and"),
            "  cd \(place)", "  juice-batch inspect inbox/*", "  juice-batch nightly",
        ]
        if !units.isEmpty {
            let paths = units.map { Self.quoted("\(folder)/\($0)") }
            let timer = Self.quoted(units.last?.split(separator: "/").last.map(String.init) ?? "")
            lines += [
                "", language.pick(ko: "밤마다 저절로 하려면", en: "To let it happen every night"),
                "  systemctl --user link \(paths.joined(separator: " "))",
                "  systemctl --user enable --now \(timer)", "  loginctl enable-linger",
            ]
        }
        return lines.map { SafeText.terminal($0) + "\n" }.joined()
    }

    /// A path as a shell reads it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains(scalar)
        }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }
}
