internal import CSV
package import JuiceBatch
internal import JuiceInspect

/// The messages for inputs that are refused.
extension MessageLanguage {
    /// The message for a refusal, without its position and code; it recommends `juice-batch inspect` unless inspected.
    func text(_ refusal: Refusal, isInspected: Bool = false) -> String {
        refusal.fileKind.map { fileKind($0) } ?? reason(refusal.reason, isInspected: isInspected)
    }

    /// The first sentence of the message for a refusal, of at most 160 characters, without its full stop.
    package func firstSentence(about refusal: Refusal) -> String {
        let message = text(refusal)
        // A Korean sentence ends in a verb, so a full stop in the name of a column is not mistaken for its end.
        let end = message.firstRange(of: pick(ko: "다. ", en: ". "))?.upperBound ?? message.endIndex
        var sentence = message[..<end].prefix(160)
        while let last = sentence.last, [".", " "].contains(last) { sentence.removeLast() }
        return String(sentence)
    }

    private func reason(_ reason: Refusal.Reason, isInspected: Bool) -> String {
        switch reason {
        case .invalidCSV(let kind, let offset, let openingLine):
            invalidCSV(kind, offset: offset)
                + (openingLine.map { pick(ko: " 이 칸은 \($0)번째 줄에서 시작합니다.", en: " The cell begins on line \($0).") } ?? "")
        case .noHeader:
            pick(
                ko: "머리글이 없습니다. 첫 줄에 item 같은 열 이름이 있어야 합니다.",
                en: "There is no header. The first line must name columns such as 'item'.")
        case .incompleteHeader(let line, let missing):
            pick(
                ko: "머리글이 없습니다. \(line)번째 줄이 머리글로 보이지만, 설정에 있는 열이 없습니다: \(list(missing)). 열 이름이 바뀌었거나 "
                    + "없어졌으면 설정을 고치세요. POS에서 내보낸 파일이 아니면 --header first를 붙이세요.",
                en: "There is no header. Line \(line) looks like one, but lacks columns that the settings name: "
                    + "\(list(missing)). If they were renamed or removed, change the settings. If the file is not an "
                    + "export of the POS, add --header first.")
        case .noItemColumn(let header): noItemColumn(header, isInspected: isInspected)
        case .duplicateColumn(let role, let header): duplicateColumn(role, header)
        case .repeatedColumn(let name, let header):
            pick(
                ko: "\(quoted(name)) 열이 머리글에 둘 이상이거나 두 역할에 쓰였습니다. 머리글: \(list(header)). "
                    + "열마다 이름이 다르게 머리글을 고치거나, 역할마다 다른 열을 적으세요.",
                en: "The column \(quoted(name)) is in the header more than once, or is named for two roles. "
                    + "Header: \(list(header)). Give each column a name of its own, or name another column.")
        case .tooManyColumns(let count):
            pick(ko: "열이 \(count)개로 너무 많습니다. 256개까지 쓸 수 있습니다.", en: "There are \(count) columns. The limit is 256.")
        case .unknownColumn(let name, let cells, let suspicious, let mayBeQuantity):
            unknownColumn(name, cells, suspicious, mayBeQuantity)
        case .noShopColumn(let name, let header):
            pick(
                ko: "매장을 구분할 \(quoted(name)) 열이 없습니다. 머리글: \(list(header)). "
                    + "chain.json의 columns에서 shop을 이 파일의 열 이름으로 고치거나, 매장 열을 넣어 다시 내보내세요.",
                en: "There is no column \(quoted(name)), which should name the shop. Header: \(list(header)). Set "
                    + "columns.shop in chain.json to a column of this file, or export the file again with that column.")
        case .alreadyApplied:
            pick(
                ko: "success.csv의 열이 모두 있는 파일입니다. success.csv의 행은 이미 적용했습니다. 실패한 행을 다시 적용하려면 failure.csv를 실행하세요.",
                en: "This file has all columns of success.csv; its rows have already been applied. "
                    + "To run the failed rows again, use failure.csv.")
        case .changedFailureFile:
            pick(
                ko: "failure.csv와 비슷하지만 형식이 바뀌었습니다. 앞의 열 10개는 이름과 순서, 쉼표까지 그대로 두고 칸만 고치세요.",
                en: "This file resembles failure.csv, but its format was changed. Keep the names, order and commas "
                    + "of the first ten columns, and correct only the cells.")
        case .stockList:
            pick(
                ko: "stock.csv와 형식이 같은 재고표여서 입고로 읽지 않습니다. 이 재고로 시작하려면 `--stock 파일`로 지정하세요. 실사한 재고라면 작업 열에 count를, "
                    + "수량 열에 센 수를 적으세요.",
                en: "This file resembles stock.csv, which is not a list of deliveries. To start from this stock, use "
                    + "`--stock FILE`. If these are counts, add a column 'action' with the value 'count', and rename "
                    + "the column of the counts to 'quantity'.")
        case .ambiguity(let ambiguity): text(ambiguity)
        case .totalMismatch(let mismatch): totalMismatch(mismatch)
        case .checksumMismatch(let expected, let actual):
            pick(
                ko: "체크섬이 맞지 않습니다. .sha256에 적힌 값은 \(expected.prefix(12))…, 파일의 값은 \(actual.prefix(12))…입니다. "
                    + "파일이 잘렸거나 바뀌었으니 POS에서 다시 받으세요.",
                en: "The checksum does not match: the .sha256 file says \(expected.prefix(12))…, but the checksum of "
                    + "this file is \(actual.prefix(12))…. The file was truncated or changed. Export it again.")
        }
    }

    private func duplicateColumn(_ role: Role, _ header: [String]) -> String {
        let keys = header.map(nameKey).filter { Role.byKey[$0] == role }
        // An option cannot distinguish columns of one name.
        let fix =
            Set(keys).count < keys.count
            ? pick(ko: "열마다 이름이 다르게 머리글을 고치세요.", en: "Give each column a name of its own in the header.")
            : pick(
                ko: "머리글을 고치거나 '--column \(role.rawValue)=열이름'으로 하나를 고르세요.",
                en: "Change the header, or choose one with --column \(role.rawValue)=NAME.")
        return pick(
            ko: "\(role.rawValue) 열이 둘 이상입니다. 머리글: \(list(header)). \(fix)",
            en: "More than one column has the role \(role.rawValue). Header: \(list(header)). \(fix)")
    }

    private func totalMismatch(_ mismatch: Refusal.TotalMismatch) -> String {
        let again = pick(
            ko: "파일이 잘렸거나 같은 내용이 두 번 들어 있을 수 있으니 다시 내보내세요.",
            en: "The file may be truncated, or may contain everything twice. Export it again.")
        switch mismatch {
        case .row(let figure, let sums):
            let actual = sums.map(grouped)
            let isOne = actual.count == 1
            let others = actual.dropLast().map { "\($0, .copula)나 " }.joined()
            return pick(
                ko: "합계가 \(quoted(figure))인데 위 행들의 수량을 더하면 \(others)\(actual.last ?? "")입니다"
                    + "\(isOne ? "" : "(어떤 행을 세느냐에 따라)"). \(again)",
                en: "The total is \(quoted(figure)), but the quantities above it add up to "
                    + "\(actual.joined(separator: " or "))\(isOne ? "" : " (depending on which rows count)"). " + again)
        case .expectation(let figure, let expected, let actual, let inputs):
            let names = list(inputs, max: 3)
            return pick(
                ko: "--expect \(figure)=\(expected)인데 \(names)에서는 \(grouped(actual))입니다. \(again)",
                en: "--expect \(figure)=\(expected), but it is \(grouped(actual)) in \(names). \(again)")
        }
    }

    private func unknownColumn(
        _ name: String, _ cells: [String], _ suspicious: [String], _ mayBeQuantity: Bool
    ) -> String {
        let hasMore = cells.count > InputProfile.exampleCellsMax
        let list = (cells.prefix(InputProfile.exampleCellsMax).map { shown($0) } + (hasMore ? ["…"] : []))
            .joined(separator: ", ")
        let values = cells.isEmpty ? "" : pick(ko: " 값: \(list).", en: " Its values: \(list).")
        if name.isEmpty {
            return pick(
                ko: "이름 없는 열에 값이 있습니다.\(values) POS가 내보내는 형식이 바뀌었는지 확인하고 열에 이름을 붙이세요.",
                en: "There is a column without a name.\(values) Check whether the POS has changed its export, then "
                    + "name the column in the header.")
        }
        let plain = cells.filter { !suspicious.contains($0) }
        let onlyThese = pick(ko: "이 값만 올 수 있으면", en: "if only these values may occur")
        let found = pick(
            ko: "설정에 없는 열 \(quoted(name), .subject) 있습니다.\(values) ",
            en: "Column \(quoted(name)) is not in the settings.\(values) ")
        if mayBeQuantity {
            return found + (otherQuantity(name).map { "\($0) " } ?? "")
                + advice([(text(.isQuantity), .naming(.quantity, [name])), accepting(name)])
        }
        let actual =
            found + advice([accepting(name), (onlyThese, .listing(name, hasMore ? [] : plain))])
        let isOfCancels = AmbiguousColumns.kinds(TextWords(name), hasQuantity: true).contains(.cancellation)
        guard !suspicious.isEmpty,
            let skipping = SettingsProposal.skipping(isOfCancels ? .cancellation : .action, name, suspicious, plain)
        else { return actual }
        return actual
            + pick(
                ko: " 주문이 아닌 행일 수 있는 값은 known에 넣지 않았습니다. ",
                en: " Values of rows that may not be orders were left out of 'known'. ")
            + advice([(text(.rowsDoNotCount), skipping)])
    }

    private func noItemColumn(_ header: [String], isInspected: Bool) -> String {
        let names = list(header)
        let actual = pick(ko: "품목 열이 없습니다. 머리글: \(names).", en: "There is no item column. Header: \(names).")
        let inspect = pick(
            if: !isInspected, ko: " 모르겠으면 juice-batch inspect로 살펴보세요.", en: ", or let juice-batch inspect look for it")
        let title = pick(
            if: header.count == 1, ko: " 이 줄이 제목이면 `--header find`도 붙이세요.",
            en: " If this line is a title, also add `--header find`.")
        return pick(
            ko: "\(actual) 품목 열을 '--column item=열이름'으로 정하세요.\(inspect ?? "")",
            en: "\(actual) Set it with --column item=NAME\(inspect ?? "").") + (title ?? "")
    }

    /// The message for a text that is not valid CSV; `offset` is that of the invalid byte, from 0.
    func invalidCSV(_ kind: CSVError.Kind, offset: Int? = nil) -> String {
        switch kind {
        case .badQuoting:
            pick(
                ko: "따옴표가 닫히지 않았거나 잘못된 자리에 있습니다. 이 줄을 고치세요.",
                en: "A quote is not closed, or is in the wrong place. Correct this line.")
        case .badEncoding:
            pick(
                ko: "이 줄에 글자로 읽을 수 없는 바이트가 있습니다\(byteOffsetText(offset)). 파일을 UTF-8로 다시 내보내세요.",
                en: "This line has bytes that cannot be read as text\(byteOffsetText(offset)). Export the file again "
                    + "as UTF-8.")
        case .nulByte:
            pick(ko: "이 줄에 NUL 바이트가 있습니다. 파일이 손상되었을 수 있습니다.", en: "This line has a NUL byte. The file may be damaged.")
        case .fieldTooLong:
            pick(
                ko: "이 행에 64 KiB를 넘는 칸이 있습니다. 닫히지 않은 따옴표가 있는지 확인하세요.",
                en: "This row has a cell of more than 64 KiB. Look for a quote that is not closed.")
        case .recordTooLong:
            pick(
                ko: "이 행이 1 MiB를 넘습니다. 닫히지 않은 따옴표가 있는지 확인하세요.",
                en: "This row is longer than 1 MiB. Look for a quote that is not closed.")
        }
    }

    private func byteOffsetText(_ offset: Int?) -> String {
        offset.map { pick(ko: "(오프셋 \($0))", en: " (offset \($0))") } ?? ""
    }

    private func fileKind(_ fileKind: FileKind) -> String {
        let asCSV = pick(
            ko: "엑셀에서 '다른 이름으로 저장'으로 'CSV UTF-8(쉼표로 분리)(*.csv)'를 골라 저장한 다음 그 파일을 쓰세요.",
            en: "Save it as 'CSV UTF-8 (Comma delimited) (*.csv)' and give that file.")
        let export = pick(ko: "CSV로 다시 내보내세요.", en: "Export it again as CSV.")
        func notCSV(ko: String, en: String, _ advice: String) -> String {
            pick(ko: "CSV가 아니라 \(ko)입니다. \(advice)", en: "This is \(en), not a CSV file. \(advice)")
        }
        return switch fileKind {
        case .excel: notCSV(ko: "엑셀 파일", en: "an Excel workbook", asCSV)
        case .openDocument: notCSV(ko: "스프레드시트(ods)", en: "a spreadsheet (ods)", export)
        case .archive:
            notCSV(
                ko: "압축 파일", en: "a compressed archive",
                pick(ko: "압축을 풀어 안에 있는 CSV를 쓰세요.", en: "Unpack it, and give the CSV file inside."))
        case .pdf: notCSV(ko: "PDF", en: "a PDF", export)
        case .html: notCSV(ko: "웹 페이지(HTML)", en: "a web page (HTML)", pick(ko: "", en: "Open it in Excel. ") + asCSV)
        case .json: notCSV(ko: "JSON", en: "JSON", export)
        case .xml: notCSV(ko: "XML", en: "XML", export)
        case .image: notCSV(ko: "그림 파일", en: "a picture", export)
        case .document: notCSV(ko: "문서 파일", en: "a document", export)
        case .database:
            notCSV(
                ko: "데이터베이스(SQLite)", en: "a database (SQLite)",
                pick(
                    ko: "장부라면 `--ledger 파일`로 지정하세요. 주문은 CSV 파일이어야 합니다.",
                    en: "If it is a ledger, give it as `--ledger FILE`; inputs must be CSV files."))
        case .formulaCells:
            pick(
                ko: "이 줄에 =\"0001\"처럼 수식으로 적은 칸이 있습니다. CSV에서는 수식을 쓸 수 없습니다. POS에서 값만 내보내거나, "
                    + "엑셀에서 열어 CSV UTF-8로 다시 저장하세요.",
                en: "This line has a cell written as a formula, such as =\"0001\", but CSV has no formulas. Export "
                    + "plain values, or open the file in a spreadsheet and save it as CSV in UTF-8.")
        case .utf16LittleEndian, .utf16BigEndian:
            pick(
                ko: "BOM이 없는 UTF-16으로 보입니다. UTF-8로 다시 내보내세요.",
                en: "This looks like UTF-16 without a byte order mark. Export it again as UTF-8.")
        case .headless:
            pick(
                ko: "머리글 없이 데이터부터 시작합니다. 첫 줄에 item 같은 열 이름을 적으세요.",
                en: "The file begins with data instead of a header. Add a first line that names the columns, such as "
                    + "'item'.")
        }
    }

    private func list(_ header: [String]) -> String { list(header.map { quoted($0) }, max: 12) }
}
