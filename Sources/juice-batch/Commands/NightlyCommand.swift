internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch nightly`: applies the files of an inbox and puts them away.
struct NightlyCommand: ShopCommand {
    static let configuration = CommandConfiguration(
        commandName: "nightly",
        abstract: "Apply the files of an inbox to a ledger, one run each, in name order, and put them away.",
        discussion: """
            The folder holds, and is given where they are missing:
              inbox/              files wait here; hidden ones and *.part, *.partial,
                                  *.tmp are still being written
              shop.sqlite         the ledger
              reports/DATE/NAME/  the reports of a file
              done/DATE/          files that are applied
              failed/DATE/        files to be looked at, and put into the inbox again

            Options of run hold for each file, and so does what juice-batch.json in the
            folder and JUICE_BATCH_ variables say. All that is tried on nothing first, and
            no file is blamed for it. Only regular files are opened, and a file is put away
            only if it is still the one that was read. Called twice at once, the second
            call does nothing. Killed at any moment, the next night carries on.

            EXAMPLES
              juice-batch nightly
              juice-batch nightly --folder shop --settle 60 --menu menu.csv

            WHAT BECOMES OF A FILE
              code of its run   it goes to
              0, 3, 4           done/    3, 4: see to the rows in failure.csv
              5                 done/    an earlier run applied it
              64, 65, 66        failed/  it cannot be applied as it is
              none              failed/  applied, but written to after it was read (65)
              74, it changed    stays    still being written; the others go on
              70                stays, and all behind it: look before anything else runs
              any other         stays, and all behind it, for the next night

            EXIT CODES
              the code that stopped the night; else the largest of
              0 all done   3 some short (--fail-on shortage)   4 some rejected
              65 some went to failed/   74 some changed, or could not be put away
              75 also if another nightly is at work in the folder
            """)

    @Option(
        help: ArgumentHelp(
            "Where everything is, and from where paths count (default: the working folder).", valueName: "dir"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "How long a file must stay as it is before it is taken (default: 10).", valueName: "seconds"))
    var settle: String?

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Options of run.", valueName: "option"))
    var options: [String] = []

    func validate() throws {
        if settleMs == nil {
            let secondsMax = Int(NightRequest.settleSecondsAllowed.upperBound)
            throw ValidationError("--settle takes 0 to \(secondsMax) seconds, not '\(settle ?? "")'")
        }
        if let folder, folder.isEmpty || access(folder, F_OK) != 0 {
            throw ValidationError("there is no folder '\(folder)'")
        }
    }

    private var settleMs: Int? {
        let seconds = Double(settle ?? "10")
        guard let seconds, NightRequest.settleSecondsAllowed.contains(seconds) else { return nil }
        return Int(seconds * 1_000)
    }

    // What its folder has settled decides, which only it knows.
    var endLanguage: MessageLanguage? { nil }

    func perform() throws -> ExitStatus {
        let typed = ConfiguredArguments(["run"] + options)
        let variables = ShopConfiguration.processVariables
        var language = typed.language(variables: variables)
        if let folder, chdir(folder) != 0 { throw BatchError.unreadable(path: folder, errno: errno) }
        do {
            let command = try command(typed, variables)
            language = command.speech.language
            let night = NightRequest(run: try command.request(), settleMs: settleMs ?? 0)
            return ExitStatus(try Shop.ofProcess.night(night, telling: command.listener))
        } catch let error as SettingsError {
            let complaint = Complaint(error.cause)
            complaint.tell(in: language)
            let line = NightMessages(language).settings(code: complaint.status.rawValue)
            try StandardStream.output.writeAll(line + "\n")
            return complaint.status
        } catch {
            // The folder's settings may say a language that nobody outside knows of.
            let complaint = Complaint(error)
            complaint.tell(in: language)
            return complaint.status
        }
    }

    /// What was said before a night could begin does not make sense.
    private struct SettingsError: Error {
        let cause: any Error
    }

    /// The run of a file, but for the file.
    private func command(_ typed: ConfiguredArguments, _ variables: [String: String]) throws(SettingsError)
        -> RunCommand
    {
        do {
            for option in ["--ledger", "--output"] where typed.value(of: option) != nil {
                throw ValidationError("\(option) is for run: nightly has places of its own")
            }
            // What the folder's own names say goes before what is settled for run.
            let own = ["run", "--ledger=\(NightRequest.ledgerPath)", "--output=reports", "inbox"]
            let words = try ConfiguredArguments(own + options).completed(variables: variables)
            let command = try RunCommand.parse(Array(words.dropFirst()))
            if command.input.files.count > 1 {
                throw ValidationError("'\(command.input.files[1])' is no option: nightly takes files from inbox/")
            }
            // A night that is killed would apply a file once more, and one that only tries would put it away unread.
            if command.ledger.again || command.ledger.remake != nil || command.dryRun {
                throw ValidationError("--again and --dry-run are for run: nightly puts away what it has applied")
            }
            return command
        } catch {
            throw SettingsError(cause: error)
        }
    }
}
