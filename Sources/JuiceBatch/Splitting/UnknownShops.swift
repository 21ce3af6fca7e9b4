/// The names in an export that no shop has, in the order in which they come first.
struct UnknownShops {
    /// The maximum number of names that are listed.
    private static let namesMax = 100
    /// The maximum number of further names that are counted, which take some megabytes.
    static let furtherMax = 1 << 18

    private(set) var names: [SplitExport.UnknownShop] = []
    private var places: [UInt64: Int] = [:]
    private var further: Set<UInt64> = []

    /// The number of different names besides the listed ones.
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
