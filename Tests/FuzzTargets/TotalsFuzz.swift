import TestSupport

/// A run whose exports have totals rows, against the plain model.
///
/// The first byte chooses the settings. Each two bytes behind it make a row: an order, a cancel, one that is ignored or of
/// the wrong width, or a totals row whose figure is what the rows above come to, or near it.
final class TotalsFuzz: FuzzChecker {
    private let comparison: MemoryComparison

    init() throws {
        comparison = try MemoryComparison()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        guard let choice = bytes.first else { return nil }
        var options = PlainOptions()
        options.settledKeys = ["ignore", "totals"]
        options.totals = ["합계", "T"]
        options.negative = [.reject, .cancel, .cancel, .ignore][Int(choice) & 3]
        options.decimal = [nil, ".", ","][Int(choice >> 2 & 3) % 3]
        if choice >> 4 & 1 == 1 { options.ignore = [PlainMatch(column: "E", value: "x")] }
        if choice >> 5 & 1 == 1 { options.findsHeader = true }
        var export = Export()
        let rows = Array(bytes.dropFirst())
        for at in stride(from: 0, to: rows.count - 1, by: 2) { export.add(kind: rows[at], value: rows[at + 1]) }
        var inputs = [RandomCase.Input(path: "0.csv", bytes: Array(export.text.utf8))]
        // The sums of an input begin with it.
        if choice >> 6 & 1 == 1 { inputs.append(RandomCase.Input(path: "1.csv", bytes: Array(export.text.utf8))) }
        return try comparison.problem(
            of: RandomCase(seed: 0, inputs: inputs, options: options), threads: 1 + Int(choice >> 7),
            chunkBytes: 1 + Int(choice) % 61)
    }

    /// An export in the making.
    private struct Export {
        var text = "메뉴,수량,E\n"
        private var sums = [0, 0, 0, 0]

        mutating func add(kind: UInt8, value: UInt8) {
            let quantity = Int(value & 31)
            switch kind & 15 {
            case 0...4: row("키위쥬스", String(quantity), "", adding: [quantity, quantity, quantity, quantity])
            case 5: row("망고쥬스", "", "", adding: [1, 1, 0, 0])
            case 6, 7: row("키위쥬스", "-\(quantity)", "", adding: [-quantity, 0, -quantity, 0])
            case 8: row("바나나쥬스", String(quantity), "x", adding: [0, quantity, 0, quantity])
            case 9: row("없는쥬스", ["1.0", "1,0", "two", "1e3"][quantity & 3], "", adding: [0, 0, 0, 0])
            case 10: text += "키위쥬스,\(quantity),,\(value >> 5 & 1 == 1 ? "y" : "")\n"
            case 11: text += "\n"
            default: total(kind >> 4, value)
            }
        }

        private mutating func row(_ item: String, _ quantity: String, _ extra: String, adding: [Int]) {
            text += "\(item),\(quantity.contains(",") ? "\"\(quantity)\"" : quantity),\(extra)\n"
            for index in sums.indices { sums[index] += adding[index] }
        }

        private mutating func total(_ form: UInt8, _ value: UInt8) {
            var figure = String(sums[Int(value & 3)] + (value >> 2 & 7 == 0 ? 1 : 0))
            if value >> 5 & 3 == 3 { figure = ["", "-", "1,000", "ten"][Int(value & 3)] }
            let cell = figure.contains(",") ? "\"\(figure)\"" : figure
            switch form & 3 {
            case 0: text += "합계,\(cell),\n"
            case 1: text += ",\(cell),T\n"
            case 2: text += "합 계,\(cell)\n"
            default: text += "T,\(cell),x\n"
            }
            if value >> 7 == 1 { sums = [0, 0, 0, 0] }
        }
    }
}
