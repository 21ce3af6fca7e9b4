package import CSV

/// An error in a menu or stock file.
package enum SettingMistake: Error, Equatable {
    /// It cannot be read as CSV, or is no UTF-8 or CP949 text.
    case unreadable(CSVFault.Kind)
    /// A column that it needs is missing, or is there twice.
    case missingColumn(String)
    /// A row has not as many cells as the header.
    case wrongFieldCount(expected: Int, found: Int)
    /// A name is empty, too long or holds a character that it may not.
    case badName(String)
    /// A quantity that is no whole number within its limits.
    case badQuantity(String)
    /// A price or a cost that is no amount with at most two decimals, from 0 to `Money.priceMax`.
    case badPrice(String)
    /// A juice with two prices, or a fruit with two costs.
    case differingPrices(String)
    /// A fruit twice in a recipe or in the stock file.
    case repeatedFruit(String)
    /// A name that means two things.
    case ambiguousName(String)
    /// A fruit that is not on the menu.
    case unknownFruit(String)
    /// No recipes at all.
    case empty
    /// The menu has more fruits or juices than allowed.
    case tooMany(Int)
}
