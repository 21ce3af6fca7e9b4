/// Why a file is not the summary.json of a report.
package enum ReportMistake: Error, Sendable, Equatable {
    /// It is no JSON; `line` from 1.
    case notJSON(line: Int)
    /// The value of this key in a summary.json is missing, duplicate or of another type.
    case misses(String)
    /// It is of another schema than this program's.
    case otherSchema(Int)
}
