/// The number of cups of a juice that there is fruit for.
package struct JuiceCups: Sendable, Equatable {
    /// Its name on the menu.
    package let juice: String
    /// Cups, if nothing else is made.
    package let cupsPossible: Int

    package init(juice: String, cupsPossible: Int) {
        self.juice = juice
        self.cupsPossible = cupsPossible
    }
}
