internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceCounter
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch counter`: opens a shift with its screens; `counter close` closes the shift.
struct CounterCommand: ShopCommand {
    static let configuration = CommandConfiguration("counter")

    /// The subcommands of `counter` besides opening a shift.
    enum Subcommand: String, ExpressibleByArgument, CaseIterable {
        case close
        case forget
    }

    @Argument(help: HelpTexts["counter close"]) var subcommand: Subcommand?
    @OptionGroup var ledger: LedgerArguments
    @OptionGroup var wait: LockWaitOptions

    @Option(name: .customLong("journal"), help: HelpTexts["counter --journal"], completion: .directory)
    var shiftLogFolder: String?

    @Option(help: HelpTexts["counter --menu"], completion: .file()) var menu: String?

    @Option(name: .shortAndLong, help: HelpTexts["counter --output"], completion: .directory)
    var output: String?

    @OptionGroup var reportOptions: ReportOptions
    @Option(help: HelpTexts["counter --listen"]) var listen: String?
    @Option(help: HelpTexts["counter --host"]) var host: [String] = []
    @Flag(help: HelpTexts["counter --open"]) var open = false
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions

    private var address: ListenAddress { listen.flatMap { ListenAddress($0) } ?? .usual }

    func validate() throws {
        if let listen, ListenAddress(listen) == nil { throw ValidationError { $0.badAddress(listen) } }
        // Letters, digits, hyphens, full stops, or IPv6 in brackets, as in a request's host name.
        for name in host where name.wholeMatch(of: /[0-9A-Za-z.-]+|\[[0-9A-Za-z.:]+\]/) == nil {
            throw ValidationError { $0.badHost(name) }
        }
        if !address.isLoopback && host.isEmpty { throw ValidationError { $0.needsHost(address.text) } }
        if shiftLogFolder == "" { throw ValidationError { $0.emptyName("--journal") } }
        if output == "" { throw ValidationError { $0.emptyName("--output") } }
    }

    func perform() throws -> ExitStatus {
        switch subcommand {
        case nil: return try openShift()
        case .close:
            let outcome = try Shop.ofProcess.closeShift(
                of: ledger.request(wait), by: reportRequest, notifying: listener)
            if let outcome { return outcome.exitStatus }
            StandardStream.error.writeLine(common.language.noShiftOpen(ledger.ledger))
            return .done
        case .forget:
            let count = try Shop.ofProcess.pairedScreens(ledger.request(wait)).forget()
            return try finish(printing: common.language.forgotten(count) + "\n")
        }
    }

    private func openShift() throws -> ExitStatus {
        let (shop, language) = (Shop.ofProcess, common.language)
        let shift = try shop.openShift(
            on: ledger.request(wait), logsIn: shiftLogFolder, menuAt: menu, process: getpid(),
            language: common.reportLanguage, notifying: listener)
        let bookingQueue = BookingQueue(shift) { [reportRequest, listener] in
            shift.report(of: try shift.close(reportRequest, notifying: listener))
        }
        var signal: Int32 = 0
        do {
            let pages = CounterPages(language, shop: reportOptions.shopName.shop, currency: reportOptions.money.sign)
            try bookingQueue.showScreens(
                at: address, names: host, paired: shop.pairedScreens(ledger.request(wait)), now: { time(nil) }, pages,
                onListening: {
                    if address.isLoopback { return }
                    StandardStream.error.writeLine(language.acceptsOtherMachines(address.text))
                },
                onLink: { link in
                    try StandardStream.output.writeAll(language.opened(link) + "\n")
                    if open { openInBrowser(link) }
                },
                until: {
                    signal = CancellationToken.ofProcess.consumeSignal()
                    return signal != 0
                })
        } catch {
            // If the screens cannot be shown, for example because the port is in use, no open shift is left behind.
            try? shift.withdraw(notifying: listener)
            throw error
        }
        // A hang-up, such as a closed terminal window, leaves the shift open for the next counter.
        if signal == SIGHUP { return ExitStatus(.hungUp) }
        if case .withoutRun(let error)? = bookingQueue.shiftEnd { throw error }
        let outcome = try shift.close(reportRequest, notifying: listener)
        if case .byAnotherProcess? = bookingQueue.shiftEnd {
            StandardStream.error.writeLine(language.closedElsewhere)
        }
        return outcome?.exitStatus ?? .done
    }

    /// The request that applies the shift log and writes the shift's reports.
    private var reportRequest: RunRequest {
        var request = RunRequest(input: InputRequest(paths: []), language: common.reportLanguage)
        request.messageLanguage = common.language
        request.output = output
        request.index = output == nil ? .createOrUpdate : .updateExisting
        reportOptions.apply(to: &request)
        return request
    }

    private var listener: CommandListener {
        CommandListener(language: common.language, summary: .text, allowsColours: !terminal.noColor)
    }
}
