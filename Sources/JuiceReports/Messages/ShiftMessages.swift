internal import JuiceBatch

/// The messages about a shift of the counter, apart from those on its screens.
extension MessageLanguage {
    /// The message for an open shift that keeps other commands from changing the ledger.
    func shiftOpen(_ ledger: String, _ shift: OpenShift, isAtWork: Bool) -> String {
        let (since, shiftLog, process) = (shift.openedAt, shift.shiftLog, shift.process)
        let holder =
            isAtWork
            ? pick(
                ko: "카운터가 프로세스 \(process)\(Particle.toward.behind("\(process)")) 실행 중입니다",
                en: "the counter is running as process \(process)")
            : pick(ko: "실행 중인 카운터는 없습니다", en: "no counter is running")
        return pick(
            ko: "\(ledger): \(since)부터 카운터 근무가 열려 있어 장부를 바꿀 수 없습니다. \(holder)(카운터 기록 \(shiftLog)). "
                + "마감하려면: juice-batch counter close --ledger \(ledger)",
            en:
                "\(ledger): a counter shift has been open since \(since), so the ledger cannot be changed; \(holder) "
                + "(shift log \(shiftLog)). To close it: juice-batch counter close --ledger \(ledger)")
    }

    /// The message that there is no shift to close.
    package func noShiftOpen(_ ledger: String) -> String {
        pick(ko: "\(ledger): 열려 있는 근무가 없습니다.", en: "\(ledger): no shift is open.")
    }

    /// The message for a shift that keeps its menu, although another one was requested.
    package var menuKept: String {
        pick(
            ko: "마감하지 않은 근무에는 시작할 때의 메뉴를 계속 씁니다. 새 메뉴는 다음 근무부터 씁니다.",
            en:
                "The open shift keeps the menu it began with; the new menu is used from the next shift on."
        )
    }

    /// The message for a shift log with which the counter cannot continue.
    func text(_ path: String, _ fault: ShiftLogError) -> String {
        "\(path): " + text(fault)
    }

    private func text(_ fault: ShiftLogError) -> String {
        switch fault {
        case .missing:
            pick(
                ko: "카운터 기록이 없습니다. 디스크가 연결되어 있는지 확인하세요. 정말 없어졌으면 juice-batch counter close로 기록 없이 근무를 끝내세요.",
                en:
                    "The shift log is gone. Check that its disk is mounted; if it is lost, juice-batch counter "
                    + "close ends the shift without it.")
        case .replaced:
            pick(
                ko: "카운터 기록이 있던 자리에 다른 파일이 있어 그대로 두었습니다. juice-batch counter close를 실행하면 이 파일 없이 근무를 끝냅니다. "
                    + "이 파일이 맞는 기록이면 그 뒤에 run으로 적용하세요.",
                en: "The shift log has been replaced by another file, which was left unchanged. juice-batch counter "
                    + "close ends the shift without that file. If it is the right one, apply it with run afterwards.")
        case .setAside(let line, let aside):
            pick(
                ko: "\(line)번째 줄이 카운터가 쓴 기록이 아니어서 아무것도 적용하지 않고 근무를 끝냈습니다. "
                    + "파일은 \(aside)\(Particle.toward.behind(aside)) 옮겼습니다. 살펴보고 맞으면 run으로 적용하세요.",
                en:
                    "Line \(line) was not written by a counter, so nothing was applied: the file was set aside as "
                    + "\(aside), and the shift has ended. Check it; if it is right, apply it with run.")
        case .leftBehind(let openedAfter, let lastRun):
            pick(
                ko: "실행 #\(openedAfter) 다음에 시작한 근무인데, 장부의 마지막 실행은 #\(lastRun)입니다. 장부를 백업으로 바꾸었는지 확인하세요.",
                en:
                    "The shift was opened after run \(openedAfter), but the ledger is at run \(lastRun). Check whether the "
                    + "ledger was restored from a backup.")
        case .inDoubt(let errno):
            pick(
                ko: "기록을 쓰다가 오류가 났습니다(\(SystemError(number: errno).text)). 기록되었는지 알 수 없습니다. 카운터를 다시 여세요.",
                en:
                    "Writing a row failed (\(SystemError(number: errno).text)), and it is not known whether it was written. "
                    + "Open the counter again.")
        case .contradicted(let row):
            pick(
                ko: "\(row)번째 기록의 결과가 카운터 화면에 나온 결과와 다릅니다. 마감하지 않았습니다.",
                en: "The result of row \(row) differs from what the counter announced. The shift stays open.")
        }
    }
}
