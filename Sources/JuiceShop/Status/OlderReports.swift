internal import CSV
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A summary of the older report sets of a shop, which the index counts without listing them, in a hidden file of the
/// folder of reports.
///
/// The figures of old sets do not change, so that a run need not read the reports of years. The summary is valid as
/// long as the folders of the sets exist and their runs are neither reversed nor settled. A change within a set shows
/// when the index is next made from all sets. If the file is missing or damaged, all sets are read.
struct OlderReports {
    /// The minimum number of latest runs of the ledger whose reports are read each time.
    static let newestMin = FolderIndexModel.listedRunsMax
    /// The minimum number of runs after which the summary is renewed.
    static let addedMin = 4

    private static let fileName = ".index.cache"
    /// The first line of a file that this program can read; the hash of the rest follows.
    private static let head = Array("juice-batch index 5 \(BuildInfo.nameAndVersion)\n".utf8)

    /// A set that is read each time, or a run without reports in the folder.
    struct RecentSet: Hashable {
        /// The path of the set; empty for a run whose reports are not in the folder.
        var path = ""
        /// The number of the set's run; 0 if unknown.
        var run = 0
        /// Whether the set may settle rows of another set, or reverses an older run.
        var isDecisive = false
    }

    var lastRun = 0
    /// The ledger's state up to that run (`LedgerSnapshot.state`).
    var ledger = ""
    /// The names of the older sets' folders, in byte order.
    var names: [FileName] = []
    var runs = RunTotals()
    var newestDay = CalendarDay(number: 0)
    /// The shop's name in the newest of the older sets that has one.
    var shop: String?
    /// The sets that were not older ones then, and the runs without a set that came later or may have open rows.
    var recentSets: Set<RecentSet> = []

    /// The follow-ups of the runs whose reports are read; nil if a change of the ledger affects the older totals.
    func followUps(in snapshot: LedgerSnapshot) throws -> [RunFollowUp]? {
        guard try snapshot.state(upTo: lastRun) == ledger else { return nil }
        return try snapshot.followUps(after: lastRun, and: recentSets.map(\.run))
    }

    /// Whether no set was added or removed that may affect the totals.
    ///
    /// - Parameters:
    ///   - sets: all other sets and the runs without one, as in `recentSets`. A run without one may have put its
    ///     reports into the folder of an older set.
    ///   - newest: the day of the last run in the list, which no run in the list precedes; nil if the list has room.
    func isValid(beside sets: [RecentSet], lastOfList newest: CalendarDay?) -> Bool {
        guard let newest, newest > newestDay else { return false }
        return sets.allSatisfy { $0.run > lastRun && !$0.isDecisive && !$0.path.isEmpty || recentSets.contains($0) }
            && recentSets.filter(\.isDecisive).isSubset(of: sets)
    }
}

extension OlderReports {
    /// Reads the summary in a folder of reports; nil if the file is missing or damaged.
    init?(in folder: OpenFolder, _ cancellation: CancellationToken) throws(BatchError) {
        let bytes = try folder.readableContent(of: Self.fileName, cancellation)
        guard let bytes, bytes.starts(with: Self.head) else { return nil }
        let lines = bytes[Self.head.count...].split(
            separator: Ascii.lineFeed, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].elementsEqual(Self.hash(of: bytes[lines[1].startIndex...]).utf8),
            let value = try? JSONReader.value(of: Array(lines[1])), let summary = OlderReports(value)
        else { return nil }
        self = summary
        runs.dayNumbers = Self.numbers(in: lines[2])
    }

    /// Writes the summary; a failure leaves the file unchanged.
    func write(in folder: OpenFolder) {
        var content = Array(json.line.utf8) + [Ascii.lineFeed]
        for number in runs.dayNumbers {
            content += String(number).utf8
            content.append(Ascii.space)
        }
        let bytes = Self.head + Array(Self.hash(of: content[...]).utf8) + [Ascii.lineFeed] + content
        try? folder.replace(Self.fileName, isDurable: false) { write throws(BatchError) in try write(bytes.span) }
    }

    /// The numbers in a text, each with a space after it.
    private static func numbers(in bytes: ArraySlice<UInt8>) -> [Int] {
        var (numbers, number, isNegative): ([Int], Int, Bool) = ([], 0, false)
        for byte in bytes {
            switch byte {
            case Ascii.space:
                numbers.append(isNegative ? 0 &- number : number)
                (number, isNegative) = (0, false)
            case UInt8(ascii: "-"): isNegative = true
            default: number = number &* 10 &+ Int(byte & 15)
            }
        }
        return numbers
    }

    /// The FNV-1a hash of some bytes in hex.
    private static func hash(of bytes: ArraySlice<UInt8>) -> String {
        sixteenHexDigits(bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}

/// The JSON form of the summary, without the totals of days, which follow it as numbers.
extension OlderReports: JSONRecord {
    static var blank: OlderReports { OlderReports() }

    mutating func map(_ json: inout JSONMapper) {
        var (newest, folders) = (newestDay.number, names.map(\.text))
        var sets = recentSets.sorted { $0.path < $1.path }
        json.map("last_run", &lastRun)
        json.map("ledger", &ledger)
        json.map("newest_day", &newest)
        json.map("shop", &shop)
        json.map("folders", &folders)
        json.map("recent_sets", &sets)
        json.map("runs", &runs)
        (newestDay, names, recentSets) = (CalendarDay(number: newest), folders.map { FileName($0) }, Set(sets))
    }
}

extension OlderReports.RecentSet: JSONRecord {
    static var blank: Self { Self() }

    mutating func map(_ json: inout JSONMapper) {
        json.map("path", &path)
        json.map("run", &run)
        json.map("is_decisive", &isDecisive)
    }
}
