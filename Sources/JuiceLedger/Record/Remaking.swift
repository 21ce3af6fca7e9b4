internal import GRDB
package import JuiceBatch
package import JuiceCore

/// A run on record whose reports are to be made again.
package struct RecordedNight {
    fileprivate let content: RunContent
    /// The stock that the run started from, by the fruit's place on the menu.
    package let opening: [Int]
    /// The SHA-256 of its inputs in hex, in their order.
    package var inputs: [String] { content.inputs.map(\.sha256) }
    /// The date that its user gave it, `YYYY-MM-DD`.
    package var date: String? { content.date }
    /// Its business day; nil where nothing says it.
    package var day: BusinessDay? { content.business?.day }

    fileprivate init(content: RunContent, opening: [Int]) {
        self.content = content
        self.opening = opening
    }
}

extension LedgerSnapshot {
    /// The record of a run, as needed to make its reports again with this menu.
    ///
    /// - Throws: a usage error if the run does not exist, has no reports, or was made with other fruits.
    package func night(_ run: Int, menu: Menu) throws -> RecordedNight {
        guard let content = try RunContent.load(run, from: database) else {
            throw BatchError.usage(.noSuchRun(run, last: try lastRun()))
        }
        guard content.hasApplied else { throw BatchError.usage(.hasNoReports(run)) }
        let items = try LedgerItems(database)
        let movements = Dictionary(content.movements.map { ($0.fruit, $0) }) { first, _ in first }
        let opening = menu.fruits.map { fruit in items.number(of: fruit).flatMap { movements[$0]?.opening } }
        guard opening.count == movements.count, !opening.contains(nil) else {
            throw BatchError.usage(.otherSettings(run: run))
        }
        return RecordedNight(content: content, opening: opening.compactMap(\.self))
    }
}

extension LedgerTransaction {
    /// Whether a run came to just what is on record for this one, whatever its files were called: then its reports are
    /// those of that run.
    package func isSame(_ result: RunResult, as night: RecordedNight, menu: Menu) throws -> Bool {
        let record = night.content
        var found = try content(record.number, result, menu, LedgerItems(database))
        found.recordedAt = record.recordedAt
        found.date = record.date
        found.newItems = record.newItems
        found.log = record.log
        found.business?.day = record.business?.day
        found.business?.money = record.business?.money
        for (place, input) in record.inputs.enumerated() where found.inputs.indices.contains(place) {
            found.inputs[place].name = input.name
        }
        let previous = try RunContent.storedDigest(record.number - 1, in: database)
        return found.digest(previous: previous) == (try RunContent.storedDigest(record.number, in: database))
    }
}
