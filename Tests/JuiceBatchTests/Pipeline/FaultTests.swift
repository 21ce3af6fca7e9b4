import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// Files damaged at one position, for every position: damage is never silently read as other rows.
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

    /// The delimiter of each file.
    private static let delimiters = Array(",;,|,;\t".utf8)

    /// The plain model refuses for the same reason or reads the same rows; then the damage must be reported
    /// unless it changes no cell.
    @Test(arguments: files.indices)
    func damageIsNeverReadAsOtherRows(index: Int) throws {
        let file = Array(Self.files[index].utf8)
        let meant = cells(try Engine.run(inputs: [file]))
        let damaged = Self.damaged(file, delimiter: Self.delimiters[index])
        #expect(damaged.count >= 250)
        for (position, bytes) in damaged {
            let wanted =
                switch PlainModel.run([RandomCase.Input(path: "a", bytes: bytes)]) {
                case .done(let run): run.outcomes.map { "\($0.row.line) \($0.code ?? "success")" }
                case .stopped(_, let refusal): ["refused", "\(refusal?.line ?? 0) \(refusal?.code ?? "")"]
                }
            var found: [String]
            do {
                let outcome = try Engine.run(inputs: [bytes])
                found = outcome.rows.map { "\($0.line) \($0.code.name)" }
                let isSaid = outcome.codes.contains(.wrongFieldCount)
                #expect(isSaid || cells(outcome) == meant, "\(position): \(String(decoding: bytes, as: UTF8.self))")
            } catch BatchError.refused(let refusal) {
                found = ["refused", "\(refusal.line) \(refusal.code)"]
            }
            #expect(found == wanted, "\(position)")
        }
    }

    /// The cells of rows without trailing ones below empty header cells.
    private func cells(_ outcome: Engine.Outcome) -> [[String]] {
        outcome.rows.map { Array($0.cells.prefix(outcome.plan?.columns.count ?? 0)) }
    }

    /// A file with one byte dropped, doubled or put in, where that touches its structure; what stands between quotes
    /// is content, and may say anything.
    private static func damaged(_ file: [UInt8], delimiter: UInt8) -> [(position: String, bytes: [UInt8])] {
        // Structural bytes, and bytes that no text has.
        let structural = [0x22, delimiter, 0x0D, 0x0A, 0x00, 0xFF]
        var found: [(position: String, bytes: [UInt8])] = []
        var isQuoted = false
        for (at, byte) in file.enumerated() {
            // Between the two quotes of an escaped quote is content as well.
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
}
