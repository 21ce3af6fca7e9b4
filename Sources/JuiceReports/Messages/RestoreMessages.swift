/// The messages of `restore`, one line each.
extension MessageLanguage {
    /// The message for an unusable backup that was skipped; the problem is a sentence with its path.
    package func skippedBackup(_ problem: String) -> String {
        line(ko: "쓸 수 없는 백업을 건너뛰었습니다. \(problem)", en: "an unusable backup was skipped. \(problem)")
    }

    /// The message that the ledger needs no restore.
    package func nothingToRestore(runs: Int) -> String {
        line(
            ko: "복구할 것이 없습니다. 장부는 정상이고 실행 기록에 있는 실행이 모두 있습니다(실행 \(grouped(runs))건).",
            en: "nothing to restore: the ledger is consistent and has all runs in its run log (\(counted(runs, "run")))"
        )
    }

    /// The message of a dry run with the backup that would replace the ledger.
    package func wouldInstallBackup(_ backup: String, runs: Int) -> String {
        line(
            ko: "\(backup)\(Particle.object.withParticle(backup)) 장부로 사용합니다(실행 #\(runs)까지).",
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
        let start = Particle.object.runWithParticle(run)
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

    /// The last message of a dry run.
    package var restoreDryRunNote: String { line(ko: "아무것도 바꾸지 않았습니다.", en: "nothing was changed") }

    /// The message after a backup has replaced the ledger, if there was one, which is now at the path `before`.
    package func installedBackup(_ backup: String, runs: Int, before: String?) -> String {
        line(
            ko: "이제 \(backup)\(Particle.object.withParticle(backup)) 장부로 사용합니다(실행 #\(runs)까지)."
                + (before.map { " 원래 장부는 \($0)에 있습니다." } ?? ""),
            en: "\(backup) is now the ledger; it has \(counted(runs, "run"))"
                + (before.map { "; the old ledger is now \($0)" } ?? ""))
    }

    /// The message that all runs are restored, as far as is known; `missingLog` is the path of a missing run log.
    package func restoreComplete(runs: Int, missingLog: String?) -> String {
        if let missingLog {
            return line(
                ko: "장부를 실행 #\(runs)까지 복구했고 검산도 맞습니다. 실행 기록 \(missingLog)\(Particle.subject.withParticle(missingLog)) "
                    + "없어서 그 뒤의 실행은 알 수 없습니다. 그 뒤에 적용한 파일이 있으면 다시 적용하세요.",
                en: "the ledger is restored up to run \(runs) and is consistent. There was no run log \(missingLog), "
                    + "so later runs are unknown. If there were any, apply their files again")
        }
        return line(
            ko: "장부를 복구했습니다. 실행 \(grouped(runs))건이 모두 있고 검산도 맞습니다.",
            en: "the ledger is restored: it has all \(counted(runs, "run")) and is consistent")
    }

    /// The message that the restore stopped before all runs were applied.
    package var restoreIncomplete: String {
        line(
            ko: "복구를 끝내지 못했습니다. 다시 실행하면 이어서 복구합니다. 복구가 끝날 때까지 다른 파일은 적용할 수 없습니다.",
            en: "the restore is not complete; run juice-batch restore again. Until then, no other files can be applied")
    }
}
