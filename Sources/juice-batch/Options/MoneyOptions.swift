internal import ArgumentParser
internal import JuiceReports

/// How money is written, where the menu has prices.
struct MoneyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Sign of money, where the menu has prices (default: 원).", valueName: "sign"))
    var currency: String?

    func validate() throws {
        if let currency, !MoneyWording.isSign(currency) {
            throw ValidationError(
                "--currency takes up to \(MoneyWording.signLengthMax) characters, no spaces or digits")
        }
    }

    /// The sign.
    var sign: String { currency ?? MoneyWording.usualSign }
}
