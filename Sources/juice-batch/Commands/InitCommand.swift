internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch init`: creates a shop's folder.
struct InitCommand: ShopCommand {
    static let configuration = CommandConfiguration("init")

    @Argument(help: HelpTexts["init folder"], completion: .directory) var folder = "."
    @Option(help: HelpTexts["init --shop"]) var shop: String?
    @Option(help: HelpTexts["init --day-start"]) var dayStart: String?
    @Option(help: HelpTexts["init --night"]) var night: String?
    @Option(help: HelpTexts["init --zone"]) var zone: String?
    @Option(help: HelpTexts["--language"]) var language: MessageLanguage?

    func validate() throws {
        if folder.isEmpty { throw ValidationError { $0.emptyName("FOLDER") } }
        if let shop, !ShopName.isValid(shop) { throw ValidationError { $0.badShopName } }
        if let zone, !Clock.isZone(zone) {
            throw ValidationError {
                $0.wrongValue(
                    "--zone", $0.pick(ko: "Asia/Seoul 같은 시간대", en: "a time zone such as Asia/Seoul"), not: zone)
            }
        }
        for (option, time) in [("--day-start", dayStart), ("--night", night)] {
            try check(option, time, "HH:MM") { DayStart($0) != nil }
        }
    }

    func perform() throws -> ExitStatus {
        let language = language ?? .ofLocale
        let name =
            try shop ?? answer(language.nameQuestion, isValid: ShopName.isValid) { _ in language.badShopName }
        let dayStart = try (dayStart ?? time(language.dayQuestion, "--day-start")).flatMap { DayStart($0) }
        let schedule = try (night ?? time(language.scheduleQuestion, "--night")).flatMap { DayStart($0) }.map { time in
            (time: time, zone: zone ?? Clock.zone, program: try Self.program())
        }
        let begun = try Shop.ofProcess.createShopFolder(
            at: folder, name: name, language: language, dayStart: dayStart ?? .midnight, schedule: schedule)
        let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
        let isOnPath = folders.contains { access("\($0)/juice-batch", X_OK) == 0 }
        return try finish(
            printing: language.shopCreated(
                begun.folder, program: isOnPath ? "juice-batch" : Self.program(), units: begun.units,
                zone: schedule?.zone))
    }

    private func time(_ question: String, _ option: String) throws(BatchError) -> String? {
        try answer(
            question, isValid: { DayStart($0) != nil },
            advice: { MessageLanguage.current.wrongValue(option, "HH:MM", not: $0) })
    }

    /// Asks the user a question until the answer is valid.
    ///
    /// - Returns: the trimmed answer; nil if it is empty, or if standard input or standard output is not a terminal.
    /// - Throws: `interrupted` if standard input ends or a signal arrives.
    private func answer(
        _ question: String, isValid: (String) -> Bool, advice: (String) -> String
    ) throws(BatchError) -> String? {
        guard isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 else { return nil }
        while true {
            try StandardStream.output.writeAll(question)
            let answer = trimmedText(try Self.line())
            if answer.isEmpty { return nil }
            if isValid(answer) { return answer }
            try StandardStream.output.writeAll(Escaping.terminal(advice(answer)) + "\n")
        }
    }

    private static func line() throws(BatchError) -> String {
        let input = try ReadDescriptor(opening: "-", cancellation: .ofProcess)
        var bytes: [UInt8] = []
        var byte: [UInt8] = [0]
        while byte != Array("\n".utf8) {
            guard try input.read(into: &byte, path: "-", cancellation: .ofProcess) > 0 else {
                throw .interrupted(signal: SIGINT)
            }
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func program() throws(BatchError) -> String {
        let executable = "/proc/self/exe"
        guard let path = resolvedPath(executable) else { throw .unreadable(path: executable, errno: errno) }
        return path
    }
}
