internal import ArgumentParser
internal import JuiceReports

/// The option for the currency, where the menu has prices.
struct MoneyOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Says.option.currency, valueName: Says.option.sign))
    var currency: String?

    func validate() throws {
        if let currency, !MoneyWording.isSign(currency) {
            throw ValidationError(Says.mistake.badSign(lengthMax: MoneyWording.signLengthMax))
        }
    }

    /// The sign of the currency.
    var sign: String { currency ?? MoneyWording.usualSign }
}
