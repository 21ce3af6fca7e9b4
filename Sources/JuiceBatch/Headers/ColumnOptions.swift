/// The columns that the user named for roles, and the roles that the user switched off.
package struct ColumnOptions: Sendable, Equatable {
    /// The columns that form the cell of each role.
    package private(set) var columns: [Role: RoleColumns] = [:]
    /// The roles whose column need not be in any input.
    package private(set) var defaults: Set<Role> = []

    /// No wishes: all columns by their names.
    package init() {}

    /// Reads `ROLE=NAME`, `ROLE=A+B` and `ROLE=`.
    ///
    /// - Parameter defaults: for roles that `options` does not name: what a shop has settled once, and what not every
    ///   input has to follow.
    package init(parsing options: [String], defaults: [Role: RoleColumns] = [:]) throws(BatchError) {
        try add(options)
        self.defaults = Set(defaults.keys).subtracting(columns.keys)
        columns.merge(defaults) { wish, _ in wish }
    }

    /// Adds default columns for the roles that have none yet; no input needs to contain them.
    mutating func add(defaults more: [Role: RoleColumns]) {
        for (role, wish) in more where columns[role] == nil {
            columns[role] = wish
            defaults.insert(role)
        }
    }

    private mutating func add(_ options: [String]) throws(BatchError) {
        for option in options {
            guard let sign = option.firstIndex(of: "=") else { throw .usage(.malformedColumn(option)) }
            let word = String(option[..<sign])
            guard let role = Role(rawValue: nameKey(word)) else { throw .usage(.unknownRole(word)) }
            guard columns[role] == nil else { throw .usage(.repeatedRole(role.rawValue)) }
            let text = String(option[option.index(after: sign)...])
            guard let wish = RoleColumns(text) else { throw .usage(.malformedColumn(option)) }
            columns[role] = wish
        }
    }
}
