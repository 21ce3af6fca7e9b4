import CSV
import JuiceBatch
import JuiceReports
import Testing

@Suite struct ReportRowsTests {
    private static let failure = "file,line,id,action,item,quantity,code,message,shortage,raw"

    private func failures(_ text: String, with ids: String...) -> [ReportRows.Failure]? {
        var bytes = ByteBuffer()
        bytes.append(text)
        return ReportRows.failures(in: bytes, with: ReportRows.IDs(ids.map { Array($0.utf8) }))
    }

    private func doneIDs(_ text: String, of inputs: Set<String>) -> Set<[UInt8]>? {
        var bytes = ByteBuffer()
        bytes.append(text)
        return ReportRows.doneIDs(in: bytes, of: inputs)
    }

    @Test func rowsWithAnIDAreFound() {
        let rows = "\na,2,A-1,order,x,1,insufficient_stock,m,딸기:1,,extra\na,3,A-2,order,x,1,later,m,,,\n"
        let first = ReportRows.Failure(file: "a", line: 2, id: Array("A-1".utf8), code: .insufficientStock)
        let second = ReportRows.Failure(file: "a", line: 3, id: Array("A-2".utf8), code: nil)
        #expect(failures(Self.failure + ",메모" + rows, with: "A-1", "A-2", "B") == [first, second])
        #expect(failures(Self.failure + ",메모" + rows, with: "A-2") == [second])
        #expect(failures(Self.failure + ",메모" + rows, with: "A", "A-11", "") == [])
        #expect(failures(Self.failure + "\n", with: "A-1") == [])
        // Whatever takes a parser to be told is parsed.
        let quoted = "\n\"a,\n1\",2,\"A,1\",order,x,1,unknown_item,\"m\n,,A-1,\",,\n"
        #expect(failures(Self.failure + quoted, with: "A,1")?.map(\.code) == [.unknownItem])
        #expect(failures(Self.failure + quoted, with: "A-1") == [])
    }

    @Test func excelsFormIsRead() {
        let rows = "\u{FEFF}" + Self.failure + "\r\na,2,'=A,order,x,1,unknown_item,m,,\r\n"
        #expect(
            failures(rows, with: "=A") == [
                ReportRows.Failure(file: "a", line: 2, id: Array("=A".utf8), code: .unknownItem)
            ])
        #expect(failures(rows, with: "'=A") == [])
    }

    @Test(arguments: [
        "a,2,A-1\n", "file,line,id,action,item,quantity,code,message,shortage\n,,A-1,\n", failure + "\na,2,A-1,\n",
        failure + "\na,2,A-1,\"order,x,1,c,m,,\n",
    ])
    func whatIsNoFailureFileIsNone(text: String) {
        #expect(failures(text, with: "A-1") == nil || !text.contains("A-1,"))
    }

    @Test func idsOfDoneRowsAreThoseOfSomeInputs() {
        let text = "file,line,id,action,item,quantity,message,재고_키위\na,2,A-1,order,x,1,m,1\nb,2,A-2,order,x,1,m,1\n"
        #expect(doneIDs(text, of: ["a"]) == [Array("A-1".utf8)])
        #expect(doneIDs(text, of: ["a", "b", "c"])?.count == 2)
        #expect(doneIDs(text, of: []) == [])
        #expect(doneIDs("x", of: ["a"]) == nil)
    }
}
