import CSV
import JuiceBatch
import TestSupport
import Testing

@Suite struct FileKindTests {
    private static let zip: [UInt8] = [
        0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00,
    ]

    private static func wide(_ text: String, as encoding: String = "utf-16le") -> [UInt8] {
        Array((PlainEncoding.encode(text, as: encoding, mark: false) ?? []).dropFirst(2))
    }

    /// The first bytes of files, with their kind.
    private static let examples: [(bytes: [UInt8], fileKind: FileKind?)] = [
        (zip + Array("[Content_Types].xml".utf8) + [0xB5, 0x00], .excel),
        (zip + Array("_rels/.rels".utf8) + zip + Array("xl/workbook.xml".utf8), .excel),
        (zip + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK".utf8), .openDocument),
        (zip + Array("[Content_Types].xml".utf8) + zip + Array("word/document.xml".utf8), .document),
        (zip + Array("orders.csv".utf8) + [0x00], .archive),
        (zip + Array("mimetypeapplication/hwp+zip".utf8), .document),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00], .image),
        ([0xFF, 0xD8, 0xFF, 0xE0], .image),
        (Array("GIF89a\u{1}".utf8), .image), (Array("SQLite format 3\0\u{10}".utf8), .database),
        (Array("7z\u{BC}".utf8), nil), (Array("{\\rtf1\\ansi".utf8), .document),
        (Array("<?xml version=\"1.0\"?>\n<Workbook/>".utf8), .xml),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + wide("WordDocument"), .document),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0x00, 0x00], .excel),
        ([0x1F, 0x8B, 0x08, 0x00, 0x00], .archive), (Array("%PDF-1.7\n%\u{E2}\n".utf8), .pdf),
        (Array("<html><body><table>\n".utf8), .html),
        (Array("\u{FEFF}\r\n <!DOCTYPE HTML PUBLIC \"-//W3C\">\n".utf8), .html),
        (Array("<Table border=1>\n<tr>".utf8), .html), (Array("{\"orders\": [\n".utf8), .json),
        (Array(" [{\"item\":\"kiwi\"}]".utf8), .json), (Array("[매출 현황]\n2026\n".utf8), nil),
        (wide("item,quantity\nkiwi,1\n"), .utf16LittleEndian),
        (wide("메뉴,수량\r\n딸기쥬스,3\r\n"), .utf16LittleEndian),
        (wide("item,quantity\nkiwi,1\n", as: "utf-16be"), .utf16BigEndian),
        (Array("딸기쥬스,2\n바나나쥬스,1\n".utf8), .headless), (Array("2026-11-20,1042,3\n".utf8), .headless),
        (Array("id,item\r\nA1,딸기쥬스\r\n=\"0001\",딸기쥬스\r\n".utf8), .formulaCells),
        (Array("item;id\n딸기쥬스;=\"0001\"\n".utf8), .formulaCells), (Array("item,note\n딸기쥬스,a=\"b\"\n".utf8), nil),
        (Array("item,note\n\"=\"\"1\"\"\",\n딸기쥬스,a\"b\n".utf8), nil),
        (Array("제품명,판매량\n딸기쥬스,2\n".utf8), nil), (Array("일일 매출,2026\n메뉴,수량\n딸기쥬스,2\n".utf8), nil),
        (Array("item\nkiwi\0\n".utf8), nil), (Array("item\n\"".utf8), nil), (Array("{item},메뉴\nkiwi,\"\n".utf8), nil),
        (Array("".utf8), nil),
    ]

    @Test func namedEncodingIsNotSuggestedAgain() {
        let refusal = Engine.refused {
            try Engine.run(inputs: [Self.wide("item\nkiwi\n") + [0x61]], ReadingOptions(encoding: .utf16))
        }
        #expect(refusal?.fileKind == nil && refusal?.code == "bad_encoding")
    }

    /// A data row whose cell an option names must not be taken for a header: it would be lost.
    @Test(arguments: [
        ("1001,2026-11-20,바나나쥬스,2\n1001,2026-11-20,키위쥬스,1\n", "item=바나나쥬스"),
        ("1001,2026-11-20,latte,2\n1001,2026-11-20,mocha,1\n", "item=latte"), ("latte,2\nkiwi,1\n", "item=latte"),
        ("딸기,망고\n바나나쥬스,1\n", "item=딸기"), ("A7,키위쥬스\nA8,키위쥬스\n", "item=A7+키위쥬스"),
    ])
    func namedDataRowIsNoHeader(text: String, option: String) throws {
        for header in [ExportSettings.HeaderPosition.first, .find] {
            var reading = ReadingOptions(columns: try ColumnOptions(parsing: [option]))
            reading.exportSettings.header = header
            let refusal = Engine.refused { try Engine.run(text, reading) }
            #expect(refusal?.fileKind == .headless && refusal?.line == 1 && refusal?.code == "no_item_column")
        }
    }

    @Test func namedHeaderMayContainDigits() throws {
        let reading = ReadingOptions(columns: try ColumnOptions(parsing: ["item=상품명"]))
        #expect(try Engine.run("상품명,메모,2026\n키위쥬스,,1\n", reading).codes == [.success])
    }

    @Test(arguments: examples.indices)
    func recognizesOtherFileKinds(index: Int) throws {
        let (bytes, fileKind) = Self.examples[index]
        let refusal = Engine.refused { try Engine.run(inputs: [bytes], ReadingOptions(chunkBytes: 64)) }
        #expect(refusal?.fileKind == fileKind, "\(String(decoding: bytes, as: UTF8.self)): \(refusal?.code ?? "")")
    }
}

@Suite struct LeadingLinesTests {
    @Test func optionsAreReadAsRolesAndNames() throws {
        let options = try ColumnOptions(parsing: ["item=a=b", "ID=", "Quantity=수량 "])
        #expect(options.columns == [.item: .single("a=b"), .id: RoleColumns.none, .quantity: .single("수량 ")])
    }

    @Test func eachCarriageReturnAboveTheHeaderIsALine() throws {
        let lead = String(repeating: "\r", count: 70_000)
        #expect(Engine.refusal(lead + "a,b\r") == "70001: no_item_column")
        let outcome = try Engine.run(lead + "item\r딸기쥬스\r")
        #expect(outcome.rows.map(\.line) == [70_002] && outcome.result.tally.inputs[0].blank == 70_000)
    }
}
