internal import JuiceBatch

/// A night's record as it stands in its folder.
package enum NightRecordJSON {
    private static let schema = 1

    /// The bytes of a record.
    package static func render(_ night: NightRecord) -> String {
        JSONValue.object([
            ("schema", .number(schema)), ("began_at", .string(night.beganAt)),
            ("date", night.date.map { .string($0) } ?? .null),
            ("ended_at", night.endedAt.map { .string($0) } ?? .null),
            ("exit", night.exitStatus.map { .number($0.code) } ?? .null),
            ("reasons", (night.exitStatus ?? night.soFar).json),
            ("files", night.files.map { .number($0) } ?? .null),
            ("repeated", night.repeated.map { .number($0) } ?? .null),
            ("last_good_at", night.goodAt.map { .string($0) } ?? .null),
        ]).text
    }

    /// The record that some bytes are; nil if they are none.
    package static func record(of bytes: [UInt8]) -> NightRecord? {
        guard let value = try? JSONReader.value(of: bytes), let object = try? SummaryObject(value, name: "schema"),
            (try? object.number("schema")) == schema, let beganAt = moment(object, "began_at")
        else { return nil }
        var night = NightRecord(beganAt: beganAt, goodAt: moment(object, "last_good_at"))
        guard let reasons = value["reasons"].flatMap({ ExitStatus($0) }) else { return nil }
        night.date = (try? object.text("date")).flatMap { CalendarDay($0)?.text }
        night.soFar = reasons
        night.repeated = try? object.number("repeated")
        guard let endedAt = moment(object, "ended_at"), let code = try? object.number("exit"),
            let status = [false, true].map({ ExitStatus(reasons.reasons, isOfChain: $0) }).first(where: {
                $0.code == code
            })
        else { return night }
        night.endedAt = endedAt
        night.exitStatus = status
        night.files = try? object.number("files")
        night.soFar = .done
        return night
    }

    private static func moment(_ object: SummaryObject, _ key: String) -> String? {
        guard let text = try? object.text(key), UTCMoment.seconds(of: text) != nil else { return nil }
        return text
    }
}
