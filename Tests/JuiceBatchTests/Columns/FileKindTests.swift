import JuiceBatch
import TestSupport
import Testing

/// What is no CSV at all is named for what it is.
@Suite struct FileKindTests {
    /// The first bytes of a file, and what it is.
    struct Example: Sendable {
        var bytes: [UInt8]
        var nature: FileKind?

        init(_ bytes: [UInt8], _ nature: FileKind?) {
            self.bytes = bytes
            self.nature = nature
        }

        init(_ text: String, _ nature: FileKind?) { self.init(Array(text.utf8), nature) }
    }

    private static let zip: [UInt8] = [
        0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00,
    ]

    private static func wide(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? pair.reversed() : pair
        }
    }

    static let examples: [Example] = [
        Example(zip + Array("[Content_Types].xml".utf8) + [0xB5, 0x00], .excel),
        Example(zip + Array("_rels/.rels".utf8) + zip + Array("xl/workbook.xml".utf8), .excel),
        Example(zip + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK".utf8), .openDocument),
        Example(zip + Array("[Content_Types].xml".utf8) + zip + Array("word/document.xml".utf8), .zip),
        Example(zip + Array("orders.csv".utf8) + [0x00], .zip),
        Example([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0x00, 0x00], .oldExcel),
        Example([0x1F, 0x8B, 0x08, 0x00, 0x00], .gzip), Example("%PDF-1.7\n%\u{E2}\n", .pdf),
        Example("<html><body><table>\n", .html), Example("\u{FEFF}\r\n <!DOCTYPE HTML PUBLIC \"-//W3C\">\n", .html),
        Example("<Table border=1>\n<tr>", .html), Example("{\"orders\": [\n", .json),
        Example(" [{\"item\":\"kiwi\"}]", .json),
        Example(wide("item,quantity\nkiwi,1\n"), .utf16LittleEndian),
        Example(wide("메뉴,수량\r\n딸기쥬스,3\r\n"), .utf16LittleEndian),
        Example(wide("item,quantity\nkiwi,1\n", isBigEndian: true), .utf16BigEndian),
        Example("딸기쥬스,2\n바나나쥬스,1\n", .headless), Example("2026-11-20,1042,3\n", .headless),
        Example("제품명,판매량\n딸기쥬스,2\n", nil), Example("일일 매출,2026\n메뉴,수량\n딸기쥬스,2\n", nil),
        Example("item\nkiwi\0\n", nil), Example("item\n\"", nil), Example("{item},메뉴\nkiwi,\"\n", nil),
        Example("", nil),
    ]

    @Test func anEncodingThatIsNamedIsNotOfferedAgain() {
        do {
            _ = try Engine.run(inputs: [Self.wide("item\nkiwi\n") + [0x61]], ReadingOptions(encoding: .utf16))
            Issue.record("accepted")
        } catch {
            guard case BatchError.refused(let refusal) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(refusal.nature == nil && refusal.code == "bad_encoding")
        }
    }

    @Test(arguments: examples)
    func aFileIsNamedForWhatItIs(example: Example) throws {
        do {
            _ = try Engine.run(inputs: [example.bytes], ReadingOptions(chunkBytes: 64))
            Issue.record("accepted \(example)")
        } catch BatchError.refused(let refusal) {
            #expect(refusal.nature == example.nature, "\(refusal.code)")
        }
    }
}
