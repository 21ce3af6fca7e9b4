/// What is compared while the program does not know the contract's part on tills; afterwards this file goes.
package enum BeforeTills {
    /// Whether the program is as it was.
    package static let holds = false

    private static let newRefusals = [
        "unclear_column", "unclear_id", "unclear_row", "unclear_sequence", "second_table", "no_row_fits", "overlap",
        "total_mismatch", "checksum_mismatch",
    ]

    /// True where the model says what the program cannot know yet.
    package static func concerns(_ result: PlainModel.Result) -> Bool {
        guard holds else { return false }
        switch result {
        case .stopped(_, let refusal): return refusal.map { newRefusals.contains($0.code) } ?? false
        case .done(let run): return run.outcomes.contains { concerns($0) }
        }
    }

    private static func concerns(_ outcome: PlainOutcome) -> Bool {
        let isNewAction = outcome.action == .cancel || outcome.action == .assert
        return isNewAction || outcome.code == "missing_action" || outcome.code == "ignored"
            || outcome.code == "invalid_time"
    }

    /// The summary without what is new.
    static func summary(_ summary: OrderedJSON) -> OrderedJSON {
        guard holds, case .object(let pairs) = summary else { return summary }
        return .object(
            pairs.filter { $0.0 != "schema" }.map { key, value in
                let new = [
                    "cancel", "assert", "titles", "totals", "header_line", "columns", "cancelled", "cups_cancelled",
                ]
                return (key, value.without(new))
            })
    }
}

extension OrderedJSON {
    fileprivate func without(_ keys: [String]) -> OrderedJSON {
        switch self {
        case .object(let pairs): .object(pairs.filter { !keys.contains($0.0) })
        case .array(let values): .array(values.map { $0.without(keys) })
        default: self
        }
    }
}
