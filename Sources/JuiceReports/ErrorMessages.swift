internal import CSV
internal import Glibc
package import JuiceBatch

/// The sentences for what keeps a run from being done.
package struct ErrorMessages {
    private let language: MessageLanguage

    /// The sentences in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    /// What is said of an error; a refusal as `FILE:LINE: code: text`.
    package func text(_ error: BatchError) -> String {
        switch error {
        case .usage(let mistake): usage(mistake)
        case .refused(let refusal):
            "\(refusal.file):\(refusal.line): \(refusal.code): "
                + (refusal.nature.map { nature($0) } ?? reason(refusal.reason))
        case .unreadable(let path, let errno):
            language.pick(
                ko: "\(path): 읽을 수 없습니다 (\(system(errno)))", en: "\(path): cannot be read (\(system(errno)))")
        case .inputOutput(let path, let errno):
            language.pick(
                ko: "\(path): 입출력 오류입니다 (\(system(errno))). \(nothingDone)",
                en: "\(path): input or output failed (\(system(errno))). \(nothingDone)")
        case .changedWhileRead(let path):
            language.pick(
                ko: "\(path): 읽는 동안 파일이 바뀌었습니다. \(nothingDone) 다시 실행하세요.",
                en: "\(path): the file changed while it was read. \(nothingDone) Run again.")
        case .cannotCreate(let path, let errno):
            language.pick(
                ko: "\(path): 만들 수 없습니다 (\(system(errno)))", en: "\(path): cannot be created (\(system(errno)))")
        case .outputNotOurs(let path, let entry):
            language.pick(
                ko: "\(path): 보고서가 아닌 '\(entry)'이(가) 들어 있어 쓰지 않았습니다. --output으로 다른 폴더를 고르세요.",
                en: "\(path): holds '\(entry)', which is no report, so nothing was written. "
                    + "Choose another folder with --output.")
        case .badSetting(let path, let line, let mistake): "\(path):\(line): \(setting(mistake))"
        case .badReport(let path, let mistake): "\(path): \(report(mistake))"
        case .knownInputs, .ledgerBusy, .badLedger, .unsoundLedger, .irreversible, .inDoubt:
            LedgerMessages(language).text(error)
        case .badConfiguration(let origin, let mistake): "\(origin): \(configuration(mistake))"
        case .invariant(let text):
            language.pick(
                ko: "내부 검산이 맞지 않습니다 (\(text)). \(nothingDone) 버그이니 알려 주세요.",
                en: "An internal check failed (\(text)). \(nothingDone) This is a bug: please report it.")
        case .interrupted: language.pick(ko: "중단되었습니다. \(nothingDone)", en: "Interrupted. \(nothingDone)")
        }
    }

    /// What is said when a run is done and only its summary could not be appended.
    package func summaryLost(path: String, errno: Int32) -> String {
        language.pick(
            ko: "\(path): 요약을 덧붙이지 못했습니다 (\(system(errno))). 실행은 끝났고 보고서도 그대로입니다.",
            en: "\(path): the summary could not be appended (\(system(errno))). The run is done all the same.")
    }

    private var nothingDone: String { language.pick(ko: "적용된 것은 없습니다.", en: "Nothing was applied.") }

    private func system(_ errno: Int32) -> String {
        String(cString: strerror(errno))
    }

    private func usage(_ mistake: UsageMistake) -> String {
        switch mistake {
        case .unknownRole(let word):
            language.pick(
                ko: "--column: '\(word)'은(는) 없는 역할입니다. id, action, item, quantity 중에서 고르세요.",
                en: "--column: '\(word)' is no role. Use id, action, item or quantity.")
        case .malformedColumn(let option):
            language.pick(
                ko: "--column '\(option)': ROLE=NAME 꼴로 적으세요. 예: --column item=품명",
                en: "--column '\(option)': write ROLE=NAME, as in --column item=product")
        case .repeatedRole(let role):
            language.pick(ko: "--column: 역할 \(role)을(를) 두 번 적었습니다.", en: "--column: the role \(role) stands twice.")
        case .columnNowhere(let role, let name):
            language.pick(
                ko: "--column \(role)=\(name): 어느 입력에도 '\(name)' 열이 없습니다.",
                en: "--column \(role)=\(name): no input has a column '\(name)'.")
        case .inputInOutput(let input, let output):
            language.pick(
                ko: "\(input): 보고서를 쓸 폴더 \(output) 안에 있는 입력은 받지 않습니다. --output으로 다른 폴더를 고르세요.",
                en: "\(input): lies in \(output), where the reports go. Choose another folder with --output.")
        case .sameBytes(let first, let second):
            language.pick(
                ko: "\(first), \(second): 내용이 같은 입력입니다. 일부러라면 --again을 붙이세요.",
                en: "\(first), \(second): inputs with the same content. If that is meant, add --again.")
        case .summaryTaken(let summary, let use):
            language.pick(
                ko: "\(summary): \(use)에 쓰이므로 요약을 덧붙일 수 없습니다. --summary-file로 다른 파일을 고르세요.",
                en: "\(summary): needed for \(use), so no summary is appended. "
                    + "Choose another file with --summary-file.")
        case .standardInputTwice:
            language.pick(ko: "표준 입력(-)은 한 번만 쓸 수 있습니다.", en: "Standard input (-) can be read only once.")
        case .ledgerIsInput, .ledgerInOutput, .stockOfExistingLedger, .noSuchRun, .alreadyReversed, .isReversal,
            .hasNoReports, .otherInputs, .otherSettings:
            LedgerMessages(language).usage(mistake)
        }
    }

    private func report(_ mistake: ReportMistake) -> String {
        switch mistake {
        case .notJSON(let line):
            language.pick(
                ko: "JSON으로 읽을 수 없습니다 (\(line)번째 줄). 보고서의 summary.json을 주세요.",
                en: "cannot be read as JSON (line \(line)). Give the summary.json of a report.")
        case .misses(let key):
            language.pick(
                ko: "juice-batch의 summary.json이 아닙니다 ('\(key)'이(가) 없거나 다릅니다).",
                en: "is no summary.json of juice-batch ('\(key)' is missing or of another kind).")
        case .otherSchema(let schema):
            language.pick(
                ko: "다른 판의 summary.json입니다 (schema \(schema)). 같은 판의 juice-batch로 보세요.",
                en: "is a summary.json of another version (schema \(schema)). Use the juice-batch that wrote it.")
        }
    }

    private func reason(_ reason: Refusal.Reason) -> String {
        switch reason {
        case .fault(let kind, let offset, let openingLine):
            fault(kind, offset: offset) + (openingLine.map { opened(line: $0) } ?? "")
        case .noHeader:
            language.pick(
                ko: "머리글이 없습니다. 첫 줄에 item 같은 열 이름이 있어야 합니다.",
                en: "There is no header. The first line must name columns such as item.")
        case .noItemColumn(let header, let likelyLine): noItemColumn(list(header), likelyLine)
        case .duplicateColumn(let role, let header):
            language.pick(
                ko: "\(role) 열이 둘 이상입니다. 머리글: \(list(header)). 머리글을 고치거나 --column \(role)=열이름 으로 하나를 고르세요.",
                en: "More than one column for \(role). Header: \(list(header)). "
                    + "Change the header, or choose one with --column \(role)=NAME.")
        case .tooManyColumns(let count):
            language.pick(
                ko: "열이 \(count)개로 너무 많습니다. 256개까지 받습니다.", en: "\(count) columns are too many. The limit is 256.")
        case .alreadyApplied:
            language.pick(
                ko: "이미 적용된 success.csv입니다. failure.csv를 찾으셨나요?",
                en: "This is a success.csv, applied already. Did you mean failure.csv?")
        }
    }

    private func noItemColumn(_ header: String, _ likelyLine: Int?) -> String {
        let found = language.pick(ko: "품목 열이 없습니다. 머리글: \(header).", en: "There is no item column. Header: \(header).")
        guard let likelyLine else {
            return language.pick(
                ko: "\(found) 품목 열을 --column item=열이름 으로 알려 주세요.", en: "\(found) Name it with --column item=NAME.")
        }
        return language.pick(
            ko: "\(found) 머리글은 \(likelyLine)번째 줄로 보이니 그 위의 줄을 지워 주세요.",
            en: "\(found) The header seems to be line \(likelyLine); delete the lines above it.")
    }

    private func fault(_ kind: CSVFault.Kind, offset: Int? = nil) -> String {
        switch kind {
        case .badQuoting:
            language.pick(
                ko: "따옴표가 닫히지 않았거나 잘못된 자리에 있습니다. 이 줄을 고쳐 주세요.",
                en: "A quote is not closed, or stands where none may. Correct this line.")
        case .badEncoding:
            language.pick(
                ko: "이 줄에 글자로 읽을 수 없는 바이트가 있습니다\(place(offset)). 파일을 UTF-8로 다시 내보내세요.",
                en: "This line has bytes that are no text\(place(offset)). Export the file again as UTF-8.")
        case .nulByte:
            language.pick(
                ko: "이 줄에 NUL 바이트가 있습니다. 파일이 손상되었을 수 있습니다.",
                en: "This line has a NUL byte. The file may be damaged.")
        case .fieldTooLong:
            language.pick(
                ko: "이 행에 64 KiB보다 긴 칸이 있습니다. 닫히지 않은 따옴표가 있는지 보세요.",
                en: "This row has a cell of more than 64 KiB. Look for a quote that is not closed.")
        case .recordTooLong:
            language.pick(
                ko: "이 행이 1 MiB보다 깁니다. 닫히지 않은 따옴표가 있는지 보세요.",
                en: "This row is longer than 1 MiB. Look for a quote that is not closed.")
        }
    }

    /// What is said of a file that is no CSV at all.
    private func nature(_ nature: FileNature) -> String {
        let asCSV = language.pick(
            ko: "엑셀에서 '다른 이름으로 저장'으로 'CSV UTF-8(쉼표로 분리)(*.csv)'를 골라 저장하고 그 파일을 주세요.",
            en: "Save it as 'CSV UTF-8 (Comma delimited) (*.csv)' and give that file.")
        let export = language.pick(ko: "CSV로 다시 내보내 주세요.", en: "Export it again as CSV.")
        return switch nature {
        case .excel, .oldExcel:
            language.pick(ko: "CSV가 아니라 엑셀 파일입니다. \(asCSV)", en: "This is a workbook of Excel, no CSV. \(asCSV)")
        case .openDocument:
            language.pick(
                ko: "CSV가 아니라 스프레드시트(ods)입니다. '다른 이름으로 저장'으로 CSV(UTF-8)를 골라 주세요.",
                en: "This is a spreadsheet (ods), no CSV. Save it as CSV in UTF-8, and give that file.")
        case .zip, .gzip:
            language.pick(
                ko: "CSV가 아니라 압축 파일입니다. 압축을 풀고 그 안의 CSV를 주세요.",
                en: "This is a compressed archive, no CSV. Unpack it, and give the CSV in it.")
        case .pdf: language.pick(ko: "CSV가 아니라 PDF입니다. \(export)", en: "This is a PDF, no CSV. \(export)")
        case .html:
            language.pick(
                ko: "CSV가 아니라 웹 페이지(HTML)입니다. 엑셀에서 열리면 \(asCSV)",
                en: "This is a web page (HTML), no CSV. If Excel opens it: \(asCSV)")
        case .json: language.pick(ko: "CSV가 아니라 JSON입니다. \(export)", en: "This is JSON, no CSV. \(export)")
        case .utf16LittleEndian:
            language.pick(
                ko: "표식 없는 UTF-16으로 보입니다. --encoding utf-16 을 붙이거나 UTF-8로 다시 내보내세요.",
                en: "This looks like UTF-16 without a mark. Add --encoding utf-16, or export it again as UTF-8.")
        case .utf16BigEndian:
            language.pick(
                ko: "표식 없는 UTF-16(빅 엔디언)으로 보입니다. UTF-8로 다시 내보내세요.",
                en: "This looks like big-endian UTF-16 without a mark. Export it again as UTF-8.")
        case .headless:
            language.pick(
                ko: "머리글 없이 자료부터 시작합니다. 첫 줄에 item 같은 열 이름을 적어 주세요.",
                en: "The file begins with data. Write a first line that names the columns, such as item.")
        }
    }

    private func opened(line: Int) -> String {
        language.pick(ko: " 이 칸은 \(line)번째 줄에서 열렸습니다.", en: " The cell opened on line \(line).")
    }

    private func configuration(_ mistake: ConfigurationMistake) -> String {
        switch mistake {
        case .notJSON:
            return language.pick(
                ko: "JSON 객체로 읽을 수 없습니다. 예: {\"menu\": \"menu.csv\"}",
                en: "This is no JSON object. Write {\"menu\": \"menu.csv\"}, say.")
        case .unknownKey(let key, let nearest):
            let found = language.pick(ko: "모르는 설정입니다: '\(key)'.", en: "Unknown setting '\(key)'.")
            guard let nearest else {
                return language.pick(
                    ko: "\(found) juice-batch config로 설정을 모두 볼 수 있습니다.",
                    en: "\(found) juice-batch config lists all settings.")
            }
            return language.pick(ko: "\(found) 혹시 '\(nearest)'인가요?", en: "\(found) Did you mean '\(nearest)'?")
        case .badValue(let key, let expected):
            return language.pick(
                ko: "\(key): 쓸 수 없는 값입니다. 쓸 수 있는 값: \(expected)",
                en: "\(key): not a value it takes. It takes: \(expected)")
        }
    }

    private func place(_ offset: Int?) -> String {
        guard let offset else { return "" }
        return language.pick(ko: " (오프셋 \(offset))", en: " (offset \(offset))")
    }

    private func setting(_ mistake: SettingMistake) -> String {
        switch mistake {
        case .unreadable(let kind): fault(kind)
        case .missingColumn(let name):
            language.pick(ko: "'\(name)' 열이 없거나 둘 이상입니다.", en: "There is no column '\(name)', or more than one.")
        case .wrongFieldCount(let expected, let found):
            language.pick(
                ko: "칸이 \(expected)개여야 하는데 \(found)개입니다. 따옴표와 구분 기호를 확인하세요.",
                en: "\(expected) cells expected, \(found) found. Check quotes and delimiters.")
        case .badName(let name):
            language.pick(
                ko: "쓸 수 없는 이름입니다: \(quoted(name)). 100바이트까지, : ; | 와 제어 문자는 안 됩니다.",
                en: "A name that cannot be used: \(quoted(name)). Up to 100 bytes, no : ; | or control characters.")
        case .badQuantity(let text):
            language.pick(ko: "쓸 수 없는 수량입니다: \(quoted(text))", en: "A quantity that cannot be used: \(quoted(text))")
        case .repeatedFruit(let name):
            language.pick(ko: "과일이 두 번 나옵니다: \(quoted(name))", en: "A fruit that stands twice: \(quoted(name))")
        case .ambiguousName(let name):
            language.pick(ko: "두 가지를 뜻하는 이름입니다: \(quoted(name))", en: "A name that means two things: \(quoted(name))")
        case .unknownFruit(let name):
            language.pick(ko: "메뉴에 없는 과일입니다: \(quoted(name))", en: "Not a fruit on the menu: \(quoted(name))")
        case .empty: language.pick(ko: "레시피가 하나도 없습니다.", en: "There are no recipes.")
        case .tooMany(let limit):
            language.pick(
                ko: "너무 많습니다. \(grouped(limit))개까지 받습니다.", en: "Too many. The limit is \(grouped(limit)).")
        }
    }

    private func list(_ header: [String]) -> String {
        let shown = header.prefix(12).map { quoted($0) }.joined(separator: ", ")
        let more = header.count - 12
        return more > 0 ? shown + language.pick(ko: " 외 \(more)개", en: " and \(more) more") : shown
    }
}
