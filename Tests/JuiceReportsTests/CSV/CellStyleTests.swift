import CSV
import Foundation
import JuiceReports
import Testing

@Suite struct CellStyleTests {
    private func cell(_ text: String, excel: Bool) -> String {
        String(decoding: CellStyle(isForExcel: excel).cell(text), as: UTF8.self)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+82", "'+82"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "\"'\rx\""),
        ("'=x", "''=x"), ("''-", "'''-"), ("'x", "'x"), ("", ""), ("'", "'"), ("a=b", "a=b"),
        ("=\"a\",b", "\"'=\"\"a\"\",b\""), (" =x", " =x"),
    ])
    func formulasAreGuarded(text: String, guarded: String) {
        #expect(cell(text, excel: true) == guarded)
        let plain = text.contains(",") || text.contains("\r") ? guarded.replacingOccurrences(of: "'", with: "") : text
        #expect(cell(text, excel: false) == plain)
    }

    @Test func excelFilesHaveMarkAndReturns() {
        let rows = [["fruit", "stock"], ["-딸기", "1"]]
        #expect(CellStyle(isForExcel: true).file(rows) == [0xEF, 0xBB, 0xBF] + Array("fruit,stock\r\n'-딸기,1\r\n".utf8))
        #expect(CellStyle(isForExcel: false).file(rows) == Array("fruit,stock\n-딸기,1\n".utf8))
    }
}
