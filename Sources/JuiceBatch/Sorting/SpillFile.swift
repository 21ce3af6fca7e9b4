internal import CSV

/// A nameless file that holds packed rows in stretches, each of which is in order.
final class SpillFile {
    private let file: NamelessFile
    /// The size of the file in bytes.
    private(set) var byteCount = 0

    /// An empty file on the file system of a folder.
    init(in folder: String) throws(BatchError) {
        file = try NamelessFile(in: folder)
    }

    /// Appends bytes to the file.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(BatchError) {
        byteCount += try file.write(bytes, at: byteCount)
    }

    /// Appends bytes of the file to a buffer.
    func read(_ range: Range<Int>, into buffer: inout ByteBuffer) throws(BatchError) {
        try file.read(range, into: &buffer)
    }
}
