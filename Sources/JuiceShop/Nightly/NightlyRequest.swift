internal import JuiceBatch
internal import JuiceReports

/// A request for a nightly run.
package struct NightlyRequest: Sendable {
    /// Names of entries, any of which shows that a shop's folder was used before.
    static let usedNames = [LedgerRequest.shopPath, OpenFolder.nightlyStateName]
    /// The allowed values for the time in seconds that a file must stay unchanged before it is processed.
    package static let settleSecondsAllowed = 0.0...86_400
    /// The allowed numbers of days to keep files.
    package static let keepDaysAllowed = 1...36_500
    /// The allowed numbers of backups to keep.
    package static let keepBackupsAllowed = 0...10_000
    /// The default number of backups to keep, which covers two weeks.
    package static let keepBackupsUsual = 14

    /// The request for the run of each file, still without the file and the folder of its reports.
    let run: RunRequest
    var language: MessageLanguage { run.messageLanguage ?? run.language }
    let ledger: LedgerRequest
    /// The time that a file must stay unchanged before it is processed, in milliseconds.
    let quietPeriodMs: Int
    /// The minimum number of files below which the run needs attention; nil for none.
    package var filesExpected: Int?
    /// The number of days that reports and archived files are kept; nil for all.
    let keepDays: Int?
    /// The number of backups kept of the ledger; 0 makes none and removes none.
    package var keepBackups = keepBackupsUsual
    /// The business day, `YYYY-MM-DD`, of files whose rows and names have none; nil for the day each was written.
    var dateOfUndated: String?

    /// Creates a request from the settings for the run of each file; of their ledger, only the time to wait is used.
    package init(run: RunRequest, quietPeriodMs: Int, keepDays: Int? = nil) {
        precondition(keepDays.map(Self.keepDaysAllowed.contains) ?? true, "keepDays is out of range")
        // Continued after a kill, `.applyAgain` would apply a file twice; a dry run would archive unapplied files.
        precondition(
            !run.isDryRun && run.ledger?.knownInputs != .applyAgain, "Dry runs and applyAgain are not allowed")
        ledger = LedgerRequest(
            path: LedgerRequest.shopPath, waitSeconds: run.ledger?.waitSeconds ?? LedgerRequest.waitSecondsUsual,
            // Each file is a run of its own, so no known input can be skipped in favor of another one.
            knownInputs: .refuse)
        var run = run
        run.ledger = ledger
        // The index is written once, after all files.
        run.index = .unchanged
        self.run = run
        self.quietPeriodMs = quietPeriodMs
        self.keepDays = keepDays
    }

    /// The request for the run that applies a file.
    ///
    /// Its business day is the first known: as requested, of the rows, in the name, `dateOfUndated`, `written`.
    func run(of path: String, reports: String, written: String? = nil) -> RunRequest {
        var run = run
        run.input.paths = [path]
        run.output = reports
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let dates: [(String?, BusinessDay.Source)] = [
            (CalendarDay(inFileName: name)?.text, .name), (dateOfUndated, .given), (written, .clock),
        ]
        run.fallbackDays = dates.compactMap { date, source in date.map { BusinessDay(date: $0, source: source) } }
        run.input.placeholderDate = run.fallbackDays.first?.date
        return run
    }

    /// The request for the run that applies a file, with the business day on which it was written.
    func run(of input: InputFile, reports: String, in environment: Environment) -> RunRequest {
        let written = environment.businessDay(
            at: input.identity.modifiedSeconds, from: run.input.fileSettings.dayStart ?? .midnight)
        return run(of: input.path, reports: reports, written: written)
    }
}

/// A listener for a nightly run and the runs of its files.
package protocol NightlyListener: RunListener {
    /// Prints a line of output about a file or the nightly run.
    func writeLine(_ line: String) throws
    /// Reports an error that concerns a file, the settings or the ledger.
    func failed(_ error: any Error)
}

/// The date in the name of a POS file: `sales-2026-11-20.csv`, `20261120.csv`, `매출 2026년 11월 20일.csv`.
extension CalendarDay {
    /// The date in a file's name; nil if the name has no date or several different ones.
    init?(inFileName name: String) {
        let numbers = name.split { !$0.isASCII || !$0.isWholeNumber }
        let dates = numbers.indices.compactMap { index -> CalendarDay? in
            let date =
                Self.compactDate(numbers[index]) ?? Self.separatedDate(Array(numbers[index...].prefix(3)), in: name)
            // Other numbers with four digits are not years.
            guard let date, (2000...2099).contains(date[0]) else { return nil }
            return CalendarDay(year: date[0], month: date[1], day: date[2])
        }
        guard let date = dates.first, Set(dates).count == 1 else { return nil }
        self = date
    }

    /// The year, month and day of a date without separators, as in `20261120`; a time of day may follow.
    private static func compactDate(_ digits: Substring) -> [Int]? {
        guard [8, 12, 14].contains(digits.count) else { return nil }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { Int(digits.dropFirst($0).prefix(2)) ?? 0 }
        guard zip(pairs.dropFirst(4), [23, 59, 59]).allSatisfy({ $0 <= $1 }) else { return nil }
        return [pairs[0] * 100 + pairs[1], pairs[2], pairs[3]]
    }

    /// The year, month and day of a date with separators, as in `2026-11-20`, `2026.1.2` or `2026년 11월 20일`.
    private static func separatedDate(_ numbers: [Substring], in name: String) -> [Int]? {
        guard numbers.count == 3, numbers[0].count == 4, numbers[1...].allSatisfy({ $0.count <= 2 }) else { return nil }
        let separators = zip(numbers, numbers.dropFirst()).map { name[$0.endIndex..<$1.startIndex] }
        let isKorean = ["년", "년 "].contains(separators[0]) && ["월", "월 "].contains(separators[1])
        guard isKorean || separators[0] == separators[1] && ["-", "_", ".", " "].contains(separators[0]) else {
            return nil
        }
        return numbers.map { Int($0) ?? 0 }
    }
}
