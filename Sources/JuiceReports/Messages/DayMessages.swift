internal import JuiceBatch

/// Formats dates for texts.
struct DayMessages {
    let language: MessageLanguage

    private static let korean = ["월", "화", "수", "목", "금", "토", "일"]
    private static let english = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// The day of the week in full: `월요일`, `Monday`.
    func weekday(_ day: CalendarDay) -> String {
        language.pick(ko: Self.korean[day.weekday] + "요일", en: Self.english[day.weekday])
    }

    /// The abbreviated day of the week: `월`, `Mon`.
    func shortWeekday(_ day: CalendarDay) -> String {
        language.pick(ko: Self.korean[day.weekday], en: String(Self.english[day.weekday].prefix(3)))
    }

    /// The date with its day of the week in full: `2026-11-23 월요일`, `Monday 2026-11-23`.
    func fullText(_ day: CalendarDay) -> String {
        language.pick(ko: "\(day.text) \(weekday(day))", en: "\(weekday(day)) \(day.text)")
    }

    /// The date with its day of the week: `2026-11-23 (월)`.
    func text(_ day: CalendarDay) -> String { "\(day.text) (\(shortWeekday(day)))" }
}

/// A reason to doubt the business day of a run.
package enum BusinessDayWarning: Sendable, Equatable {
    /// The name of the input contains another date than the rows, whose date is used.
    case contradicted(named: String, date: String)
    /// The business day is derived from the file's time only, and is long after the newest other business day.
    case ahead(date: String, newest: String, run: Int)

    /// The warning as a sentence for a report or a nightly run.
    package func sentence(_ language: MessageLanguage) -> String {
        switch self {
        case .contradicted(let named, let date):
            language.pick(
                ko: "파일 이름의 날짜는 \(named)인데 행의 날짜는 \(date)입니다. 행의 날짜에 따라 \(date) 영업일로 기록했습니다.",
                en:
                    "The file's name says \(named), but its rows say \(date). The rows decide: the business day is \(date)."
            )
        case .ahead(let date, let newest, let run):
            Self.ahead(language, runs: [run], since: date, newest: newest)
        }
    }

    /// The warning about runs whose business days are long after those of all other runs.
    ///
    /// - Parameters:
    ///   - date: the first business day of these runs.
    ///   - newest: the newest business day of all other runs.
    static func ahead(_ language: MessageLanguage, runs: [Int], since date: String, newest: String) -> String {
        let numbers = runs.map { "\($0)" }.joined(separator: ", ")
        let newestRun = runs.last ?? 0
        return language.pick(
            ko: "실행 #\(numbers)의 영업일 \(date)\(Particle.topic.behind(date)) 파일의 시각만 보고 정했는데, 다른 영업일 중 가장 늦은 "
                + "\(newest)보다 7일 넘게 늦습니다. 시계가 틀렸다면 juice-batch reverse \(newestRun) 명령으로 취소하고, "
                + "파일을 --date와 함께 다시 적용하세요. 맞다면 다음 영업일부터 이 안내가 사라집니다.",
            en:
                "The business day \(date) of \(runs.count == 1 ? "run" : "runs") \(numbers) comes only from the file's time, "
                + "and is more than 7 days after \(newest), the newest other day. If the clock was wrong, use "
                + "juice-batch reverse \(newestRun), and apply the file again with --date. "
                + "If the clock was right, this warning ends with the next business day.")
    }
}
