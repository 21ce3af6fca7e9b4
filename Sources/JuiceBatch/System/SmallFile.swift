package import CSV
internal import Glibc

/// Files that are read whole, because they are small: what people write by hand, and what is made for programs.
package enum SmallFile {
    /// The longest such file, in bytes.
    package static let sizeBytesMax = 16 * 1024 * 1024

    /// The bytes of a file, or of a pipe; no more of it is read than may be.
    ///
    /// - Parameter sizeBytesMax: the longest that it may be.
    package static func read(
        _ path: String, sizeBytesMax: Int = SmallFile.sizeBytesMax, interruption: Interruption
    ) throws(BatchError) -> ByteBuffer {
        let source = try ReadDescriptor(opening: path, interruption: interruption)
        return try read(source, path: path, sizeBytesMax: sizeBytesMax, interruption: interruption)
    }

    /// The same of what is open.
    ///
    /// - Parameter path: what messages call it.
    package static func read(
        _ source: ReadDescriptor, path: String, sizeBytesMax: Int, interruption: Interruption
    ) throws(BatchError) -> ByteBuffer {
        var raw = ByteBuffer()
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = try source.read(into: &block, path: path, interruption: interruption)
            if count == 0 { return raw }
            guard raw.count + count <= sizeBytesMax else { throw .unreadable(path: path, errno: EFBIG) }
            block.withUnsafeBufferPointer { raw.append(UnsafeBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
