internal import ArgumentParser
internal import JuiceCounter

/// Where the screens in browsers are to be had.
struct WebOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where the screens are to be had (default: 127.0.0.1:8300).", valueName: "address:port"))
    var listen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "A name or address by which other machines ask for the screens; repeatable, and needed with --listen beyond "
                + "this machine (default: none).", valueName: "name"))
    var host: [String] = []

    @Flag(help: "Open a browser with the screens, where there is one (default: off).")
    var open = false

    /// Where to listen.
    var address: ListenAddress { listen ?? .usual }

    func validate() throws {
        for name in host where !Self.isName(name) {
            throw ValidationError("--host \(name): write a name or an address, such as counter.lan, without its port")
        }
        guard !address.isLoopback, host.isEmpty else { return }
        throw ValidationError(
            "--listen \(address.text) is beyond this machine: --host has to say by which names others ask for it")
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
