internal import ArgumentParser
internal import JuiceCounter
internal import JuiceReports

/// The options for the counter's web screens.
struct WebOptions: ParsableArguments {
    @Option(help: HelpTexts["counter --listen"])
    var listen: ListenAddress?

    @Option(
        help: HelpTexts["counter --host"])
    var host: [String] = []

    @Flag(help: HelpTexts["counter --open"])
    var open = false

    /// The address to listen on.
    var address: ListenAddress { listen ?? .usual }

    func validate() throws {
        for name in host where !Self.isName(name) {
            throw ValidationError(Strings.mistake.badHost(name))
        }
        guard !address.isLoopback, host.isEmpty else { return }
        throw ValidationError(Strings.mistake.needsHost(address.text))
    }

    /// Whether a browser can send a text as the name that it asks for: letters, digits and hyphens between full stops, or
    /// an address of IPv6 within brackets.
    private static func isName(_ text: String) -> Bool {
        let isAddress = text.hasPrefix("[") && text.hasSuffix("]")
        let bytes = isAddress ? text.utf8.dropFirst().dropLast() : text.utf8[...]
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2E || (isAddress ? byte == 0x3A : byte == 0x2D)
            }
    }
}

extension ListenAddress: ExpressibleByArgument {
    /// An address as a command line has it.
    public init?(argument: String) {
        self.init(argument)
    }
}
