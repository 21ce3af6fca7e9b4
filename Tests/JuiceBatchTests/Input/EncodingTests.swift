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
                let fault = bytes.withView { CP949.decode($0, into: &target) }
                let (text, bad) = PlainEncoding.convert(bytes, from: "UHC", to: "UTF-8")
                if fault != bad || (bad == nil && Array(target.bytes) != text) { wrong.append("\(lead) \(trail)") }
            }
        }
        #expect(wrong.isEmpty)
    }
}
