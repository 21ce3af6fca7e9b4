package import JuiceBatch
package import JuiceReports

/// The environment of a use case: its clock, variables, standard streams and signals.
///
/// No other code in this target accesses them.
package struct Environment: Sendable {
    /// The folder from which paths count that do not begin with `/`: absolute, or `.` for the folder that the process
    /// works in.
    ///
    /// Messages call a file by the path that it is opened by.
    package private(set) var folder: String
    /// The folder for temporary files.
    package var temporaryFolder: String
    /// The default number of worker threads, at least 1.
    package var processorCount: Int
    /// Now in UTC, as in `2026-11-20T18:30:00Z`.
    package var now: @Sendable () -> String
    /// Returns the current local time of the shop, as in `2026-11-20 18:30:05`.
    package var localTime: @Sendable () -> String
    /// The local time of a moment in seconds since 1970-01-01 00:00 UTC.
    package var localTimeAt: @Sendable (_ seconds: Int) -> String
    /// Waits for a number of milliseconds, or less if a signal asks the process to end.
    package var wait: @Sendable (_ ms: Int) -> Void
    /// Makes a hash seed that cannot be predicted.
    package var makeSeed: @Sendable () -> HashSeed
    /// The cancellation token of the process, set when a signal asks it to end.
    package var cancellation: CancellationToken
    /// The disk that holds report sets.
    package var disk: any ReportDisk & Sendable

    /// Surroundings of these parts.
    package init(
        folder: String, temporaryFolder: String, processorCount: Int, now: @escaping @Sendable () -> String,
        localTime: @escaping @Sendable () -> String, localTimeAt: @escaping @Sendable (_ seconds: Int) -> String,
        wait: @escaping @Sendable (_ ms: Int) -> Void,
        makeSeed: @escaping @Sendable () -> HashSeed,
        cancellation: CancellationToken, disk: any ReportDisk & Sendable
    ) {
        precondition(folder == "." || folder.hasPrefix("/"), "a shop's folder must not move with the process")
        precondition(processorCount >= 1, "somebody has to work")
        self.folder = folder
        self.temporaryFolder = temporaryFolder
        self.processorCount = processorCount
        self.now = now
        self.localTime = localTime
        self.localTimeAt = localTimeAt
        self.wait = wait
        self.makeSeed = makeSeed
        self.cancellation = cancellation
        self.disk = disk
    }

    /// The environment of a shop in another folder, absolute, with one thread.
    func ofShop(in folder: String) -> Environment {
        precondition(folder.hasPrefix("/"), "a shop's folder must not move with the process")
        var environment = self
        environment.folder = folder
        environment.processorCount = 1
        return environment
    }

    /// The date here, as in `2026-11-20`.
    var today: String { String(localTime().prefix(10)) }

    /// The last day that may be a business day, a year from today; nil if the clock here says no day of the calendar.
    ///
    /// A date beyond it is a slip.
    var lastDay: CalendarDay? { CalendarDay(today).map { CalendarDay(number: $0.number + 366) } }

    /// The business day of a moment here, `YYYY-MM-DD`; nil if its clock says no day of the calendar.
    ///
    /// - Parameter seconds: since 1970-01-01 00:00 UTC.
    func businessDay(at seconds: Int, from start: DayStart) -> String? {
        let time = localTimeAt(seconds)
        guard let day = CalendarDay(String(time.prefix(10))) else { return nil }
        return time.dropFirst(11).prefix(5) < start.text ? CalendarDay(number: day.number - 1).text : day.text
    }

    /// A path as it is passed to the system.
    func path(_ path: String) -> String {
        folder == "." || path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    /// The path of something to be read as it is passed to the system; `-` is standard input.
    func source(_ path: String) -> String {
        path == "-" ? path : self.path(path)
    }

    /// A path relative to the folder.
    func shownFromFolder(_ path: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
}

/// A shop, whose methods are the use cases.
///
/// Each takes a request and returns a result. Messages before the end go to a listener, and an error is thrown; then
/// nothing was applied, unless the error is `inDoubt`.
package struct Shop: Sendable {
    /// The environment of the shop.
    package let environment: Environment

    /// The shop in these surroundings.
    package init(_ environment: Environment) {
        self.environment = environment
    }
}
