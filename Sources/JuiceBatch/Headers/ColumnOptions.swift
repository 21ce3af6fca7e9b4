/// The columns that the user named for roles, and the roles that the user switched off.
package struct ColumnOptions: Sendable, Equatable {
    /// The header name of a role; nil where the role is switched off.
    package private(set) var names: [Role: String?] = [:]
    /// The roles whose column need not be in any input.
    package private(set) var defaults: Set<Role> = []

    /// No wishes: all columns by their names.
    package init() {}

    /// Reads `ROLE=NAME` and `ROLE=`.
    ///
    /// - Parameter defaults: the same, for roles that `options` does not name: what a shop has settled once, and
    ///   what not every input has to follow.
    package init(parsing options: [String], defaults: [String] = []) throws(BatchError) {
        try add(defaults)
        let fallback = names
        names = [:]
        try add(options)
        self.defaults = Set(fallback.keys).subtracting(names.keys)
        names.merge(fallback) { wish, _ in wish }
    }

    private mutating func add(_ options: [String]) throws(BatchError) {
        for option in options {
            guard let sign = option.firstIndex(of: "=") else { throw .usage(.malformedColumn(option)) }
            let word = String(option[..<sign])
            guard let role = Role(rawValue: nameKey(word)) else { throw .usage(.unknownRole(word)) }
            guard names[role] == nil else { throw .usage(.repeatedRole(role.rawValue)) }
            let name = String(option[option.index(after: sign)...])
            names.updateValue(name.isEmpty ? nil : name, forKey: role)
        }
    }
}
