/// That a ledger calls a fruit or juice otherwise from some run on.
package struct ItemRenaming: Sendable, Equatable {
    /// What it was called.
    package let former: String
    /// What it is called since.
    package let name: String

    package init(former: String, name: String) {
        self.former = former
        self.name = name
    }
}
