import CSV
import FlatMemory
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// Makes batches as the pipeline does: the rows of a text, read and decoded.
struct DecodedText {
    /// The header of failure.csv, which has a column of ids and rows that keep their code.
    static let failureHeader = "file,line,id,action,item,quantity,code,message,shortage,raw"

    private let columns: ColumnLayout

    /// - Parameter header: of the inputs that the rows are of.
    init(header: String) throws {
        columns = try #require(try Engine.run(header + "\n").result.inputs.first).columns
    }

    /// The batch of some rows that begin on a line, from 1.
    func batch(_ rows: [String], firstLine: Int = 1) throws -> RowBatch {
        let batch = RowBatch()
        let text = rows.map { $0 + "\n" }.joined()
        let fault = Array(text.utf8).withUnsafeBufferPointer { chunk in
            RecordParser(delimiter: .comma, spacesAreData: true)
                .parse(
                    chunk, end: .file, hasQuotes: chunk.contains(Ascii.quote), limits: CSVLimits(), into: &batch.records
                )
        }
        #expect(fault == nil)
        var decoder = RowDecoder(names: try NameIndex(menu: .builtIn), seed: HashSeed(low: 1, high: 2))
        _ = decoder.decode(batch.records, columns, into: &batch.rows)
        batch.firstLine = firstLine
        return batch
    }
}

/// All that a batch says of a row.
struct BatchedRow: Equatable {
    var origin: RowOrigin
    var cells: [[UInt8]]
    var code: UInt8
    var action: UInt8
    var item: UInt16
    var quantity: UInt64?
    var id: IDHash?
    var keepsCode: Bool

    /// Row `row` (from 0) of a batch.
    ///
    /// - Parameter input: where it is from, for a batch that was not put in order.
    init(_ batch: RowBatch, _ row: Int, input: Int? = nil) {
        let origin = batch.origin(of: row)
        self.origin = RowOrigin(input: input ?? origin.input, line: origin.line)
        cells = batch.records.fields(row)
        code = batch.rows.codes[row]
        action = batch.rows.actions[row]
        item = batch.rows.items[row]
        let quantity = batch.rows.quantities[row]
        self.quantity = quantity == DecodedRows.None.quantity ? nil : UInt64(quantity)
        id = batch.rows.id(of: row)
        keepsCode = batch.rows.keepsCode(row)
    }
}
