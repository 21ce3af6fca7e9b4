internal import CSV
internal import FlatMemory

/// The rows of an export, assigned to their shops.
///
/// Batches are added one at a time, in order.
struct PartitionedRows: ~Copyable {
    /// The owner of a row.
    enum Owner {
        /// A shop, by its index among all shops.
        case shop(Int)
        case wrongFieldCount
        case noShop
        /// The row has a name that no shop has; the value is the number that represents the name.
        case unknown(UInt64)
    }

    /// The sizes, as powers of two, of the blocks that hold a shop's records and line numbers in memory.
    private static let recordBlockShift = 12
    private static let lineBlockShift = 10

    private let shopCount: Int
    /// Whether rows without a shop are kept apart from rows with unknown names.
    ///
    /// If empty cells are filled from above, such a row would otherwise be taken for one with the name above it.
    var keepsUnnamedApart = false
    private var records: PartitionedSpillFile
    private var lines: PartitionedSpillFile
    private let lastLines: FixedBuffer<Int>
    private let rowCounts: FixedBuffer<Int>
    private var line = ByteBuffer(capacity: 64)
    private(set) var wrongFieldCount = 0
    private(set) var noShop = 0
    private(set) var unknownName = 0
    private(set) var unknownShops = UnknownShops()
    /// The hash of the lines and shops of all rows added so far.
    private(set) var assignment: UInt64 = 0

    /// - Parameter folder: The folder whose file system holds the rows that do not fit into memory.
    init(shopCount: Int, folder: String) throws(BatchError) {
        // After the streams of the shops come those for rows of no shop and for rows that are kept apart.
        let records = try PartitionedSpillFile(in: folder, streams: shopCount + 2, blockShift: Self.recordBlockShift)
        let lines = try PartitionedSpillFile(in: folder, streams: shopCount, blockShift: Self.lineBlockShift)
        self.shopCount = shopCount
        self.records = records
        self.lines = lines
        lastLines = FixedBuffer(repeating: 0, count: shopCount)
        rowCounts = FixedBuffer(repeating: 0, count: shopCount)
    }

    /// The index of the stream with the rows of no shop.
    var unknownStream: Int { shopCount }
    /// The index of the stream with the rows of no shop that are kept apart.
    var apartStream: Int { shopCount + 1 }

    /// The number of rows, including those of no shop.
    var rowCount: Int {
        rowCounts.indices.reduce(wrongFieldCount + noShop + unknownName) { $0 + rowCounts[$1] }
    }

    /// The number of rows of a shop, by its index.
    func rowCount(ofShop place: Int) -> Int { rowCounts[place] }

    /// Prefetches the memory for the next row of a shop.
    @inline(__always)
    func prefetch(_ owner: Owner) {
        guard case .shop(let place) = owner else { return }
        records.prefetch(place)
        lines.prefetch(place)
    }

    /// Adds the next row of the export.
    ///
    /// - Parameters:
    ///   - bytes: The original bytes of the row, including its line end.
    ///   - line: The line on which the row starts, from 1.
    ///   - name: Returns the shop's name as spelled in the row.
    @inline(__always)
    mutating func add(
        _ bytes: UnsafeBufferPointer<UInt8>, of owner: Owner, line: Int, name: () -> String
    ) throws(BatchError) {
        guard case .shop(let place) = owner else {
            note(line: line, place: shopCount)
            return try addUnknown(bytes, of: owner, line: line, name: name)
        }
        note(line: line, place: place)
        try records.append(bytes, to: place)
        self.line.count = 0
        PartitionLines.append(step: line - lastLines[place], to: &self.line)
        lastLines[place] = line
        try lines.append(self.line.bytes, to: place)
        rowCounts.update(place) { $0 += 1 }
    }

    @inline(__always)
    private mutating func note(line: Int, place: Int) {
        assignment = Self.mixed(Self.mixed(assignment ^ UInt64(line)) ^ UInt64(place))
    }

    /// Mixes the bits of a number (multiplicative hashing by the golden ratio).
    @inline(__always)
    private static func mixed(_ number: UInt64) -> UInt64 {
        let product = number &* 0x9E37_79B9_7F4A_7C15
        return product ^ product &>> 32
    }

    @inline(never)
    private mutating func addUnknown(
        _ bytes: UnsafeBufferPointer<UInt8>, of owner: Owner, line: Int, name: () -> String
    ) throws(BatchError) {
        switch owner {
        case .shop: preconditionFailure("a shop is known")
        case .wrongFieldCount: wrongFieldCount += 1
        case .noShop:
            noShop += 1
            if keepsUnnamedApart { return try records.append(bytes, to: apartStream) }
        case .unknown(let stand):
            unknownName += 1
            unknownShops.add(stand, line: line, name: name)
        }
        try records.append(bytes, to: unknownStream)
    }

    /// Writes the data in memory to the files.
    ///
    /// - Returns: The records and their lines; no further row can be added.
    mutating func finish() throws(BatchError) -> (records: SpilledStreams, lines: SpilledStreams) {
        (try records.finish(), try lines.finish())
    }
}
