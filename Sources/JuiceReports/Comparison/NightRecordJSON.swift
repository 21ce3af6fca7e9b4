internal import JuiceBatch

/// A night's record as it stands in its folder.
package enum NightRecordJSON {
    private static let schema = 1

    /// The bytes of a record.
    package static func render(_ night: NightRecord) -> String {
        JSONValue.object([
            ("schema", .number(schema)), ("began_at", .string(night.beganAt)),
            ("ended_at", night.endedAt.map { .string($0) } ?? .null), ("exit", night.code.map { .number($0) } ?? .null),
            ("exit_so_far", night.codeSoFar.map { .number($0) } ?? .null),
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
        night.codeSoFar = try? object.number("exit_so_far")
        night.repeated = try? object.number("repeated")
        guard let endedAt = moment(object, "ended_at"), let code = try? object.number("exit") else { return night }
        night.endedAt = endedAt
        night.code = code
        night.files = try? object.number("files")
        night.codeSoFar = nil
        return night
    }

    private static func moment(_ object: SummaryObject, _ key: String) -> String? {
        guard let text = try? object.text(key), UTCMoment.seconds(of: text) != nil else { return nil }
        return text
    }
}
