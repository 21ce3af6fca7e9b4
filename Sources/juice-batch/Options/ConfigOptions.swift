internal import ArgumentParser

/// Where a command finds what the shop has settled once.
struct ConfigOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Settings (default: juice-batch.json of the working folder, if there).", valueName: "file"))
    var config: String?

    func validate() throws {
        if config == "" { throw ValidationError("--config names no file") }
    }
}
