internal import ArgumentParser
internal import JuiceReports

/// Whose reports they are.
struct ShopNameOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Name of the shop, for the titles of reports (default: none).", valueName: "name"))
    var shop: String?

    func validate() throws {
        if let shop, !ShopName.isName(shop) {
            throw ValidationError("--shop takes a name of up to \(ShopName.bytesMax) bytes, in one line")
        }
    }
}
