package import JuiceBatch
internal import JuiceCore

/// Messages about problems with a ledger, and about its content.
extension MessageLanguage {
    private static let findingsMax = 10

    func commitUnknown(_ run: Int, _ ledger: String) -> String {
        pick(
            ko: "\(run: run, .object) 마무리하지 못했고, 장부에 기록되었는지 아직 알 수 없습니다. "
                + "juice-batch verify --ledger \(ledger) 명령을 실행하세요. 기록되었으면 보고서를 제자리로 옮깁니다.",
            en: "Run \(run) could not be finished, and the ledger may or may not contain it. To find out, run "
                + "juice-batch verify --ledger \(ledger). If the run was recorded, that command also puts its "
                + "reports in place.")
    }

    func unsound(_ path: String, _ findings: [LedgerFinding]) -> String {
        let text = pick(
            ko: "\(path): 장부의 기록이 서로 맞지 않습니다. 매장 폴더에서 juice-batch restore로 복구하세요.",
            en: "\(path): the ledger is inconsistent. Run juice-batch restore in the shop's folder.")
        return ([text] + findings.prefix(Self.findingsMax).map { self.text($0) } + more(findings.count))
            .joined(separator: " ")
    }

    private func more(_ count: Int) -> [String] { [andMoreSentence(count - Self.findingsMax, "가지")].compactMap(\.self) }

    func known(_ inputs: [KnownInput]) -> String {
        let shown = inputs.prefix(10).map { input in
            pick(
                ko: "\(input.path): 실행 #\(input.run)에서 이미 적용한 파일입니다.",
                en: "\(input.path): run \(input.run) has already applied this file.")
        }
        let rest = [andMoreSentence(inputs.count - shown.count, "개")].compactMap(\.self)
        let end = pick(
            ko: "아무것도 하지 않았습니다. 건너뛰려면 --skip-known, 그래도 적용하려면 --again을 붙이세요.",
            en: "Nothing was done. Add --skip-known to skip such files, or --again to apply them anyway.")
        return (shown + rest + [end]).joined(separator: " ")
    }

    func text(_ error: RestoreError) -> String {
        switch error {
        case .noBackup(let folder):
            pick(
                ko: "\(folder)/에 이 장부의 실행 기록과 맞는 정상 백업이 없습니다. 다른 곳에 둔 백업이 있으면 'juice-batch restore 파일'로 지정하세요.",
                en: "\(folder)/ has no intact backup that matches the run log. If there is a backup "
                    + "elsewhere, name it, as in juice-batch restore FILE.")
        case .otherLedger(let run, let log):
            pick(
                ko: "다른 장부의 백업입니다. \(run: run, .subject) 실행 기록 \(log)에 있는 것과 다릅니다.",
                en: "This is a backup of another ledger: its run \(run) differs from the one in the run log \(log).")
        case .missingInputs(let run, let inputs, let areExports): missing(run, inputs, areExports: areExports)
        case .different(let run, let log):
            pick(
                ko: "\(run: run, .object) 다시 적용한 결과가 실행 기록 \(log)와 달라 멈췄습니다. 그때 쓰던 버전의 juice-batch로 다시 실행하세요. 같은 버전이면 "
                    + "실행 기록을 다른 곳으로 옮기고 restore를 다시 실행한 다음, 실행 #\(run)부터의 파일을 다시 적용하세요.",
                en: "Applying run \(run) again gave a result that differs from the run log \(log), so the restore "
                    + "stopped. Use the version of juice-batch that first applied the run. If it was this version, "
                    + "move the run log aside, run restore again, and then apply the files of run \(run) and later "
                    + "runs again.")
        }
    }

    private func missing(_ run: Int, _ inputs: [(name: String, sha256: String)], areExports: Bool) -> String {
        let names = inputs.prefix(Self.findingsMax).map { "'\($0.name)' (SHA-256 \($0.sha256))" }
        let list = ([names.joined(separator: ", ")] + more(inputs.count)).joined(separator: " ")
        let part =
            pick(
                if: areExports, ko: " 체인 본사가 보낸 파일이고, 이 매장은 그 일부를 적용했습니다.",
                en: " The file is an export of the chain's head office, and this shop applied its part of it.") ?? ""
        return pick(
            ko: "실행 #\(run)에 쓴 파일을 찾을 수 없어 복구를 멈췄습니다: \(list).\(part) 파일이 있는 폴더를 --from DIR로 지정하면 이어서 복구합니다.",
            en: "An input of run \(run) cannot be found, so the restore stopped there: \(list).\(part) "
                + "Find the file and give its folder with --from DIR; then the restore continues.")
    }

    func text(_ error: LedgerError) -> String {
        switch error {
        case .notADatabase: pick(ko: "장부가 아닙니다. 파일 이름을 확인하세요.", en: "This is not a ledger. Check the file name.")
        case .newer(let version):
            pick(
                ko: "더 새로운 버전에서 만든 장부입니다(형식 \(version)). 프로그램을 업데이트하세요.",
                en: "A newer version of the program made this ledger (format \(version)). Update the program.")
        case .unknownForm(let version):
            pick(
                ko: "장부에 적힌 형식은 \(version)인데 테이블이 그 형식과 다릅니다. 정식 버전 이전의 프로그램이 만들었거나 직접 고친 장부입니다. 고치기 전의 백업을 쓰거나, "
                    + "stock.csv로 새 장부를 시작하세요.",
                en: "This ledger is marked as format \(version), but its tables do not match that format. A version "
                    + "before the first release made it, or it was changed by hand. Use a backup, or begin a new "
                    + "ledger with stock.csv.")
        case .stale(let run, let log):
            pick(
                ko: "예전 시점의 장부입니다. 실행 기록 \(log)에 있는 \(run: run, .subject) 장부에 없거나 내용이 다릅니다. "
                    + "가장 최근의 장부를 되돌려 놓거나, 매장 폴더에서 juice-batch restore로 복구하세요.",
                en: "This is an older copy of the ledger: run \(run) in the run log \(log) is missing from this "
                    + "copy, or differs. Put the newest ledger in its place, or run juice-batch restore in the "
                    + "shop's folder.")
        case .damagedLog(let log, let line):
            pick(
                ko: "장부의 실행 기록 \(log)의 \(line)번째 줄이 손상되었습니다. juice-batch history로 마지막 실행이 맞는지 보고, "
                    + "맞으면 이 파일을 다른 곳으로 옮기세요. 그다음에 실행하는 명령이 장부를 보고 새로 만듭니다.",
                en: "Line \(line) of the ledger's run log \(log) is damaged. If juice-batch history shows the latest "
                    + "run that you know of, move the run log aside; the next command creates it again from the "
                    + "ledger.")
        case .irregularFile(let path):
            pick(
                ko: "장부 옆의 \(path, .subject) 보통 파일이 아니라 링크나 폴더 등입니다. 원래 파일을 이 자리에 되돌려 놓으세요. 파일이 없어졌으면 이것을 다른 곳으로 옮기고, "
                    + "juice-batch verify와 history로 장부와 마지막 실행이 맞는지 보세요.",
                en: "\(path) beside the ledger is not a regular file but a link, a folder or the like. Put the file "
                    + "itself in this place. If it is lost, move this entry aside, and check the ledger and its latest "
                    + "run with juice-batch verify and history.")
        case .runsMissing(let log):
            pick(
                ko: "장부가 없거나 비어 있는데, 실행 기록 \(log)에는 이미 적용한 실행이 있습니다. 장부를 되돌려 놓거나, 매장 폴더에서 juice-batch restore로 복구하세요. "
                    + "새로 시작하려면 실행 기록을 다른 곳으로 옮기세요.",
                en: "The ledger is missing or empty, but its run log \(log) lists runs. Put the ledger back, or run "
                    + "juice-batch restore in the shop's folder. To begin a new ledger, move the run log aside.")
        case .restoring(let backup):
            pick(
                ko: "이 장부는 \(backup)에서 복구하다가 중단된 상태입니다. 아무것도 적용하지 않았습니다. 매장 폴더에서 juice-batch restore를 다시 "
                    + "실행하면 이어서 복구합니다.",
                en: "The restore of this ledger from \(backup) is not finished. Nothing was applied. Run "
                    + "juice-batch restore in the shop's folder again to continue.")
        case .linked(let count):
            pick(
                ko: "이 장부에는 하드 링크가 \(count)개 있습니다. 다른 이름으로 쓰면 기록을 잃을 수 있으니 하나만 남기세요.",
                en: "This ledger has \(count) names (hard links). If it is used under another name, runs can be lost. "
                    + "Keep only one name.")
        case .damaged:
            pick(
                ko: "장부 파일이 손상되었습니다. 매장 폴더에서 juice-batch restore로 복구하세요.",
                en: "The ledger file is damaged. Run juice-batch restore in the shop's folder.")
        case .missing: pick(ko: "비어 있는 장부입니다. 기록된 실행이 없습니다.", en: "The ledger is empty: it has no runs.")
        case .disappeared(let evidence):
            pick(
                ko: "장부가 없거나 비었는데, \(evidence)에는 적용한 기록이 있습니다. 매장 폴더에서 juice-batch restore로 복구하세요. 새 장부로 시작하려면 done/, "
                    + "repeated/, backup/, reports/를 다른 곳으로 옮기세요.",
                en: "The ledger is missing or empty, but \(evidence) shows that a ledger existed. Run juice-batch "
                    + "restore in the shop's folder; to begin a new ledger, move done/, repeated/, backup/ and "
                    + "reports/ elsewhere.")
        case .unmounted(let target): unmounted(target)
        }
    }

    private func unmounted(_ target: String) -> String {
        pick(
            ko: "장부는 \(target)의 링크인데 그 파일이 없습니다. 다른 디스크나 공유 폴더에 있다면 다시 연결하고 실행하세요. "
                + "없어진 파일이라면 링크를 지우고, 그 옆에 있던 \(target).runs와 \(target).shift를 매장 폴더에 shop.sqlite.runs와 "
                + "shop.sqlite.shift로 옮긴 다음, 거기에서 juice-batch restore로 복구하세요.",
            en: "The ledger is a link to \(target), which is missing. If that file is on another disk or a network "
                + "share, mount that disk or share again. If the file is lost, remove the link, move \(target).runs "
                + "and \(target).shift, if they exist, to the shop's folder as shop.sqlite.runs and "
                + "shop.sqlite.shift, and run juice-batch restore there.")
    }

    private func text(_ finding: LedgerFinding) -> String {
        func isWrong(_ run: Int, ko: String, en: String) -> String {
            pick(ko: "실행 #\(run)의 기록이 맞지 않습니다(\(ko)).", en: "The record of run \(run) is wrong (\(en)).")
        }
        return switch finding {
        case .damagedFile(let text): pick(ko: "파일이 손상되었습니다(\(text)).", en: "The file is damaged (\(text)).")
        case .changedRun(let run):
            isWrong(run, ko: "나중에 바뀜, 또는 앞 실행이 없음", en: "changed later, or an earlier run is missing")
        case .wrongStock(let fruit, let stock, let sum):
            pick(
                ko: "\(fruit): 재고는 \(grouped(stock))개인데 입고와 사용을 모두 더하면 \(grouped(sum))개입니다.",
                en: "\(fruit): stock is \(grouped(stock)), but all movements add up to \(grouped(sum)).")
        case .brokenMovement(let run, let fruit): isWrong(run, ko: "\(fruit) 재고 변화", en: "movement of \(fruit)")
        case .brokenCups(let run, ""): isWrong(run, ko: "만들거나 취소한 잔", en: "cups served and cancelled")
        case .brokenCups(let run, let juice): isWrong(run, ko: "\(juice) 잔 수", en: "cups of \(juice)")
        case .wrongCups(let juice, let cups, let sum):
            pick(
                ko: "\(juice): 취소할 수 있는 잔은 \(grouped(cups))잔인데 모든 실행의 잔을 더하면 \(grouped(sum))잔입니다.",
                en: "\(juice): \(counted(cups, "cup")) can be cancelled according to the ledger, but \(grouped(sum)) "
                    + "according to all runs.")
        case .changedIDs(let run): isWrong(run, ko: "쓴 번호", en: "ids that it used")
        case .changedChainRecord(let run): isWrong(run, ko: "본사 보고용 결과", en: "figures for head office")
        case .changedHeader:
            pick(
                ko: "장부의 헤더 정보(번호 해시의 시드 등)가 나중에 바뀌었습니다.",
                en: "The ledger header, which contains the seed of the id hashes, was changed after it was written.")
        case .danglingReference(let text), .contradiction(let text):
            pick(ko: "기록끼리 어긋납니다(\(text)).", en: "Two records contradict each other (\(text)).")
        }
    }

    /// The message for reports that could not be moved to their folder.
    package func misplaced(_ reports: MisplacedReports) -> String {
        let run = reports.run
        switch reports.state {
        case .inPlace: return pick(ko: "실행 #\(run)의 보고서는 제자리에 있습니다.", en: "The reports of run \(run) are in place.")
        case .staged:
            return pick(
                ko: "\(run: run, .topic) 보고서를 제자리로 옮기기 전에 중단되었습니다. run, reverse, settle, verify 중 하나를 실행하면 보고서를 옮깁니다.",
                en: "Run \(run) was interrupted before its reports were in place; the next 'run', 'reverse', "
                    + "'settle' or 'verify' command moves them into place.")
        case .beside(let folder):
            return pick(
                ko: "실행 #\(run)의 보고서를 제자리로 옮길 수 없어 \(folder)에 두었습니다.",
                en: "The reports of run \(run) could not be put in place; they are in \(folder).")
        case .missing(let target):
            let command = "--remake \(run) --output \(Escaping.shell(target)) --ledger"
            return pick(
                ko: "실행 #\(run)의 보고서를 찾을 수 없습니다(\(target)). 입력 파일이 있으면 juice-batch run \(command) 장부 파일 명령으로 다시 만드세요.",
                en: "The reports of run \(run) cannot be found (\(target)). If you have its inputs, rebuild the "
                    + "reports with juice-batch run \(command) LEDGER FILE.")
        }
    }

    func irreversible(_ run: Int, _ obstacles: [ReversalObstacle<String>], _ blockingRuns: [Int]) -> String {
        let shown = list(obstacles.map { text($0) }, max: 20)
        let isOfStock = obstacles.contains { if case .stock = $0 { true } else { false } }
        let cause =
            isOfStock
            ? pick(ko: "재고가 맞지 않습니다", en: "because of the current stock")
            : pick(ko: "그 뒤에 취소한 주문이 있습니다", en: "because some of its orders were cancelled later")
        let runs = list(blockingRuns.map { "\($0)" }, max: 20)
        let isOne = blockingRuns.count == 1
        let reversals = pick(
            if: !blockingRuns.isEmpty, ko: "실행 #\(runs, .object) \(isOne ? "" : "이 순서로 ")먼저 취소하",
            en: "reverse \(isOne ? "run \(runs) first" : "runs \(runs) first, in this order")")
        let steps = [reversals, movements(against: obstacles)].compactMap(\.self)
        let advice = pick(
            if: !steps.isEmpty, ko: "\(steps.joined(separator: "거나 "))면 취소할 수 있습니다. ",
            en: "To make this possible, \(steps.joined(separator: ", or ")). ")
        return pick(
            ko: "\(run: run, .topic) 취소할 수 없습니다. \(cause): \(shown). \(advice ?? "")아무것도 적용하지 않았습니다.",
            en: "Run \(run) cannot be reversed \(cause) (\(shown)). \(advice ?? "")Nothing was applied.")
    }

    /// The movements that would make a reversal possible, without the ending of the Korean verb.
    ///
    /// Nil if orders were cancelled, which no movement can undo, or if there are more than 20 obstacles.
    private func movements(against obstacles: [ReversalObstacle<String>]) -> String? {
        guard (1...20).contains(obstacles.count) else { return nil }
        var (restocks, discards): ([String], [String]) = ([], [])
        for obstacle in obstacles {
            guard case .stock(let fruit, let missing) = obstacle else { return nil }
            let amount = pick(ko: "\(fruit) \(grouped(abs(missing)))개", en: "\(grouped(abs(missing))) of \(fruit)")
            if missing > 0 { restocks.append(amount) } else { discards.append(amount) }
        }
        let (restocked, discarded) = (restocks.joined(separator: ", "), discards.joined(separator: ", "))
        let restock = pick(if: !restocks.isEmpty, ko: "\(restocked)를 입고하", en: "restock \(restocked)")
        let discard = pick(if: !discards.isEmpty, ko: "\(discarded)를 폐기하", en: "discard \(discarded)")
        return [restock, discard].compactMap(\.self).joined(separator: pick(ko: "고 ", en: " and "))
    }

    private func text(_ obstacle: ReversalObstacle<String>) -> String {
        switch obstacle {
        case .stock(let fruit, let missing) where missing > 0:
            pick(ko: "\(fruit) \(grouped(missing))개 모자람", en: "\(fruit): \(grouped(missing)) missing")
        case .stock(let fruit, let missing):
            pick(ko: "\(fruit) \(grouped(-missing))개 넘침", en: "\(fruit): \(grouped(-missing)) over the limit")
        case .cancelled(let juice, let cups):
            pick(ko: "\(juice) \(grouped(cups))잔 취소됨", en: "\(juice): \(counted(cups, "cup")) cancelled")
        }
    }

    func ledgerUsage(_ error: RequestError) -> String {
        switch error {
        case .ledgerIsInput(let path):
            pick(ko: "\(path): 장부는 입력으로 쓸 수 없습니다.", en: "\(path): the ledger cannot be an input.")
        case .stockOfExistingLedger(let path):
            pick(
                ko: "\(path): 이미 재고가 있는 장부입니다. --stock은 새 장부를 시작할 때만 씁니다. 실제로 센 재고는 실사(count)로 적용하세요.",
                en: "\(path): this ledger already has stock. --stock is only for a new ledger; "
                    + "to correct stock after a count, run a file with rows whose action is 'count'.")
        case .noSuchRun(let run, let last):
            pick(
                ko: "\(run: run, .topic) 장부에 없습니다. 장부에는 실행이 \(last)건 있습니다.",
                en: "The ledger has no run \(run). It has \(counted(last, "run")).")
        case .alreadyReversed(let run, let by):
            pick(
                ko: "\(run: run, .topic) \(run: by, .subject) 이미 취소했습니다.",
                en: "Run \(run) has already been reversed by run \(by).")
        case .isReversal(let run):
            pick(
                ko: "\(run: run, .topic) 다른 실행을 취소한 기록이라 취소할 수 없습니다. 되살리려면 취소한 실행의 파일을 다시 실행하거나, 그 행을 settle로 다시 "
                    + "완료 처리하세요.",
                en: "Run \(run) is a reversal and cannot be reversed. To undo it, run the files of the reversed run "
                    + "again, or close its rows with settle again.")
        case .hasNoRejectedRows(let run): pick(ko: "실행 #\(run)에는 거절된 행이 없습니다.", en: "Run \(run) has no rejected rows.")
        case .notRejected(let run, let row, let rejected):
            pick(
                ko: "실행 #\(run)에는 --row \(row)에 맞는 거절된 행이 없습니다. 거절된 행: \(rejected.joined(separator: "; ")).",
                en: "Run \(run) has no rejected row that matches --row \(row). Its rejected rows: "
                    + "\(rejected.joined(separator: "; ")).")
        case .ambiguousRow(let run, let line, let rows):
            pick(
                ko: "실행 #\(run)에서는 여러 입력 파일의 \(line)번째 줄이 거절되었습니다. 하나를 고르세요: "
                    + "\(rows.map { "--row \($0)" }.joined(separator: ", ")).",
                en: "Several inputs of run \(run) have a rejected row on line \(line). Choose one: "
                    + "\(rows.map { "--row \($0)" }.joined(separator: ", ")).")
        case .alreadySettled(let run, let row, let by):
            pick(
                ko: "실행 #\(run)의 거절된 행\(row.map { "(\($0))" } ?? "")은 실행 #\(by)에서 이미 완료 처리했습니다.",
                en: "Rejected rows of run \(run)\(row.map { " (\($0))" } ?? "") were already closed by run \(by).")
        case .otherInputs(let run):
            pick(
                ko: "실행 #\(run)의 입력이 아닙니다. 그때 쓴 파일을 같은 순서로 적으세요. 파일별 SHA-256은 juice-batch history --json에 나옵니다.",
                en: "These are not the inputs of run \(run). Give the files of that run in the same order; juice-batch "
                    + "history --json lists the SHA-256 of each.")
        case .otherSettings(let run):
            pick(
                ko: "지금의 설정으로는 \(run: run, .with) 같은 결과가 나오지 않습니다. 그때 쓴 메뉴와 옵션(--menu, --column 등)을 붙이세요. 아무것도 쓰지 "
                    + "않았습니다.",
                en: "These settings do not reproduce the result of run \(run). Give the menu and options "
                    + "of that run (--menu, --column and the like). Nothing was written.")
        case .malformedColumn, .columnNotFound, .exportSettings, .malformedExpectation, .noDate, .inputInOutput,
            .ledgerInOutput, .sameBytes, .standardInputTwice, .chain:
            preconditionFailure("The error does not concern a ledger")
        }
    }

    // MARK: - Restore, one line each

    /// The message for an unusable backup that was skipped; the problem is a sentence with its path.
    package func skippedBackup(_ problem: String) -> String {
        line(ko: "쓸 수 없는 백업을 건너뛰었습니다. \(problem)", en: "an unusable backup was skipped. \(problem)")
    }

    package func nothingToRestore(runs: Int) -> String {
        line(
            ko: "복구할 것이 없습니다. 장부는 정상이고 실행 기록에 있는 실행이 모두 있습니다(실행 \(grouped(runs))건).",
            en: "nothing to restore: the ledger is consistent and has all runs in its run log (\(counted(runs, "run")))"
        )
    }

    /// The message of a dry run with the backup that would replace the ledger.
    package func wouldInstallBackup(_ backup: String, runs: Int) -> String {
        line(
            ko: "\(backup, .object) 장부로 사용합니다(실행 #\(runs)까지).",
            en: "would use \(backup) as the ledger; it has \(counted(runs, "run"))")
    }

    /// The message of a dry run that an incomplete restore would continue.
    package func wouldContinueRestore(runs: Int) -> String {
        line(
            ko: "끝나지 않은 복구를 이어서 진행합니다(지금 장부에는 실행 #\(runs)까지 있음).",
            en: "would continue an incomplete restore; the ledger has \(counted(runs, "run")) so far")
    }

    /// The message for a run that was applied again, or in a dry run would be; it may reverse a run or close its rows.
    package func appliedAgain(_ run: Int, reversed: Int?, settled: Int?, isDryRun: Bool) -> String {
        var (korean, english) = ("", "")
        if let reversed {
            (korean, english) = ("(실행 #\(reversed) 취소)", ", which reverses run \(reversed)")
        } else if let settled {
            (korean, english) = ("(실행 #\(settled)의 행 완료 처리)", ", which closes rows of run \(settled)")
        }
        let start = "\(run: run, .object)"
        return isDryRun
            ? line(ko: "\(start) 다시 적용합니다\(korean).", en: "would apply run \(run) again\(english)")
            : line(ko: "\(start) 다시 적용했습니다\(korean).", en: "run \(run) was applied again\(english)")
    }

    /// The line about an input that was found at a path.
    package func replayedInput(_ name: String, existingAt path: String) -> String {
        Escaping.terminal("  \(name): \(path)")
    }

    /// The line about an input that is rebuilt, since it was a report of an earlier run.
    package func replayedInput(_ name: String, writtenByRun run: Int) -> String {
        line(ko: "  \(name): 실행 #\(run)의 보고서를 다시 만들어 씁니다.", en: "  \(name): rebuilt from run \(run)")
    }

    /// The line about an input that cannot be found, with its SHA-256 in hex.
    package func replayedInput(_ name: String, lostCopy sha256: String) -> String {
        line(ko: "  \(name): 찾을 수 없습니다(SHA-256 \(sha256)).", en: "  \(name): not found (SHA-256 \(sha256))")
    }

    package var restoreDryRunNote: String { line(ko: "아무것도 바꾸지 않았습니다.", en: "nothing was changed") }

    /// The message after a backup has replaced the ledger, if there was one, which is now at the path `before`.
    package func installedBackup(_ backup: String, runs: Int, before: String?) -> String {
        line(
            ko: "이제 \(backup, .object) 장부로 사용합니다(실행 #\(runs)까지)."
                + (before.map { " 원래 장부는 \($0)에 있습니다." } ?? ""),
            en: "\(backup) is now the ledger; it has \(counted(runs, "run"))"
                + (before.map { "; the old ledger is now \($0)" } ?? ""))
    }

    /// The message that all runs are restored, as far as is known; `missingLog` is the path of a missing run log.
    package func restoreComplete(runs: Int, missingLog: String?) -> String {
        if let missingLog {
            return line(
                ko: "장부를 실행 #\(runs)까지 복구했고 검산도 맞습니다. 실행 기록 \(missingLog, .subject) "
                    + "없어서 그 뒤의 실행은 알 수 없습니다. 그 뒤에 적용한 파일이 있으면 다시 적용하세요.",
                en: "the ledger is restored up to run \(runs) and is consistent. There was no run log \(missingLog), "
                    + "so later runs are unknown. If there were any, apply their files again")
        }
        return line(
            ko: "장부를 복구했습니다. 실행 \(grouped(runs))건이 모두 있고 검산도 맞습니다.",
            en: "the ledger is restored: it has all \(counted(runs, "run")) and is consistent")
    }

    package var restoreIncomplete: String {
        line(
            ko: "복구를 끝내지 못했습니다. 다시 실행하면 이어서 복구합니다. 복구가 끝날 때까지 다른 파일은 적용할 수 없습니다.",
            en: "the restore is not complete; run juice-batch restore again. Until then, no other files can be applied")
    }
}

extension RecordedRun.Kind {
    /// The kind of a run in one or two words or, if it was reversed, the run that reversed it.
    func text(_ language: MessageLanguage, reversedBy other: Int?) -> String {
        if let other { return language.pick(ko: "실행 #\(other)에서 취소", en: "reversed by run \(other)") }
        return switch self {
        case .orders: language.pick(ko: "주문", en: "orders")
        case .retry: language.pick(ko: "실패한 행 재실행", en: "failed rows run again")
        case .stock: language.pick(ko: "주문 없음", en: "no orders")
        case .nothing: language.pick(ko: "적용한 행 없음", en: "nothing applied")
        case .reversal: language.pick(ko: "실행 취소", en: "reversal")
        case .settlement: language.pick(ko: "거절된 행 완료 처리", en: "rejected rows closed")
        }
    }
}
