/// Makes random exports and settings for them.
///
/// All inputs of a case share a layout; most ambiguities are resolved by settings.
package struct RandomExportSettings {
    private var random: SeededGenerator
    private var layout: RandomExportLayout
    private var options = PlainOptions()

    private init(seed: UInt64) {
        layout = RandomExportLayout(random: SeededGenerator(seed: seed))
        random = layout.random
    }

    package static func makeCase(seed: UInt64) -> RandomCase {
        var maker = RandomExportSettings(seed: seed)
        return maker.make(seed: seed)
    }

    private mutating func make(seed: UInt64) -> RandomCase {
        settle()
        var inputs: [RandomCase.Input] = []
        for number in 0..<random.pick([1, 1, 1, 2, 3]) {
            var file = RandomExportFile(random: random, layout: layout, number: number)
            let bytes = file.make()
            random = file.random
            layout = file.layout
            let path = "\(number)/\(random.pick(["till.csv", "매출.csv", "a=b:c.csv"]))"
            inputs.append(RandomCase.Input(path: path, bytes: bytes))
            if random.chance(4) { inputs[number].checksum = checksum(of: inputs[number]) }
        }
        if random.chance(1) { options.expectedRows = random.int(0...12) }
        if random.chance(1) { options.expectedQuantity = random.int(-3...20) }
        let stock = random.chance(70) ? stockFile() : nil
        var made = RandomCase(seed: seed, inputs: inputs, stock: stock, options: options)
        if random.chance(10), case .done(let run) = made.modelResult() {
            if random.chance(60) { made.options.expectedRows = run.outcomes.count }
            let cups = PlainModel.cups(of: run.outcomes)
            if random.chance(60), abs(cups) < PlainModel.sumLimit { made.options.expectedQuantity = cups }
        }
        return made
    }

    private mutating func stockFile() -> String {
        let pieces = [0, 10, 60, 60, 1_000, PlainModel.stockLimit - 5, PlainModel.stockLimit]
        let rows = PlainMenu.builtIn.fruits.map { [$0.name, String(random.pick(pieces))] }
        return PlainCSVWriter.file([["fruit", "stock"]] + rows, excel: false)
    }

    private mutating func checksum(of input: RandomCase.Input) -> [UInt8] {
        let digest = PlainSHA256.hex(random.chance(80) ? input.bytes : [])
        let line = "\(random.chance(70) ? digest : digest.uppercased()) \(random.pick([" ", "*"]))"
        switch random.int(1...10) {
        case 1 where random.chance(50): return Array("nonsense\n".utf8)
        case 2: return Array("\(line)else.csv\n".utf8)
        case 3: return Array("\(line)else.csv\n\(line)\(input.name)\n".utf8)
        case 4: return Array("\(line)else.csv\n\(line)other.csv\n".utf8)
        default: return Array("\(line)\(input.name)\n".utf8)
        }
    }

    // MARK: Settings

    private mutating func settle() {
        settleColumns()
        settleRows()
        if random.chance(20) { describe() }
        settleTimes()
        settleForm()
        if random.chance(25) { options.failOn = random.chance(30) ? .none : .shortage }
        options.excel = random.chance(8)
        // A file has one place for a key.
        for index in options.columns.indices where random.chance(35) {
            options.columns[index].isFinished = !options.columns[index].parts.contains(.date)
        }
        for key in [
            "values", "ignore", "only", "known", "accept", "fill", "totals", "negative", "decimal", "header",
            "trailing", "sequence", "day_start", "date_order",
        ] where random.chance(35) {
            options.settledKeys.insert(key)
        }
    }

    private mutating func settleColumns() {
        func add(_ role: PlainRole, _ parts: [PlainPart]) { options.columns.append(.init(role: role, parts: parts)) }
        if let receipt = layout.name(of: .receipt), random.chance(75) {
            var parts: [PlainPart] = [.column(receipt)]
            if let kind = layout.name(of: .kind), random.chance(40) { parts.append(.column(kind)) }
            if random.chance(55) { parts.append(.occurrence) }
            if random.chance(15) {
                parts.insert(.date, at: 0)
                if random.chance(95) { options.date = "2026-11-20" }
            }
            add(.id, random.chance(8) ? [] : parts)
        }
        let isPlain = layout.name(of: .quantity).map { PlainText.matches($0, PlainRole.quantity.headerNames) } ?? true
        if let quantity = layout.name(of: .quantity), random.chance(isPlain ? 30 : 92) {
            add(.quantity, random.chance(95) ? [.column(quantity)] : [])
        }
        if let item = layout.name(of: .item), random.chance(25) {
            var parts: [PlainPart] = [.column(item)]
            if let option = layout.name(of: .option), random.chance(30) { parts.append(.column(option)) }
            add(.item, parts)
        }
        if let kind = layout.name(of: .kind), random.chance(75) {
            add(.action, random.chance(92) ? [.column(kind)] : [])
        }
        if let time = layout.name(of: .time), random.chance(65) {
            var parts: [PlainPart] = [.column(time)]
            if let day = layout.name(of: .day), random.chance(80) { parts.insert(.column(day), at: 0) }
            if random.chance(3) { parts = [] }
            add(.time, parts)
        }
        if random.chance(2) {
            let role: PlainRole = random.pick([.id, .quantity, .time, .action])
            if !options.columns.contains(where: { $0.role == role }) { add(role, [.column("없는열")]) }
        }
        options.columns.shuffle(using: &random)
    }

    private mutating func settleRows() {
        func read(_ role: PlainRole, _ from: String, as to: String) {
            options.values.append(PlainValue(role: role, from: from, to: to))
        }
        if layout.name(of: .kind) != nil {
            for word in RandomExportLayout.neutralWords where random.chance(92) {
                read(.action, word, as: random.pick(["order", "주문", "ORDER"]))
            }
            if random.chance(85) { read(.action, "반품", as: random.pick(["취소", "cancel", "ignore", "Void"])) }
        }
        if random.chance(50) {
            let target = random.pick(["ignore", "ignore", "딸기쥬스", "키위", "strawberry juice"])
            read(.item, random.pick(["봉투", "배달비"]), as: target)
        }
        if random.chance(3) { read(.item, "", as: "ignore") }
        if random.chance(1) { read(.item, "물", as: "없는 것") }
        if random.chance(1) { read(.item, "-", as: "ignore") }
        for column in layout.ambiguous {
            switch random.int(1...10) {
            case 1...5: options.accept.append(column)
            case 6: options.ignore.append(PlainMatch(column: column, value: random.pick(["강남점", "1", "", "취소"])))
            case 7: options.only.append(PlainMatch(column: column, value: random.pick(["홍대점", "매장", "0", ""])))
            default: break
            }
        }
        if let kind = layout.name(of: .kind), random.chance(8) {
            options.ignore.append(PlainMatch(column: kind, value: random.pick(["취소", "반품", "정 상"])))
        }
        if random.chance(2) { options.accept.append("없는열") }
        if random.chance(2), let item = layout.name(of: .item) {
            options.only += ["딸기주스", "키위쥬스"].map { PlainMatch(column: item, value: $0) }
        }
        options.negative = random.pick([.reject, .cancel, .cancel, .ignore])
        if random.chance(25) { options.decimal = random.chance(70) ? "." : "," }
    }

    /// Names most columns, each with its allowed cells or as a column without meaning.
    private mutating func describe() {
        for column in layout.columns where !column.name.isEmpty {
            switch random.int(1...20) {
            case 1...10 where !options.accept.contains(column.name): options.accept.append(column.name)
            case 11...18:
                let cells = RandomExportLayout.cells(of: column.content).filter { _ in random.chance(85) }
                options.known += cells.map { PlainMatch(column: column.name, value: $0) }
            default: break
            }
        }
        options.isDescribed = !options.known.isEmpty
    }

    private mutating func settleTimes() {
        switch random.int(1...10) {
        case 1...4: options.sequence = .time
        case 5: options.sequence = .newestFirst
        case 6: options.sequence = .file
        default: break
        }
        if random.chance(20) { options.dayStartMinutes = random.pick([300, 360, 1_439]) }
        if random.chance(30) || layout.needsDateOrder { options.dateOrder = layout.dateOrder }
        if random.chance(5) { options.dateOrder = random.pick([.mdy, .dmy, .ymd]) }
    }

    private mutating func settleForm() {
        if layout.hasTitles ? random.chance(90) : random.chance(15) { options.findsHeader = true }
        if layout.hasTrailing ? random.chance(85) : random.chance(10) { options.dropsTrailing = true }
        if layout.hasTotals ? random.chance(80) : random.chance(15) {
            options.totals = random.pick([["합계"], ["합계", "소계"], ["Total", "합 계", "소계"]])
        }
        if layout.isMerged {
            for column in [layout.name(of: .receipt), layout.name(of: .time), layout.name(of: .day)] {
                if let column, random.chance(88) { options.fill.append(column) }
            }
        } else if random.chance(5), let kind = layout.name(of: .kind) {
            options.fill.append(kind)
        }
        if random.chance(4) { options.delimiter = layout.delimiter }
        if random.chance(3) { options.encoding = random.pick(["utf-8", "cp949"]) }
    }
}
