internal import Foundation
package import JuiceBatch

extension RecordPrint {
    /// The number of recent runs whose inputs are compared with those of a new one.
    package static let runsMax = 100

    /// Prints as a ledger stores them, eight bytes each, the lowest first.
    static func bytes(of prints: [RecordPrint]) -> Data {
        var bytes = Data(capacity: prints.count * 8)
        for print in prints {
            bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: print.bits >> (8 * $0)) })
        }
        return bytes
    }

    /// The prints in stored bytes; none where there are parts of one.
    static func stored(_ bytes: Data) -> [RecordPrint] {
        guard bytes.count % 8 == 0 else { return [] }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { start in
            RecordPrint(bits: bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
