/// The messages of a nightly run about removals, and about a dry run.
extension NightMessages {
    package func removed(reports: Int, files: Int, olderThanDays days: Int) -> String {
        line(
            ko: "\(grouped(days))일이 지난 보고서 \(grouped(reports))개와 파일 \(grouped(files))개를 지웠습니다.",
            en: "removed \(counted(reports, "report")) and \(counted(files, "file")), older than "
                + counted(days, "day"))
    }

    package func openStay(_ paths: [String]) -> String {
        line(
            ko: "오래되었지만 남은 일이 있는 것은 지우지 않습니다 (\(grouped(paths.count))개): \(list(paths))",
            en: "old, and kept, since something in it is still open (\(grouped(paths.count))): \(list(paths))")
    }

    package func strangeStay(_ paths: [String]) -> String {
        line(
            ko: "오래되었지만 장부가 모르거나 보고서가 아닌 것은 지우지 않습니다 (\(grouped(paths.count))개): \(list(paths))",
            en:
                "old, and kept, since the ledger does not know it or it is no report (\(grouped(paths.count))): \(list(paths))"
        )
    }

    /// The first twenty of them.
    private func list(_ paths: [String]) -> String {
        paths.prefix(20).joined(separator: ", ") + (paths.count > 20 ? ", …" : "")
    }

    package func notRemoved(_ path: String, errno: Int32) -> String {
        let reason = SystemWording(language).text(errno)
        return line(ko: "\(path): 지우지 못했습니다 (\(reason)).", en: "\(path): cannot be removed (\(reason))")
    }

    package var removalStopped: String {
        line(
            ko: "오래된 것을 지우다 멈췄습니다. 다음 밤에 이어서 합니다.",
            en: "removing what is old has stopped; the next night goes on with it")
    }

    package func wouldCloseShift(_ journal: String) -> String {
        line(
            ko: "카운터 영업을 마감하고 \(journal)\(Particle.object.behind(journal)) 먼저 적용합니다.",
            en: "would close the counter's shift first, and apply \(journal)")
    }

    package func wouldApply(_ name: String) -> String {
        line(ko: "\(name): 적용합니다.", en: "\(name): would be applied")
    }

    package func wouldRepeat(_ name: String, run: Int) -> String {
        line(
            ko: "\(name): \(run)번 실행에서 적용한 파일과 내용이 같아 repeated로 치웁니다.",
            en: "\(name): would be put aside to repeated/, since run \(run) applied the same bytes")
    }

    /// - Parameter first: the file before it with the same bytes.
    package func wouldRepeat(_ name: String, first: String) -> String {
        line(
            ko: "\(name): \(first)\(Particle.with.behind(first)) 내용이 같아 repeated로 치웁니다.",
            en: "\(name): would be put aside to repeated/, since \(first) has the same bytes")
    }

    package func wouldRemove(_ path: String) -> String {
        line(ko: "\(path): 지웁니다.", en: "\(path): would be removed")
    }

    package var rehearsed: String {
        line(ko: "해 보기만 했습니다. 바뀐 것은 없습니다.", en: "a dry run; nothing was changed")
    }
}
