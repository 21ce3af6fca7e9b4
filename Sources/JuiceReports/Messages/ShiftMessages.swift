internal import JuiceBatch

/// The sentences for what has to do with a shift of the counter, but for those on its screens.
extension MessageLanguage {
    /// The message for a shift that keeps others from changing a ledger.
    func text(_ found: ShiftInTheWay) -> String {
        let (since, shiftLog) = (found.shift.openedAt, found.shift.shiftLog)
        let process = found.shift.process
        let holder =
            found.isAtWork
            ? pick(ko: "\(process)번 프로세스의 카운터가 쓰고 있습니다", en: "the counter of process \(process) has it")
            : pick(ko: "지금 쓰는 카운터는 없습니다", en: "no counter is running")
        return pick(
            ko: "\(found.ledger): \(since)부터 카운터 영업 중이라 바꿀 수 없습니다. \(holder)(기록 \(shiftLog)). "
                + "마감하려면: juice-batch counter close --ledger \(found.ledger)",
            en: "\(found.ledger): a shift of the counter is open since \(since), so nothing can change it; \(holder) "
                + "(journal \(shiftLog)). To close it: juice-batch counter close --ledger \(found.ledger)")
    }

    /// The message that there is no shift to close.
    package func noShiftOpen(_ ledger: String) -> String {
        pick(ko: "\(ledger): 열려 있는 영업이 없습니다.", en: "\(ledger): no shift is open.")
    }

    /// The message that a shift continues with another menu than the one given.
    package var menuKept: String {
        pick(
            ko: "열려 있는 영업은 연 때의 메뉴로 계속합니다. 새 메뉴는 마감한 뒤 다음 영업부터 씁니다.",
            en:
                "The shift that is open goes on with the menu it was opened with; another one counts from the next shift on."
        )
    }

    /// The message for a shift log that the counter cannot continue with.
    func text(_ path: String, _ fault: ShiftLogError) -> String {
        "\(path): " + text(fault)
    }

    private func text(_ fault: ShiftLogError) -> String {
        switch fault {
        case .missing:
            pick(
                ko: "영업 기록이 없습니다. 디스크가 연결되어 있는지 보세요. 정말 없다면 juice-batch counter close가 기록 없이 영업을 끝냅니다.",
                en:
                    "The journal of the shift is gone. See whether its disk is there; if it is lost, juice-batch counter "
                    + "close ends the shift without it.")
        case .replaced:
            pick(
                ko: "영업 기록이 있던 자리에 다른 파일이 있습니다. 손대지 않았습니다. juice-batch counter close가 이 파일 없이 영업을 끝내며, "
                    + "맞는 기록이면 그 뒤에 run으로 적용하세요.",
                en: "Another file is in the place of the shift's journal; it was left alone. juice-batch counter close "
                    + "ends the shift without it; if it is the right one, apply it by run after that.")
        case .setAside(let line, let aside):
            pick(
                ko: "\(line)번째 줄이 카운터가 쓴 기록이 아니어서 아무것도 적용하지 않고 \(aside) 로 옮기고 영업을 끝냈습니다. "
                    + "살펴보고 맞으면 run으로 적용하세요.",
                en:
                    "Line \(line) is nothing that a counter wrote, so none of it was applied: it is \(aside) now, and the "
                    + "shift has ended. Look at it, and if it is right, apply it by run.")
        case .leftBehind(let openedAfter, let lastRun):
            pick(
                ko: "\(openedAfter)번 실행 뒤에 연 영업인데 장부는 \(lastRun)번 실행까지 갔습니다. 장부를 백업에서 되돌렸는지 보세요.",
                en:
                    "The shift was opened after run \(openedAfter), and the ledger is at run \(lastRun). See whether the "
                    + "ledger was restored from a backup.")
        case .inDoubt(let errno):
            pick(
                ko: "한 줄을 쓰다 실패했고(\(SystemError(number: errno).text)), 남았는지 알 수 없습니다. 카운터를 다시 여세요.",
                en:
                    "Writing a row failed (\(SystemError(number: errno).text)), and whether it is there cannot be told. "
                    + "Open the counter again.")
        case .contradicted(let row):
            pick(
                ko: "\(row)번째 기록의 결과가 카운터에서 말한 것과 다릅니다. 마감하지 않았습니다.",
                en: "Row \(row) came to something else than what was said at the counter. The shift stays open.")
        }
    }
}
