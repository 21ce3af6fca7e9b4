/// What is not compared while the summary of the program does not show it; afterwards this file goes.
package enum BeforeTills {
    /// True where the model says what the program cannot know yet.
    package static func concerns(_ result: PlainModel.Result) -> Bool {
        guard case .stopped(_, let refusal) = result else { return false }
        return refusal?.code == "overlap"
    }

    /// The summary without what is new of its inputs.
    static func summary(_ summary: OrderedJSON) -> OrderedJSON {
        guard case .object(let pairs) = summary else { return summary }
        return .object(
            pairs.map { key, value in
                guard key == "inputs", case .array(let inputs) = value else { return (key, value) }
                return (key, .array(inputs.map { without($0, ["titles", "totals", "header_line", "columns"]) }))
            })
    }

    private static func without(_ value: OrderedJSON, _ keys: [String]) -> OrderedJSON {
        guard case .object(let pairs) = value else { return value }
        return .object(pairs.filter { !keys.contains($0.0) })
    }
}
