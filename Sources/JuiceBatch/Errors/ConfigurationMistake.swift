/// What is wrong with the environment or a configuration file.
package enum ConfigurationMistake: Sendable, Equatable {
    /// The file is no JSON object.
    case notJSON
    /// A key that is no setting, and the one that comes closest.
    case unknownKey(String, nearest: String?)
    /// A value that its setting does not take, and what it takes.
    case badValue(key: String, expected: String)
    /// A key that stands twice in one object.
    case repeatedKey(String)
    /// What is settled of the rows of a till's exports.
    case till(TillPlace, TillMistake)
}
