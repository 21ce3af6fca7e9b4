internal import JuiceBatch
internal import JuiceInspect

/// The messages for decisions about settings that only the user can make.
extension MessageLanguage {
    private static let listedMax = 12

    func text(_ subject: SettingsQuestion.Subject) -> String {
        switch subject {
        case .column(let kind, let header, let cells): column(kind, header, cells)
        case .quantityColumns(let headers): quantityColumns(headers)
        case .namelessColumn:
            pick(
                ko: "이름 없는 열에 재고에 영향을 줄 수 있는 값이 있습니다. \(namingColumn)",
                en: "An unnamed column has values that may affect stock. \(namingColumn)")
        case .duplicateRows(let header, let id, let count, let line): duplicateRows(header, id, count, line)
        case .cutOffIDs(let header, let example): cutOffID(header, example)
        case .quantities(let header, let cells): quantities(header, cells)
        case .cupsInNames(let names): cupsInNames(names)
        case .countLine(let cell, let line):
            pick(
                ko: "마지막 \(line)번째 줄 \(quoted: cell, .topic) 행 수를 적은 줄로 보입니다. 이 값은 매일 달라집니다.",
                en: "The last line (line \(line), '\(cell)') seems to be the number of rows, which differs every day.")
        case .contradictedTotals(let cell, let line):
            pick(
                ko: "\(line)번째 줄 '\(cell)'의 수량이 위 행들의 합과 다릅니다. 파일이 잘렸다면 다시 내보내세요. 합계가 아니면 이런 행을 건너뛸까요?",
                en: "The quantity in line \(line) ('\(cell)') is not the sum of the rows above. If the file was "
                    + "truncated, export it again. If the row is not a total of cups, should such rows be skipped?")
        case .totalOfItem(let cell, let line):
            pick(
                ko: "\(line)번째 줄에는 상품과 함께 '\(cell)'도 적혀 있습니다. 합계를 적은 행입니까, 메모나 고객 이름입니까?",
                en: "Line \(line) has an item and also '\(cell)'. Is it a row of totals, or is this a note or a name?")
        case .reversedRows(let header, let cells):
            pick(
                ko: "'\(header)' 열이 \(list(cells))인 행은 만들지 않은 주문입니까, 다른 행의 주문을 취소하는 행입니까?",
                en: "In rows with \(list(cells)) in column '\(header)', were the cups never made, or do these rows "
                    + "cancel orders in other rows?")
        case .actionWords(let header, let cells):
            pick(
                ko: "'\(header)' 열의 \(list(cells), .topic) 무엇을 뜻합니까?",
                en: "What do the values \(list(cells)) in column '\(header)' mean?")
        case .itemColumn(let headers):
            pick(
                ko: "상품 이름이 적힌 열은 어느 것입니까? \(list(headers))",
                en: "Which column contains the name of the product? \(list(headers))")
        case .unknownNames(let names): unknown(names)
        case .kinds(let header, let ofShop, let others): kinds(header, ofShop, others)
        case .namelessRows(let count, let line):
            pick(
                ko: "상품 이름이 비어 있는 행이 \(grouped(count))개 있습니다(첫 행은 \(line)번째 줄). 주문이 아닌 행입니까?",
                en: "\(counted(count, "row has", plural: "rows have")) no product name (the first on line \(line)). "
                    + "Are such rows something other than orders?")
        case .secondTable(let item):
            pick(
                ko: "'\(item)' 열의 머리글이 아래에 다시 나옵니다. 같은 표가 이어집니까? 다른 표라면 파일을 나누세요.",
                en: "The header with '\(item)' appears again further down. Does the same table continue there? If "
                    + "not, split the file.")
        case .sharedNumbers(let headers): sharedNumbers(headers)
        case .restartingNumbers(let header):
            pick(
                ko: "'\(header)' 열의 번호는 매일 새로 시작합니까? 그렇다면 하루치씩 나누어 `--date`로 날짜를 지정해야 합니다.",
                en: "Do the numbers in column '\(header)' start over each day? If so, run each day separately, and "
                    + "give its date with `--date`.")
        case .dateOrder(let header, let example):
            pick(
                ko: "'\(header)' 열의 '\(example)'에서는 월이 먼저입니까, 일이 먼저입니까?",
                en: "In '\(example)' (column '\(header)'), which comes first, the month or the day?")
        case .thousands(let header, let example):
            pick(
                ko: "'\(header)' 열의 \(quoted: example, .topic) 소수입니까, 천 단위로 구분한 수입니까?",
                en: "Is '\(example)' in column '\(header)' a decimal fraction, or a number with a thousands separator?")
        }
    }

    private func kinds(_ header: String, _ ofShop: [String], _ others: [String]) -> String {
        pick(
            ko: "'\(header)' 열이 \(list(ofShop))인 행에는 메뉴에 있는 상품이 있지만, \(list(others))인 행에는 없습니다. 없는 쪽의 행은 건너뛸까요?",
            en: "Rows with \(list(ofShop)) in column '\(header)' contain products on the menu, but rows with "
                + "\(list(others)) do not. Should the latter rows be skipped?")
    }

    private func sharedNumbers(_ headers: [String]) -> String {
        pick(
            ko: "여러 파일의 \(list(headers)) 열에 같은 번호가 있습니다. 같은 매출을 두 번 받았으면 한 파일만 넣으세요. POS마다 번호를 따로 매깁니까?",
            en: "Several files have the same ids in \(headers.count == 1 ? "column" : "columns") \(list(headers)). If "
                + "two files contain the same sales, keep only one of them. Does each POS number its sales separately?")
    }

    func text(_ meaning: SettingsQuestion.Meaning) -> String {
        switch meaning {
        case .meansNothing: pick(ko: "재고와 상관없는 열이면", en: "if the column does not affect stock")
        case .rowsDoNotCount: pick(ko: "이 값의 행을 건너뛰려면", en: "to skip these rows")
        case .rowsAndThoseBelowDoNotCount:
            pick(ko: "이 값의 행과 그 아래 빈 칸인 행을 건너뛰려면", en: "to skip these rows and those with an empty cell below them")
        case .isSameAsAbove: pick(ko: "빈 칸이 위의 칸과 같으면", en: "if an empty cell means the same as the cell above")
        case .onlyTheseCount: pick(ko: "이 값의 행만 읽으려면", en: "to read only these rows")
        case .separateProducts:
            pick(
                ko: "서로 다른 제품이면(메뉴 파일에 이 이름의 레시피가 필요합니다)",
                en: "if they are different products (a menu file needs a recipe for each name)")
        case .isQuantity:
            pick(ko: "잔 수나 입고한 과일의 개수이면", en: "if it is the number of cups or of delivered fruit")
        case .isAction: pick(ko: "무엇을 했는지 적은 열이면", en: "if the column says what was done")
        case .returnsToStock:
            pick(
                ko: "다른 행의 주문을 취소해 과일이 재고로 돌아오면",
                en: "if these rows cancel orders in other rows and the fruit returns to stock")
        case .isItem: pick(ko: "이 열이면", en: "if it is this column")
        case .sameRowAgain: pick(ko: "같은 주문이면", en: "if they are the same order")
        case .separateOrders: pick(ko: "서로 다른 주문이면", en: "if they are different orders")
        case .restartsEachDay: pick(ko: "번호가 매일 새로 시작하면", en: "if the ids start over each day")
        case .neverRestarts: pick(ko: "번호가 계속 이어지면", en: "if the ids never start over")
        case .doWithout: pick(ko: "번호를 쓰지 않으려면", en: "if you do not need ids")
        case .isOnTheMenu: pick(ko: "메뉴에 있는 품목이면", en: "if they are on the menu")
        case .isFruit: pick(ko: "입고한 과일이면", en: "if they are deliveries of fruit")
        case .isSale: pick(ko: "주문이면", en: "if they are orders")
        case .monthFirst: pick(ko: "월이 먼저면", en: "if the month comes first")
        case .dayFirst: pick(ko: "일이 먼저면", en: "if the day comes first")
        case .fraction: pick(ko: "소수이면", en: "if it is a decimal fraction")
        case .thousands: pick(ko: "천 단위로 구분한 수이면", en: "if it has a thousands separator")
        }
    }

    private func quantityColumns(_ headers: [String]) -> String {
        pick(
            ko: "잔 수가 적힌 열은 어느 것입니까? \(list(headers)). 한 열만 읽으므로, 한 행에 잔 수가 여럿이면 상품마다 한 행이 되게 내보내세요.",
            en: "Which column contains the number of cups? \(list(headers)). Only one column is read. If a row has "
                + "several quantities, export one row for each item.")
    }

    private func column(_ kind: Ambiguity.Column, _ header: String, _ cells: [String]) -> String {
        guard kind == .quantity, let actual = otherQuantity(header) else {
            return pick(
                ko: "'\(header)' 열은 \(meaning(kind), .object) 나타냅니까? \(list(cells))",
                en: "Does column '\(header)' contain \(meaning(kind))? \(list(cells))")
        }
        return pick(
            ko: "'\(header)' 열(\(list(cells)))은 \(actual) 이 파일에서는 무엇을 나타내는 열입니까?",
            en: "Column '\(header)': \(list(cells)). \(actual) What does the column show in this file?")
    }

    private func duplicateRows(_ header: String, _ id: String, _ count: Int, _ line: Int) -> String {
        pick(
            ko: "\(line)번째 줄은 번호('\(header)' 열의 '\(id)')와 상품이 위의 행과 같고, 결제, 할인, 상태 같은 칸 말고는 다른 칸도 모두 같습니다"
                + "(이런 행 \(grouped(count))개). 같은 주문이 두 번 들어왔거나 여러 행에 나뉘어 있습니까, 서로 다른 주문입니까?",
            en: "Line \(line) has the same id ('\(id)' in column '\(header)') and item as a row above, and differs at "
                + "most in cells such as the payment, discount or status (\(counted(count, "such row"))). Do both rows "
                + "show the same order, or are they different orders?")
    }

    private func quantities(_ header: String, _ cells: [String]) -> String {
        pick(
            ko: "'\(header)' 열의 \(list(cells), .topic) 수량이 아니어서 매일 거절됩니다. 그런 행을 건너뛸까요?",
            en: "The values \(list(cells)) in column '\(header)' are not quantities, so their rows would be "
                + "rejected every day. Should such rows be skipped?")
    }

    private func cupsInNames(_ names: [String]) -> String {
        pick(
            ko: "이름에 잔 수가 들어 있습니다: \(list(names)). 한 잔으로 읽으면 수량이 틀리므로, POS에서 수량을 따로 내보내거나 메뉴 파일에 그 이름으로 레시피를 넣으세요.",
            en: "These names contain a number of cups: \(list(names)). Reading each as one cup would be wrong. Export "
                + "the quantity in its own column, or give these names their own recipes in a menu file.")
    }

    /// The possible meaning of a column without a role, as a noun.
    func meaning(_ kind: Ambiguity.Column) -> String {
        switch kind {
        case .quantity: pick(ko: "잔 수", en: "the number of cups")
        case .action: pick(ko: "주문이 아닌 작업", en: "an action other than an order")
        case .cancellation: pick(ko: "취소", en: "a cancellation")
        case .unit: pick(ko: "잔이 아닌 단위", en: "a unit other than cups")
        case .variant: pick(ko: "재료가 다른 크기나 종류", en: "a size or variant with another recipe")
        case .location: pick(ko: "재고가 다른 매장", en: "shops with separate stocks")
        case .date: pick(ko: "각 시각의 날짜", en: "the date of each time")
        }
    }

    private func unknown(_ names: [SettingsQuestion.UnknownName]) -> String {
        let listed = names.map { name in
            let near = name.nearest.map { pick(ko: ", 혹시 \($0)?", en: "; did you mean \($0)?") } ?? ""
            return "'\(name.name)'"
                + pick(ko: "(행 \(grouped(name.count))개\(near))", en: " (\(counted(name.count, "row"))\(near))")
        }
        return pick(
            ko: "메뉴에 없거나 쥬스인지 과일인지 알 수 없는 이름입니다: ",
            en: "These names are not on the menu, or could mean either a juice or a fruit: ")
            + list(listed, max: Self.listedMax)
            + pick(
                ko: ". 파는 쥬스라면 메뉴 파일에 적고 --menu로 지정하세요.",
                en: ". Add the juices that you sell to a menu file, and give it with --menu.")
    }

    private func list(_ words: [String]) -> String { list(words.map { "'\($0)'" }, max: Self.listedMax) }
}
