internal import JuiceBatch

extension MessageLanguage {
    /// The message about the files that were created in the shop's folder, an absolute path, and the next steps.
    ///
    /// `program` is the name or the path by which a shell finds the program. `units` are paths in the folder, and
    /// `zone` is the time zone of their timers; nil without units.
    package func shopCreated(_ folder: String, program: String, units: [String], zone: String?) -> String {
        let files = ["inbox/", "menu.csv"] + (units.isEmpty ? [] : ["units/"]) + ["juice-batch.json"]
        let (quotedFolder, program) = (Escaping.shell(folder), Escaping.shell(program))
        var lines = [
            pick(ko: "가게 폴더를 만들었습니다: \(folder)", en: "Created shop folder: \(folder)"),
            "  " + files.joined(separator: "  "), "",
            pick(
                ko: "다음: menu.csv를 가게에 맞게 고치고, POS에서 내보낸 파일을 inbox/에 넣은 뒤 아래 명령을 실행하세요.",
                en: "Next: edit menu.csv, put the exports of your POS into inbox/, and run these commands:"),
            "  cd \(quotedFolder)", "  \(program) inspect inbox/* --update --write", "  \(program) nightly",
        ]
        if let zone {
            let linked = units.filter { $0.hasSuffix(".service") || $0.hasSuffix(".timer") }
            let timers = linked.filter { $0.hasSuffix(".timer") }.compactMap { $0.split(separator: "/").last }
            lines += [
                "",
                pick(
                    ko: "매일 밤 자동으로 처리하고 아침에 확인하려면 아래 명령을 실행하세요(시간대 \(zone)).",
                    en: "To apply files every night and check the result every morning (time zone \(zone)), run "
                        + "these commands:"
                ),
                "  systemctl --user link \\",
            ]
            lines += linked.map { "    " + Escaping.shell("\(folder)/\($0)") + ($0 == linked.last ? "" : " \\") }
            lines += [
                "  systemctl --user enable --now \(timers.map { Escaping.shell(String($0)) }.joined(separator: " "))",
                "  loginctl enable-linger",
                pick(
                    ko:
                        "실패 알림을 받으려면 ~/.config/juice-batch/alert에 프로그램을 두고 실행 권한을 주세요. 프로그램은 알림의 제목을 두 번째 인자로, 본문을 표준 입력으로 받습니다.",
                    en: "To be notified of failures, put an executable program at ~/.config/juice-batch/alert. The "
                        + "program receives the subject as its second argument and the text on standard input."),
            ]
        }
        return lines.map { Escaping.terminal($0) + "\n" }.joined()
    }
}
