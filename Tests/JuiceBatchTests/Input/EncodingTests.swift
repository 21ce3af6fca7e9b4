import CSV
import Foundation
import JuiceBatch
import TestSupport
import Testing

@Suite struct EncodingTests {
    @Test func cp949DecodingMatchesIconv() {
        var wrong: [String] = []
        for lead in UInt8(0x80)...0xFF {
            for trail in UInt8(0x00)...0xFF {
                let bytes = [0x61, lead, trail, 0x62]
                var target = ByteBuffer()
                let fault = bytes.withView { TextEncoding.cp949.decode($0, into: &target) }
                let (text, bad) = PlainEncoding.convert(bytes, from: "UHC", to: "UTF-8")
                if fault != bad || (bad == nil && Array(target.bytes) != text) { wrong.append("\(lead) \(trail)") }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: ["none,2", "order,kiwi,2", "x,kiwi,", "x,,", ",,", "order,,"])
    func unreadCellsCountForEncodingDetection(start: String) throws {
        let cells = start.split(separator: ",", omittingEmptySubsequences: false)
        for index in cells.indices {
            let row = cells.enumerated().map { $0.offset == index ? [0xB0, 0xA1] : Array($0.element.utf8) }
            let header = cells.count == 2 ? "item,quantity\n" : "action,item,quantity\n"
            let bytes =
                Array(header.utf8) + Array("order,kiwi,1\n".utf8) + Array(row.joined(separator: [0x2C])) + [0x0A]
            let outcome = try Engine.run(inputs: [bytes], ReadingOptions(chunkBytes: 4))
            #expect(outcome.plan?.encoding == .cp949, "\(start) \(index)")
            #expect(outcome.rows.last?.cells[index] == "가")
        }
    }
}
