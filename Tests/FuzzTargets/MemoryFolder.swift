import Glibc
import JuiceBatch
import JuiceReports

/// A folder in memory; gone with the value that owns it.
final class MemoryFolder {
    private let path: String
    private var names: Set<String> = []

    init() throws(BatchError) {
        var template = Array("/dev/shm/juice-batch-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .cannotCreate(path: "/dev/shm", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// A new report file; one that is there makes way.
    func create(_ name: String) throws(BatchError) -> OutputFile {
        if !names.insert(name).inserted { unlink("\(path)/\(name)") }
        return try OutputFile(creating: "\(path)/\(name)")
    }

    /// Writes a file anew; gives its path.
    func write(_ bytes: [UInt8], to name: String) throws(BatchError) -> String {
        try bytes.withUnsafeBufferPointer { [file = create(name)] bytes throws(BatchError) in
            try file.write(bytes, at: 0)
        }
        return "\(path)/\(name)"
    }

    /// The bytes of a file.
    func read(_ name: String) throws(BatchError) -> [UInt8] {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: name, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: name, errno: errno) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw .unreadable(path: name, errno: errno)
        }
        return bytes
    }
}
