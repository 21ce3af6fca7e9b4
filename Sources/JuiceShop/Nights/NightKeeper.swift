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
    private var repeated: Int?

    /// - Parameter listener: is told of what cannot be recorded.
    init(_ request: NightRequest?, in surroundings: Surroundings, telling listener: any NoticeListener)
        throws(BatchError)
    {
        self.request = request
        self.surroundings = surroundings
        self.listener = listener
        diary = NightDiary(in: try OpenFolder(root: surroundings.path(".")))
    }

    /// Notes how many files the night takes.
    func count(_ files: Int) {
        self.files = files
        repeated = 0
    }

    /// Notes that one of them has the content of what was applied before.
    func countRepeated() { repeated = (repeated ?? 0) + 1 }

    /// Keeps the record of what is done while nobody else is at work in the folder.
    func keep(_ night: () throws -> Ending) throws -> Ending {
        hasBegun = true
        let record = NightRecord(beganAt: surroundings.now(), goodAt: diary.last()?.goodAt)
        // If this fails the end is not to be had either, and that is told.
        try? diary.write(record)
        do {
            let ending = try night()
            end(record, ending)
            return ending
        } catch {
            end(record, Ending(of: error))
            throw error
        }
    }

    /// Puts a night on record that could not begin.
    func note(_ ending: Ending) {
        end(NightRecord(beganAt: surroundings.now(), goodAt: diary.last()?.goodAt), ending)
    }

    private func end(_ record: NightRecord, _ ending: Ending) {
        let ended = record.ended(at: surroundings.now(), code: Int(ending.code), files: files, repeated: repeated)
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
        guard let folder = try? OpenFolder(root: surroundings.path(".")),
            let lock = try? NightLock(in: folder.descriptor, interruption: Interruption()),
            let keeper = try? NightKeeper(nil, in: surroundings, telling: listener)
        else { return }
        keeper.note(ending)
        withExtendedLifetime(lock) {}
    }
}
