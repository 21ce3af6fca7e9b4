internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch init`: begins a shop's folder.
struct InitCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("init")

    @Argument(help: HelpTexts["init folder"], completion: .directory)
    var folder = "."

    @Option(help: HelpTexts["init --shop"])
    var shop: String?

    @Option(help: HelpTexts["init --day-start"])
    var dayStart: String?

    @Option(help: HelpTexts["init --night"])
    var night: String?

    @Option(help: HelpTexts["init --zone"])
    var zone: String?

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        if folder.isEmpty { throw ValidationError(Strings.mistake.namelessFolder) }
        if let shop, !ShopName.isName(shop) {
            throw ValidationError(Strings.mistake.badShop(bytesMax: ShopName.bytesMax))
        }
        if let zone, !Clock.isZone(zone) {
            throw ValidationError(
                Strings.mistake.takes(
                    "--zone", Strings.language.pick(ko: "Asia/Seoul 같은 시간대", en: "a time zone such as Asia/Seoul"),
                    not: zone))
        }
        for (option, time) in [("--day-start", dayStart), ("--night", night)] {
            if let time, DayStart(time) == nil { throw ValidationError(Strings.mistake.badTime(option, time)) }
        }
    }

    func perform() throws -> ExitStatus {
        let text = InitText(speech.language)
        let new = InitRequest(
            name: try shop
                ?? answer(text.nameQuestion, isGood: ShopName.isName) { _ in
                    Strings.mistake.badShop(bytesMax: ShopName.bytesMax)
                },
            language: speech.language,
            dayStart: try (dayStart ?? time(text.dayQuestion, "--day-start")).flatMap { DayStart($0) } ?? .midnight,
            schedule: try (night ?? time(text.nightQuestion, "--night")).flatMap { DayStart($0) }.map { time in
                InitRequest.Schedule(time: time, zone: zone ?? Clock.zone, program: try Self.program())
            })
        let begun = try Shop.ofProcess.begin(new, at: folder)
        try StandardStream.output.writeAll(text.begun(begun.folder, units: begun.units, zone: new.schedule?.zone))
        return .done
    }

    private func time(_ question: String, _ option: String) throws(BatchError) -> String? {
        try answer(question, isGood: { DayStart($0) != nil }, advice: { Strings.mistake.badTime(option, $0) })
    }

    /// Asks the user at the terminal; nil if there is no terminal, or the answer is empty.
    private func answer(
        _ question: String, isGood: (String) -> Bool, advice: (String) -> String
    ) throws(BatchError) -> String? {
        guard Answers.isSomebodyThere else { return nil }
        return try Answers().ask(question, isGood: isGood, advice: advice)
    }

    /// The path of this program.
    private static func program() throws(BatchError) -> String {
        let own = "/proc/self/exe"
        guard let path = realpath(own, nil) else { throw .unreadable(path: own, errno: errno) }
        defer { free(path) }
        return String(cString: path)
    }
}
