/// A shop, on which every door opens: its methods are the use cases.
///
/// Each takes a request, a value, and gives back what came of it. What people are to hear before it ends goes to a
/// listener, and what keeps it from being done is thrown; then nothing was applied, unless the error says `inDoubt`.
package struct Shop: Sendable {
    /// The environment of the shop.
    package let surroundings: Surroundings

    /// The shop in these surroundings.
    package init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
    }
}
