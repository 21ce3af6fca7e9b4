/// The names in an export that no shop has, in the order in which they come first.
struct UnknownShops {
    /// How many are told one by one.
    private static let namesMax = 100
    /// How many more are told apart: some megabytes of them.
    static let furtherMax = 1 << 18

    private(set) var names: [SplitExport.UnknownShop] = []
    private var places: [UInt64: Int] = [:]
    private var further: Set<UInt64> = []

    /// How many different names there are besides those that are told one by one.
    var furtherCount: Int { further.count }

    /// Takes in a row.
    ///
    /// - Parameters:
    ///   - stand: stands for the name, however it is spelled.
    ///   - line: of the row, from 1.
    ///   - name: as the row spells it.
    mutating func take(_ stand: UInt64, line: Int, name: () -> String) {
        if let place = places[stand] {
            names[place].rows += 1
        } else if names.count < Self.namesMax {
            places[stand] = names.count
            names.append(SplitExport.UnknownShop(name: name(), rows: 1, firstLine: line))
        } else if further.count < Self.furtherMax {
            further.insert(stand)
        }
    }
}
