import JuiceBatch
import TestSupport
import Testing

/// Files that are damaged in one place, wherever there is one: none is read into something else without a word.
@Suite struct DamageTests {
    static let files = [
        "id,action,item,quantity,memo\n1,order,키위쥬스,2,plain\n2,restock,딸기,\"1,200\",\"two\nlines\"\n3,,망고쥬스,1,\"say \"\"hi\"\"\"\n",
        "품목;수량;비고\r\n키위쥬스;2;\"a;b\"\r\n딸기;\"3\";-\r\n\"망고쥬스\";1;\"c\"\r\n",
        "\"item\",\"qty\",\"x\"\r\"kiwi juice\",\"1\",\"\"\"\"\r\"mango juice\",\"2\",\"a\rb\"\r",
        "sep=|\nitem|qty|note\nkiwi juice|1|\"a|b\"\nmango juice|1|\"\"\"c\"\"\"\nbanana juice|2|d\n",
        "구분,과일,수량,비고\n입고,바나나,\"1,200\",\n실사,키위,\"3\",\n입고,망고,2,\n주문,키위쥬스,,\n폐기,딸기,2,\"\"\n",
        "item;qty;;\r\nkiwi juice;1;;\r\n\"mango juice\";2;;\r\nbanana juice;\"2\";;\"\"\r\n\"a\"\"b\";\"\";\"\";\r\n",
        "memo\titem\tqty\n\"a\tb\"\t키위쥬스\t1\nc\t딸기쥬스\t\"1\"\n\"d\ne\"\t바나나쥬스\t2\n",
    ]

    /// What parts the cells of each file.
    private static let delimiters = Array(",;,|,;\t".utf8)

    /// What a reading of a file is: for each row its line, code and cells; or why it is refused.
    private enum Reading: Equatable {
        case rows([Row])
        case refused(String)

        struct Row: Equatable {
            var line: Int
            var code: String
            var cells: [String]
        }
    }

    @Test(arguments: files.indices)
    func noDamageIsReadIntoSomethingElse(index: Int) throws {
        let file = Array(Self.files[index].utf8)
        guard case .rows(let meant) = read(file) else {
            Issue.record("refused undamaged")
            return
        }
        var count = 0
        for (place, bytes) in Self.damaged(file, delimiter: Self.delimiters[index]) {
            count += 1
            let reading = read(bytes)
            agree(reading, with: bytes, place)
            guard case .rows(let rows) = reading else { continue }
            // Something has to be said of a damage, unless it changes nothing that is read.
            let isSaid = rows.contains { $0.code == "wrong_field_count" }
            let isSame = rows.map(\.cells) == meant.map(\.cells)
            #expect(isSaid || isSame, "\(place): \(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(count >= 250)
    }

    /// A file with one byte dropped, doubled or put in, where that touches its structure; what stands between quotes
    /// is content, and may say anything.
    private static func damaged(_ file: [UInt8], delimiter: UInt8) -> [(place: String, bytes: [UInt8])] {
        // The bytes that give the file its structure, and those that no text has.
        let structural = [0x22, delimiter, 0x0D, 0x0A, 0x00, 0xFF]
        var found: [(place: String, bytes: [UInt8])] = []
        var isQuoted = false
        for (at, byte) in file.enumerated() {
            // Between the two quotes that stand for one is content as well.
            let isWithin = isQuoted || (byte == 0x22 && at > 0 && file[at - 1] == 0x22)
            if structural.contains(byte), !isQuoted || byte == 0x22 {
                found.append(("byte \(at) dropped", Array(file[..<at] + file[(at + 1)...])))
                found.append(("byte \(at) doubled", Array(file[...at] + file[at...])))
            }
            for other in structural where !isWithin || [0x22, 0x00, 0xFF].contains(other) {
                found.append(("\(other) before byte \(at)", Array(file[..<at] + [other] + file[at...])))
            }
            if byte == 0x22 { isQuoted.toggle() }
        }
        return found
    }

    private func read(_ bytes: [UInt8]) -> Reading {
        do {
            let outcome = try Engine.run(inputs: [bytes])
            // Empty cells below those at the header's end, which are no columns, say nothing.
            let width = outcome.plan?.columns.count ?? 0
            return .rows(
                outcome.rows.map { row in
                    let cells = row.code == .wrongFieldCount ? row.cells[...] : row.cells.prefix(width)
                    return Reading.Row(line: row.line, code: row.code.name, cells: Array(cells))
                })
        } catch BatchError.refused(let refusal) {
            return .refused("\(refusal.line): \(refusal.code)")
        } catch {
            return .refused("\(error)")
        }
    }

    /// The plain model refuses for the same reason, or reads the same rows.
    private func agree(_ reading: Reading, with bytes: [UInt8], _ place: String) {
        let model = PlainModel.run(inputs: [("a", bytes)])
        switch (model, reading) {
        case (.stopped(_, let refusal), .refused(let reason)):
            #expect(refusal.map { "\($0.line): \($0.code)" } == reason, "\(place)")
        case (.done(let run), .rows(let rows)):
            #expect(run.outcomes.map(\.row.line) == rows.map(\.line), "\(place)")
            #expect(run.outcomes.map { $0.code ?? "success" } == rows.map(\.code), "\(place)")
        case (.stopped, .rows), (.done, .refused):
            Issue.record("\(place): \(reading)")
        }
    }
}
