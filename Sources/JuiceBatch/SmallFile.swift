package import CSV
internal import Glibc

/// Files that are read whole, because they are small: what people write by hand, and what is made for programs.
package enum SmallFile {
    /// The longest such file, in bytes.
    package static let size_bytes_max = 16 * 1024 * 1024

    /// The bytes of a file, or of a pipe.
    package static func read(_ path: String, interruption: Interruption) throws(BatchError) -> ByteBuffer {
        let file = try InputFile(path: path, name: path, spoolFolder: "/tmp", interruption: interruption)
        var raw = ByteBuffer()
        while try file.read(at: raw.count, count: 64 * 1024, into: &raw) > 0 {
            guard raw.count <= size_bytes_max else { throw .unreadable(path: path, errno: EFBIG) }
        }
        return raw
    }
}
