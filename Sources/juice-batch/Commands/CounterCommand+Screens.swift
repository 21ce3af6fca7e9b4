internal import ArgumentParser
internal import JuiceCounter
internal import JuiceReports

extension CounterCommand {
    /// The screens that are asked for.
    func screens() throws -> any CounterScreens {
        if isOnTerminal {
            guard TerminalScreens.arePossible else {
                throw ValidationError(Says.mistake.noTerminal)
            }
            return TerminalScreens(speech.language, ink: terminal.output.ink)
        }
        return webScreens
    }

    private var webScreens: WebScreens {
        let wording = CounterWording(speech.language)
        return WebScreens(web.address, names: web.host, wording) { [web] news in
            switch news {
            case .listensBeyond(let address):
                StandardStream.error.write("juice-batch: \(wording.listensBeyond(address))\n")
            case .opened(let link):
                try StandardStream.output.writeAll(wording.opened(link) + "\n")
                if web.open { Browser.open(link) }
            }
        }
    }
}
