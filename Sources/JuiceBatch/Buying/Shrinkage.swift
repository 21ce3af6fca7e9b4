/// Fruit that went without being sold, over the last nights: what retail calls shrinkage.
package struct Shrinkage: Sendable, Equatable {
    /// Over how many nights it is told.
    package static let nightsMax = 30

    /// The movements of a fruit in pieces, 0 or more each.
    package struct Pieces: Sendable, Equatable {
        /// The pieces thrown away.
        package var discarded: Int
        /// The pieces by which counts found less than expected.
        package var missing: Int
        /// The pieces by which counts found more than expected.
        package var surplus: Int

        package init(discarded: Int, missing: Int, surplus: Int) {
            self.discarded = discarded
            self.missing = missing
            self.surplus = surplus
        }

        /// All that went; negative where counts found more than was thrown away.
        package var lost: Int { Tally.clamped(Int128(discarded) + Int128(missing) - Int128(surplus)) }
    }

    /// The number of runs covered: those in which an order reached stock.
    package private(set) var nights: Int
    private var fruits: [String: Pieces] = [:]

    /// Creates a shrinkage without fruits.
    package init(nights: Int = 0) {
        self.nights = nights
    }

    /// The movements of a fruit.
    ///
    /// - Parameter name: the `nameKey` of its name.
    package subscript(name: String) -> Pieces { fruits[name] ?? Pieces(discarded: 0, missing: 0, surplus: 0) }

    /// Takes in more of a fruit; sums stop at `Tally.sumMax`.
    package mutating func add(_ pieces: Pieces, of name: String) {
        func sum(_ one: Int, _ two: Int) -> Int { Tally.clamped(Int128(one) + Int128(two)) }
        let known = self[name]
        fruits[name] = Pieces(
            discarded: sum(known.discarded, pieces.discarded), missing: sum(known.missing, pieces.missing),
            surplus: sum(known.surplus, pieces.surplus))
    }

    /// Takes in one night more.
    package mutating func addNight() { nights += 1 }
}
