/// An error in a setting or option about the rows of a POS's exports.
package enum TillMistake: Error, Sendable, Equatable {
    /// It lacks the sign that parts it in two.
    case noPair(String)
    /// Cells of this role are not read as something else: it is neither action nor item.
    case roleOfNoValues(String)
    /// It is said of a column without a name.
    case namelessColumn(String)
    /// The compared cell is neither empty nor has a character that counts in a name.
    case matchesNothing(String)
    /// A cell is to be read as something that there is not; `choices` are all names that there are.
    case unknownReading(role: Role, from: String, to: String, choices: [String])
    /// A cell is to be read as one thing and as another.
    case twoReadings(role: Role, from: String)
}

/// The setting that describes rows of a POS' exports; the raw value is the key in juice-batch.json.
package enum TillPlace: String, CaseIterable, Sendable {
    case actionValues = "values.action"
    case itemValues = "values.item"
    case ignore, only, accept, fill, totals

    /// The option that says it.
    package var option: String {
        switch self {
        case .actionValues, .itemValues: "--value"
        default: "--" + rawValue
        }
    }
}
