internal import CSV
internal import FlatMemory

/// The rows of an export by their shops; its batches come in their order, one at a time.
struct PartitionedRows: ~Copyable {
    /// The owner of a row.
    enum Owner {
        /// A shop, by its place among all.
        case shop(Int)
        case wrongFieldCount
        case noShop
        /// The row has a name that no shop has, given by the number that stands for it.
        case unknown(UInt64)
    }

    /// Blocks of records and of their lines: what a shop takes of memory, at most.
    private static let recordBlockShift = 12
    private static let lineBlockShift = 10

    private let shopCount: Int
    /// Whether a row without a shop is kept apart from those with names that no shop has: where empty cells take the one
    /// above them it would be taken for one of theirs.
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
    /// The hash of the lines and shops of all rows so far.
    private(set) var assignment: UInt64 = 0

    /// - Parameter folder: a folder on the file system for what does not fit into memory.
    init(shopCount: Int, folder: String) throws(BatchError) {
        // Behind those of the shops stands what is of no shop, and what is kept apart from it.
        let records = try PartitionedSpillFile(in: folder, streams: shopCount + 2, blockShift: Self.recordBlockShift)
        let lines = try PartitionedSpillFile(in: folder, streams: shopCount, blockShift: Self.lineBlockShift)
        self.shopCount = shopCount
        self.records = records
        self.lines = lines
        lastLines = FixedBuffer(repeating: 0, count: shopCount)
        rowCounts = FixedBuffer(repeating: 0, count: shopCount)
    }

    /// The stream of the rows of no shop.
    var unknownStream: Int { shopCount }
    /// The stream of the rows of no shop that are kept apart.
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

    /// Adds the next row.
    ///
    /// - Parameters:
    ///   - bytes: the row's original bytes, with its line end.
    ///   - line: the line on which it starts, from 1.
    ///   - name: the shop's name as the row spells it.
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

    /// A number in which each bit of another one counts (multiplicative hashing by the golden ratio).
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

    /// Writes the rest of the memory to the files.
    ///
    /// - Returns: the records and their lines; nothing may be added any more.
    mutating func finish() throws(BatchError) -> (records: SpilledStreams, lines: SpilledStreams) {
        (try records.finish(), try lines.finish())
    }
}
