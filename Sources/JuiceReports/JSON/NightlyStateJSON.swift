package import JuiceBatch

/// The JSON form of a file's identity: its text.
extension FileIdentity: JSONConvertible {
    package init?(_ value: JSONValue) {
        guard let text = value.string else { return nil }
        self.init(text)
    }
    package var json: JSONValue { .string(text) }
}

/// The JSON form of the record of a nightly run, as stored in its folder.
extension NightlyState: JSONRecord {
    package static var placeholder: NightlyState { NightlyState(beganAt: "") }

    /// Parses the record of a nightly run; nil if the bytes are not one.
    package init?(of bytes: [UInt8]) {
        guard let value = try? JSONReader.value(of: bytes) else { return nil }
        self.init(value)
    }

    package mutating func map(_ json: inout JSONMapper) {
        var (schema, code, reasons, ledger) = (1, exitStatus?.code, status.reasons, verifiedLedger?.text)
        json.map("schema", &schema)
        json.map("began_at", &beganAt)
        json.map("date", &date)
        json.map("ended_at", &endedAt)
        json.map("exit", &code)
        json.map("reasons", &reasons)
        json.map("files", &files)
        json.map("repeated", &repeated)
        json.map("last_good_at", &lastSuccessAt)
        json.map("verified_ledger", &ledger)
        let statuses = [false, true].map { ExitStatus(reasons, isOfChain: $0) }
        status = statuses.first { $0.code == code } ?? ExitStatus(reasons)
        verifiedLedger = ledger.flatMap { FileIdentity($0) }
        let times = [beganAt, endedAt, lastSuccessAt].compactMap(\.self)
        json.require(schema == 1 && times.allSatisfy { utcSeconds(of: $0) != nil })
        json.require(date.map { CalendarDay($0) != nil } ?? true)
        json.require(code == exitStatus?.code)
        json.require([files, repeated].compactMap(\.self).allSatisfy { (0...Tally.sumMax).contains($0) })
    }
}
