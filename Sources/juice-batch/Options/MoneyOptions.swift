internal import ArgumentParser
internal import JuiceReports

/// How money is written, where the menu has prices.
struct MoneyOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Says.option.currency, valueName: Says.option.sign))
    var currency: String?

    func validate() throws {
        if let currency, !MoneyWording.isSign(currency) {
            throw ValidationError(Says.mistake.badSign(lengthMax: MoneyWording.signLengthMax))
        }
    }

    /// The sign.
    var sign: String { currency ?? MoneyWording.usualSign }
}
