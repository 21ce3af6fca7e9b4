/// The files of a run's report folder that hold data.
package struct ReportSet {
    package var success: [UInt8]
    package var failure: [UInt8]
    package var stock: [UInt8]
    package var restock: [UInt8]
    package var summary: OrderedJSON

    package init(success: [UInt8], failure: [UInt8], stock: [UInt8], restock: [UInt8], summary: OrderedJSON) {
        (self.success, self.failure, self.stock, self.restock) = (success, failure, stock, restock)
        self.summary = summary
    }

    /// Names of all files of a set.
    package static let names = [
        "success.csv", "failure.csv", "stock.csv", "restock.csv", "report.md", "report.html", "stock.svg",
        "summary.json",
    ]

    private static let summarySchema = Result { try PlainSchema.published(.summary) }

    /// Reads a set from `name` in a folder; throws with the name of what is missing, or no JSON as its schema says.
    package static func read(from folder: TemporaryFolder, _ name: String) throws -> ReportSet {
        var files: [String: [UInt8]] = [:]
        for file in names {
            guard let bytes = folder.read(name + "/" + file) else {
                throw ProgramError(description: "\(file) is missing")
            }
            files[file] = bytes
        }
        let json = String(decoding: files["summary.json"] ?? [], as: UTF8.self)
        guard let summary = OrderedJSONParser.parse(json) else {
            throw ProgramError(description: "summary.json is no JSON: \(json)")
        }
        let problems = try summarySchema.get().problems(of: summary)
        guard problems.isEmpty else {
            throw ProgramError(description: "summary.json is not as its schema says: \(problems)")
        }
        return ReportSet(
            success: files["success.csv"] ?? [], failure: files["failure.csv"] ?? [],
            stock: files["stock.csv"] ?? [], restock: files["restock.csv"] ?? [], summary: summary)
    }

    /// The rows of one of the files, header first, without what `--excel` adds.
    package static func rows(_ file: [UInt8]) -> [[String]] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isExcel = file.starts(with: mark)
        let table = PlainCSVReader.read(isExcel ? Array(file.dropFirst(3)) : file, delimiter: UInt8(ascii: ","))
        return table.records.map { $0.cells.map { isExcel ? PlainCSVWriter.unguarded($0) : $0 } }
    }
}

extension PlainRun {
    /// The differences between a program's reports and the model's; empty if they agree.
    package func differences(from actual: ReportSet) -> [String] {
        var found: [String] = []
        let pairs = [
            ("success.csv", successRows, actual.success), ("failure.csv", failureRows, actual.failure),
            ("stock.csv", stockRows, actual.stock), ("restock.csv", restockRows, actual.restock),
        ]
        for (name, expected, bytes) in pairs {
            let filled = filled(expected, from: ReportSet.rows(bytes))
            let text = PlainCSVWriter.file(filled, excel: options.excel)
            if Array(text.utf8) == bytes { continue }
            let diff = LineDiff.text(expected: text, actual: String(decoding: bytes, as: UTF8.self))
            found.append("\(name) (- the model, + the program):\n\(diff)")
        }
        let wrong = summary.differences(
            from: actual.summary, exactKeys: ["/codes", "/actions", "/first_lost_orders//missing/"])
        if !wrong.isEmpty { found.append("summary.json:\n" + wrong.joined(separator: "\n")) }
        return found
            + ["hours", "days"].filter { summary[$0] == nil && actual.summary[$0] != nil }.map { "unexpected \($0)" }
    }

    /// The rows with the program's own messages where the contract leaves them to it.
    private func filled(_ expected: [[String?]], from actual: [[String]]) -> [[String]] {
        expected.enumerated().map { number, row in
            row.enumerated().map { index, cell in
                if let cell { return cell }
                guard number < actual.count, index < actual[number].count else { return "(a message)" }
                let message = actual[number][index]
                let hasHangul = message.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
                return hasHangul ? message : "(a Korean message)"
            }
        }
    }
}
