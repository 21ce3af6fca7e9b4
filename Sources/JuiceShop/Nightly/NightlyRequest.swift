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

    /// Creates a request for a nightly run.
    ///
    /// - Parameters:
    ///   - run: the settings for the run of each file; of its ledger, only the time to wait is used.
    ///   - quietPeriodMs: the time in milliseconds that a file must stay unchanged before it is processed.
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
    /// The business day is the requested one, or that of the rows, or the one in the file's name, or `dateOfUndated`,
    /// or `written`, in this order.
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
    func run(
        of input: InputFile, modifiedSeconds: Int, reports: String, in environment: Environment
    ) -> RunRequest {
        let dayStart = run.input.exportSettings.dayStart
        return run(
            of: input.path, reports: reports, written: environment.businessDay(at: modifiedSeconds, from: dayStart))
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
    /// A number in a name, given by its digits, and the characters between it and the next number.
    private typealias Number = (digits: [Int], gap: [Character])

    /// The years of a date in a name; other numbers with four digits are not dates.
    private static let years = 2000...2099
    private static let separators: Set<Character> = ["-", "_", ".", " "]

    /// The date in a file's name; nil if the name has no date or several different ones.
    init?(inFileName name: String) {
        var numbers: [Number] = []
        for character in name {
            if character.isASCII, let digit = character.wholeNumberValue {
                if numbers.last?.gap.isEmpty != true { numbers.append(([], [])) }
                numbers[numbers.count - 1].digits.append(digit)
            } else if !numbers.isEmpty {
                numbers[numbers.count - 1].gap.append(character)
            }
        }
        let dates = numbers.indices.compactMap { index in
            Self.compactDate(numbers[index].digits) ?? Self.separatedDate(Array(numbers[index...].prefix(3)))
        }
        guard let date = dates.first, Set(dates).count == 1 else { return nil }
        self = date
    }

    /// A date written without separators, as in `20261120`; a time of day may follow.
    private static func compactDate(_ digits: [Int]) -> CalendarDay? {
        func two(_ position: Int) -> Int { digits[position] * 10 + digits[position + 1] }
        switch digits.count {
        case 8: break
        case 12 where two(8) < 24 && two(10) < 60: break
        case 14 where two(8) < 24 && two(10) < 60 && two(12) < 60: break
        default: return nil
        }
        return day(year: two(0) * 100 + two(2), month: two(4), day: two(6))
    }

    /// A date written with separators, as in `2026-11-20`, `2026.1.2` or `2026년 11월 20일`.
    private static func separatedDate(_ numbers: [Number]) -> CalendarDay? {
        guard numbers.count == 3, numbers[0].digits.count == 4, numbers[1...].allSatisfy({ $0.digits.count <= 2 })
        else { return nil }
        func isGap(_ index: Int, _ word: Character) -> Bool { [[word], [word, " "]].contains(numbers[index].gap) }
        let separator = numbers[0].gap
        guard
            isGap(0, "년") && isGap(1, "월")
                || separator == numbers[1].gap && separator.count == 1 && separators.isSuperset(of: separator)
        else { return nil }
        let values = numbers.map { $0.digits.reduce(0) { $0 * 10 + $1 } }
        return day(year: values[0], month: values[1], day: values[2])
    }

    private static func day(year: Int, month: Int, day: Int) -> CalendarDay? {
        years.contains(year) ? CalendarDay(year: year, month: month, day: day) : nil
    }
}
