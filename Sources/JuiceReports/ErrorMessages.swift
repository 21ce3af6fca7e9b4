package import JuiceBatch
internal import CSV
internal import Glibc

/// The sentences for what keeps a run from being done.
package enum ErrorMessages {
    /// What is said of an error; a refusal as `FILE:LINE: code: text`.
    package static func text(_ error: BatchError) -> String {
        switch error {
        case .usage(let mistake): usage(mistake)
        case .refused(let refusal):
            "\(refusal.file):\(refusal.line): \(refusal.code): \(reason(refusal.reason))"
        case .unreadable(let path, let errno): "\(path): 읽을 수 없습니다 (\(system(errno)))"
        case .inputOutput(let path, let errno): "\(path): 입출력 오류입니다 (\(system(errno))). 적용된 것은 없습니다."
        case .changedWhileRead(let path): "\(path): 읽는 동안 파일이 바뀌었습니다. 적용된 것은 없습니다. 다시 실행하세요."
        case .cannotCreate(let path, let errno): "\(path): 만들 수 없습니다 (\(system(errno)))"
        case .outputNotOurs(let path, let entry):
            "\(path): 보고서가 아닌 '\(entry)'이(가) 들어 있어 쓰지 않았습니다. --output으로 다른 폴더를 고르세요."
        case .badSetting(let path, let line, let mistake): "\(path):\(line): \(setting(mistake))"
        case .invariant(let text): "내부 검산이 맞지 않습니다 (\(text)). 적용된 것은 없습니다. 버그이니 알려 주세요."
        case .interrupted: "중단되었습니다. 적용된 것은 없습니다."
        }
    }

    private static func system(_ errno: Int32) -> String {
        String(cString: strerror(errno))
    }

    private static func usage(_ mistake: UsageMistake) -> String {
        switch mistake {
        case .unknownRole(let word): "--column: '\(word)'은(는) 없는 역할입니다. id, action, item, quantity 중에서 고르세요."
        case .malformedColumn(let option): "--column '\(option)': ROLE=NAME 꼴로 적으세요. 예: --column item=품명"
        case .repeatedRole(let role): "--column: 역할 \(role)을(를) 두 번 적었습니다."
        case .columnNowhere(let role, let name): "--column \(role)=\(name): 어느 입력에도 '\(name)' 열이 없습니다."
        case .inputInOutput(let input, let output):
            "\(input): 보고서를 쓸 폴더 \(output) 안에 있는 입력은 받지 않습니다. --output으로 다른 폴더를 고르세요."
        case .sameBytes(let first, let second): "\(first), \(second): 내용이 같은 입력입니다. 일부러라면 --again을 붙이세요."
        case .standardInputTwice: "표준 입력(-)은 한 번만 쓸 수 있습니다."
        }
    }

    private static func reason(_ reason: Refusal.Reason) -> String {
        switch reason {
        case .fault(let kind): fault(kind)
        case .noHeader: "머리글이 없습니다. 첫 줄에 item 같은 열 이름이 있어야 합니다."
        case .noItemColumn(let header, let likelyLine):
            if let likelyLine {
                "품목 열이 없습니다. 머리글: \(list(header)). 머리글은 \(likelyLine)번째 줄로 보이니 그 위의 줄을 지워 주세요."
            } else {
                "품목 열이 없습니다. 머리글: \(list(header)). 품목 열을 --column item=열이름 으로 알려 주세요."
            }
        case .duplicateColumn(let role, let header):
            "\(role) 열이 둘 이상입니다. 머리글: \(list(header)). 머리글을 고치거나 --column \(role)=열이름 으로 하나를 고르세요."
        case .tooManyColumns(let count): "열이 \(count)개로 너무 많습니다. 256개까지 받습니다."
        case .alreadyApplied: "이미 적용된 success.csv입니다. failure.csv를 찾으셨나요?"
        }
    }

    private static func fault(_ kind: CSVFault.Kind) -> String {
        switch kind {
        case .badQuoting: "따옴표가 닫히지 않았거나 잘못된 자리에 있습니다. 이 줄을 고쳐 주세요."
        case .badEncoding: "이 줄에 글자로 읽을 수 없는 바이트가 있습니다. 파일을 UTF-8로 다시 내보내세요."
        case .nulByte: "이 줄에 NUL 바이트가 있습니다. 파일이 손상되었을 수 있습니다."
        case .fieldTooLong: "이 행에 64 KiB보다 긴 칸이 있습니다. 닫히지 않은 따옴표가 있는지 보세요."
        case .recordTooLong: "이 행이 1 MiB보다 깁니다. 닫히지 않은 따옴표가 있는지 보세요."
        }
    }

    private static func setting(_ mistake: SettingMistake) -> String {
        switch mistake {
        case .unreadable(let kind): fault(kind)
        case .missingColumn(let name): "'\(name)' 열이 없거나 둘 이상입니다."
        case .wrongFieldCount: "칸 수가 머리글과 다릅니다."
        case .badName(let name): "쓸 수 없는 이름입니다: \(Messages.quoted(name)). 100바이트까지, : ; | 와 제어 문자는 안 됩니다."
        case .badQuantity(let text): "쓸 수 없는 수량입니다: \(Messages.quoted(text))"
        case .repeatedFruit(let name): "과일이 두 번 나옵니다: \(Messages.quoted(name))"
        case .ambiguousName(let name): "두 가지를 뜻하는 이름입니다: \(Messages.quoted(name))"
        case .unknownFruit(let name): "메뉴에 없는 과일입니다: \(Messages.quoted(name))"
        case .empty: "레시피가 하나도 없습니다."
        case .tooMany(let limit): "너무 많습니다. \(grouped(limit))개까지 받습니다."
        }
    }

    private static func list(_ header: [String]) -> String {
        let shown = header.prefix(12).map { Messages.quoted($0) }.joined(separator: ", ")
        return header.count > 12 ? "\(shown) 외 \(header.count - 12)개" : shown
    }
}
