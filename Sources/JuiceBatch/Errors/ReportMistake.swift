/// Why a file is not the summary.json of a report.
package enum ReportMistake: Error, Sendable, Equatable {
    /// It is no JSON; `line` from 1.
    case notJSON(line: Int)
    /// What a summary.json has under this key is missing, twice there or of another kind.
    case misses(String)
    /// It is of another schema than this program's.
    case otherSchema(Int)
}
