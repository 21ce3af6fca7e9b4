extension ReadingOptions {
    /// The columns that are settled once for all inputs, and that an input of somebody else lacks: their names as they were
    /// settled, each once.
    package func missingColumns(of plan: InputPlan) -> [String] {
        if plan.columns.ownFile != nil { return [] }
        let ofRoles = Role.allCases.filter { columns.defaults.contains($0) }.flatMap {
            columns.columns[$0]?.names ?? []
        }
        var known = Set(plan.header.map(nameKey))
        return (ofRoles + till.columns.filter { !$0.isTyped }.map(\.name)).filter { known.insert(nameKey($0)).inserted }
    }
}
