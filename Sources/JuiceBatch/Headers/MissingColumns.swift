extension ReadingOptions {
    /// The columns that the settings name for all inputs and that this input lacks: their names as in the settings, each
    /// once.
    ///
    /// Empty for files that this program wrote itself, to which those settings do not apply.
    package func missingColumns(of plan: InputPlan) -> [String] {
        if plan.columns.ownFile != nil { return [] }
        let ofRoles = Role.allCases.filter { columns.defaults.contains($0) }.flatMap {
            columns.columns[$0]?.names ?? []
        }
        var known = Set(plan.header.map(nameKey))
        return (ofRoles + till.columns.filter { !$0.isTyped }.map(\.name)).filter { known.insert(nameKey($0)).inserted }
    }
}
