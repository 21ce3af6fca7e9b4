internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The option for the shop's name in reports.
struct ShopNameOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Says.option.shop, valueName: Says.option.name))
    var shop: String?

    func validate() throws {
        if let shop, !ShopName.isName(shop) {
            throw ValidationError(Says.mistake.badShop(bytesMax: ShopName.bytesMax))
        }
    }
}

/// The days on which the shop is closed.
struct ClosedOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Says.option.closed, valueName: Says.option.date))
    var closed: [String] = []

    func validate() throws {
        for text in closed where ClosedDays(text) == nil {
            throw ValidationError(Says.mistake.takes("--closed", ClosedDays.expected, not: text))
        }
    }

    /// All that are named.
    var days: ClosedDays { closed.isEmpty ? ClosedDays() : ClosedDays(closed.joined(separator: ",")) ?? ClosedDays() }
}
