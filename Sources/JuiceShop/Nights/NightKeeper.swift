internal import JuiceBatch
internal import JuiceReports

/// Sees to it that a night is on record, however it ends: its beginning, its end, and the metrics behind it.
///
/// What cannot be recorded is told, and changes nothing of the night.
final class NightKeeper {
    /// What holds for the night; nil where nobody could tell.
    private let request: NightRequest?
    private let surroundings: Surroundings
    private let listener: any NoticeListener
    private let diary: NightDiary
    /// Whether it began.
    private(set) var hasBegun = false
    private var files: Int?
    /// The night as it is on record while it goes on.
    private var record: NightRecord

    /// - Parameter listener: is told of what cannot be recorded.
    init(_ request: NightRequest?, in surroundings: Surroundings, telling listener: any NoticeListener)
        throws(BatchError)
    {
        self.request = request
        self.surroundings = surroundings
        self.listener = listener
        diary = NightDiary(in: try OpenFolder(root: surroundings.path(".")))
        record = NightRecord(beganAt: surroundings.now(), goodAt: diary.last()?.goodAt)
    }

    /// Notes how many files the night takes.
    func count(_ files: Int) {
        self.files = files
        record.repeated = record.repeated ?? 0
    }

    /// Notes that a file is about to be put aside for somebody to look at, so that this is told even if the night is killed
    /// behind it.
    func foresee(_ ending: Ending, isRepeated: Bool) {
        record.codeSoFar = max(record.codeSoFar ?? 0, Int(ending.code))
        if isRepeated { record.repeated = (record.repeated ?? 0) + 1 }
        try? diary.write(record)
    }

    /// Keeps the record of what is done while nobody else is at work in the folder.
    ///
    /// - Parameter night: is given what a night before it, which was cut short, had come to and told nobody.
    func keep(_ night: (_ carried: Ending) throws -> Ending) throws -> Ending {
        hasBegun = true
        let last = diary.last()
        record = NightRecord(beganAt: surroundings.now(), goodAt: last?.goodAt)
        if let last, last.endedAt == nil {
            record.codeSoFar = last.codeSoFar
            record.repeated = last.repeated
        }
        // If this fails the end is not to be had either, and that is told.
        try? diary.write(record)
        do {
            let ending = try night(Self.ending(soFar: record.codeSoFar))
            end(ending)
            return ending
        } catch {
            end(Ending(of: error))
            throw error
        }
    }

    /// What a file that is put aside brings about.
    private static func ending(soFar code: Int?) -> Ending {
        [Ending.refused, .rejected].first { Int($0.code) == code } ?? .done
    }

    /// Puts a night on record that could not begin.
    func note(_ ending: Ending) {
        record = NightRecord(beganAt: surroundings.now(), goodAt: diary.last()?.goodAt)
        end(ending)
    }

    private func end(_ ending: Ending) {
        let ended = record.ended(
            at: surroundings.now(), code: Int(ending.code), files: files, repeated: record.repeated)
        write(NightDiary.name) { try diary.write(ended) }
        write(NightDiary.metricsName) { try diary.write(metrics: metrics(after: ended)) }
    }

    private func write(_ name: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            listener.notice(.nightUnrecorded(path: name, errno: (error as? BatchError)?.systemErrno))
        }
    }

    /// All that can be told; the night alone where the ledger or the reports are not to be read.
    private func metrics(after night: NightRecord) throws -> String {
        var wanted = StatusRequest(
            .folder(".", ledger: request?.ledger ?? LedgerRequest(path: NightRequest.ledgerPath)))
        wanted.menu = request?.run.input.menu
        let search = StatusSearch(wanted, in: surroundings)
        var status = try (try? search.status(after: night)) ?? search.nights(after: night)
        // Whose menu nobody knows, nobody can say what it needs.
        if request == nil { status.tomorrow = nil }
        return StatusMetrics.render(status)
    }
}

extension Shop {
    /// Puts a night on record that could not begin for what was said on the command line or is settled; not where
    /// another is at work in the folder.
    package func noteNight(_ ending: Ending, telling listener: any NoticeListener) {
        // A command line that is wrong may be about another folder.
        guard let folder = try? OpenFolder(root: surroundings.path(".")),
            ["inbox", NightRequest.ledgerPath, NightDiary.name].contains(where: {
                folder.status(of: FileName($0)) != nil
            }),
            let lock = try? NightLock(in: folder.descriptor, interruption: Interruption()),
            let keeper = try? NightKeeper(nil, in: surroundings, telling: listener)
        else { return }
        keeper.note(ending)
        withExtendedLifetime(lock) {}
    }
}
