import Foundation

/// A folder that is removed with the value that owns it.
package final class TemporaryFolder: Sendable {
    /// Absolute path.
    package let path: String

    /// Makes a new folder below the system's folder for temporary files.
    package init() throws {
        let base = FileManager.default.temporaryDirectory.path
        path = base + "/juice-batch-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it; returns its absolute path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// The bytes of a file in the folder; nil when there is none.
    package func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
    }

    /// True when the folder holds a file or folder of this name.
    package func holds(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + name)
    }
}
