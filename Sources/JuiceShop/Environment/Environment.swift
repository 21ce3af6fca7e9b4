package import JuiceBatch
package import JuiceReports

/// The services of the system that use cases need: folders, clock, threads, hash seeds, signals and the reports' disk.
///
/// Code in this target has access to the system's clock and folders only through this type.
package struct Environment: Sendable {
    /// The folder that relative paths are resolved against: an absolute path, or `.` for the process's working folder.
    ///
    /// Messages show a file by the path with which it is opened.
    package private(set) var folder: String
    /// The folder of data that does not fit into memory, if no reports are written: an absolute path.
    package var temporaryFolder: String
    /// The default number of worker threads, at least 1.
    package var processorCount: Int
    /// Returns the current UTC time, such as `2026-11-20T18:30:00Z`.
    package var now: @Sendable () -> String
    /// Returns the current local time of the shop, such as `2026-11-20 18:30:05`.
    package var localTime: @Sendable () -> String
    /// Returns the local time at a number of seconds since 1970-01-01 00:00 UTC, such as `2026-11-20 18:30:05`.
    package var localTimeAt: @Sendable (_ seconds: Int) -> String
    /// Waits for a number of milliseconds, or less if a signal asks the process to end.
    package var wait: @Sendable (_ ms: Int) -> Void
    /// Makes an unpredictable hash seed.
    package var makeSeed: @Sendable () -> HashSeed
    /// The cancellation token of the process, set when a signal asks it to end.
    package var cancellation: CancellationToken
    /// The file system that holds report sets.
    package var disk: any ReportDisk & Sendable

    package init(
        folder: String, temporaryFolder: String, processorCount: Int, now: @escaping @Sendable () -> String,
        localTime: @escaping @Sendable () -> String, localTimeAt: @escaping @Sendable (_ seconds: Int) -> String,
        wait: @escaping @Sendable (_ ms: Int) -> Void, makeSeed: @escaping @Sendable () -> HashSeed,
        cancellation: CancellationToken, disk: any ReportDisk & Sendable
    ) {
        precondition(folder == "." || folder.hasPrefix("/"), "The folder must be an absolute path")
        precondition(processorCount >= 1, "processorCount must be at least 1")
        (self.folder, self.temporaryFolder, self.processorCount) = (folder, temporaryFolder, processorCount)
        self.now = now
        self.localTime = localTime
        self.localTimeAt = localTimeAt
        self.wait = wait
        self.makeSeed = makeSeed
        (self.cancellation, self.disk) = (cancellation, disk)
    }

    /// The environment of a shop in another folder, given by an absolute path; it uses one worker thread.
    func ofShop(in folder: String) -> Environment {
        precondition(folder.hasPrefix("/"), "The folder must be an absolute path")
        var environment = self
        environment.folder = folder
        environment.processorCount = 1
        return environment
    }

    var today: String { String(localTime().prefix(10)) }

    /// A week from today: a run dated later does not count as the newest, so that a row with a wrong year hides no other
    /// days; nil if the clock does not show a valid date.
    var latestBusinessDayAllowed: CalendarDay? { CalendarDay(today).map { CalendarDay(number: $0.number + 7) } }

    /// The business day, `YYYY-MM-DD`, of a time in seconds since 1970 UTC; nil if the clock shows no valid date.
    func businessDay(at seconds: Int, from start: DayStart) -> String? {
        let time = localTimeAt(seconds)
        guard let day = CalendarDay(String(time.prefix(10))) else { return nil }
        return time.dropFirst(11).prefix(5) < start.text ? CalendarDay(number: day.number - 1).text : day.text
    }

    /// The path to pass to the system for a path of the request; `-` stands for standard input.
    func path(_ path: String) -> String {
        folder == "." || path == "-" || path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }
}

/// The use cases of a shop or chain: methods from a request to a result, which send messages to a listener.
///
/// If a method throws, nothing was applied, unless the error is `commitUnknown`.
package struct Shop: Sendable {
    package let environment: Environment

    package init(_ environment: Environment) { self.environment = environment }
}
