import CSV
import Foundation
import JuiceBatch
import TestSupport
import Testing

@Suite struct EncodingTests {
    private func decoded(_ bytes: [UInt8]) -> (text: [UInt8], fault: Int?) {
        var target = ByteBuffer()
        let fault = bytes.withUnsafeBufferPointer { CP949.decode($0, into: &target) }
        return (Array(target.bytes), fault)
    }

    @Test func everyPairOfCP949IsAsInIconv() {
        var wrong: [String] = []
        for lead in UInt8(0x80)...0xFF {
            for trail in UInt8(0x00)...0xFF {
                let bytes = [0x61, lead, trail, 0x62]
                let (ours, theirs) = (decoded(bytes), PlainEncoding.convert(bytes, from: "UHC", to: "UTF-8"))
                if ours.fault != theirs.bad || (theirs.bad == nil && ours.text != theirs.text) {
                    wrong.append("\(lead) \(trail)")
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func randomCP949IsAsInIconv() {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<2_000 {
            let bytes = (0..<random.int(0...30)).flatMap { _ -> [UInt8] in
                if random.chance(10) { return [UInt8(random.int(0...255))] }
                return random.chance(30)
                    ? [UInt8(random.int(0...127))] : [UInt8(random.int(0xB0...0xC8)), UInt8(random.int(0xA1...0xFE))]
            }
            let (ours, theirs) = (decoded(bytes), PlainEncoding.convert(bytes, from: "UHC", to: "UTF-8"))
            #expect(ours.fault == theirs.bad, "\(bytes)")
            if ours.fault == nil { #expect(ours.text == theirs.text, "\(bytes)") }
        }
    }

    private static let text = "item,quantity,메모\r\n딸기,5,\"\u{1F353}\n\u{10FFFF}\"\r\n키위 주스,1,é\u{FFFD}\n\n바나나쥬스,１잔,\r"

    @Test(arguments: [1, 2, 3, 4, 5, 7, 16, 1_000])
    func utf16InPiecesIsTheSameText(size: Int) throws {
        let wanted = try Engine.run(Self.text)
        #expect(wanted.rows.map(\.line) == [2, 4, 6])
        #expect(wanted.codes == [.success, .success, .success])
        for isBigEndian in [false, true] {
            let units = Array("\u{FEFF}\(Self.text)".utf16)
            let bytes = units.flatMap { unit -> [UInt8] in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? pair : pair.reversed()
            }
            let outcome = try Engine.run(inputs: [bytes], ReadingOptions(chunkBytes: size))
            #expect(outcome.rows == wanted.rows)
            #expect(outcome.plan?.encoding == (isBigEndian ? .utf16BigEndian : .utf16LittleEndian))
        }
    }

    private func littleEndian(_ units: [UInt16]) -> [UInt8] {
        units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    @Test(arguments: [1, 2, 3, 64])
    func brokenUTF16IsRefused(size: Int) {
        let start = Array("\u{FEFF}item\r\na\r".utf16)
        let reading = ReadingOptions(chunkBytes: size)
        let tail: [[UInt16]] = [[0xD83C, 0x61], [0xDC00], [0xD83C, 0xD83C, 0xDF53], [0xD83C]]
        for units in tail {
            #expect(Engine.refusal(littleEndian(start + units), reading) == "3: bad_encoding", "\(units)")
        }
        #expect(Engine.refusal(littleEndian(start) + [0x61], reading) == "3: bad_encoding")
    }

    /// A cell that nothing is read from, since the row is wrong already, counts as well.
    @Test(arguments: ["none,2", "order,kiwi,2", "x,kiwi,", "x,,", ",,", "order,,"])
    func aCellThatIsNotReadDecidesToo(start: String) throws {
        let cells = start.split(separator: ",", omittingEmptySubsequences: false)
        for place in cells.indices {
            let row = cells.enumerated().map { $0.offset == place ? [0xB0, 0xA1] : Array($0.element.utf8) }
            let header = cells.count == 2 ? "item,quantity\n" : "action,item,quantity\n"
            let bytes =
                Array(header.utf8) + Array("order,kiwi,1\n".utf8) + Array(row.joined(separator: [0x2C])) + [0x0A]
            let outcome = try Engine.run(inputs: [bytes], ReadingOptions(chunkBytes: 4))
            #expect(outcome.plan?.encoding == .cp949, "\(start) \(place)")
            #expect(outcome.rows.last?.cells[place] == "가")
        }
    }

    @Test func optionOverridesTheEncoding() throws {
        let bytes = Array("item\n".utf8) + [0xC2, 0xB1] + [0x0A]
        #expect(try Engine.run(inputs: [bytes]).rows.map(\.cells) == [["±"]])
        let asCP949 = try Engine.run(inputs: [bytes], ReadingOptions(encoding: .cp949))
        #expect(asCP949.rows.map(\.cells) == [["짹"]])
        #expect(asCP949.plan?.encoding == .cp949)
        let units = littleEndian(Array("item\nkiwi\n".utf16))
        #expect(try Engine.run(inputs: [units], ReadingOptions(encoding: .utf16)).rows.map(\.cells) == [["kiwi"]])
    }
}
