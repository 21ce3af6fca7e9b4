/// An error in the environment or in a configuration file.
package enum ConfigurationMistake: Sendable, Equatable {
    /// The file is no JSON object.
    case notJSON
    /// A key that is no setting, and the one that comes closest.
    case unknownKey(String, nearest: String?)
    /// A value that its setting does not take, and what it takes.
    case badValue(key: String, expected: String)
    /// A key that stands twice in one object.
    case repeatedKey(String)
    /// A setting for the rows of a POS' exports is invalid.
    case till(TillPlace, TillMistake)
}
