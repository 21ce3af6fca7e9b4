internal import ArgumentParser
internal import JuiceReports

/// Whose reports they are.
struct ShopNameOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Says.option.shop, valueName: Says.option.name))
    var shop: String?

    func validate() throws {
        if let shop, !ShopName.isName(shop) {
            throw ValidationError(Says.mistake.badShop(bytesMax: ShopName.bytesMax))
        }
    }
}
