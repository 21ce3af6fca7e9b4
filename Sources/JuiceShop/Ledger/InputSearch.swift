internal import Glibc
internal import JuiceBatch

/// Finds the inputs of earlier runs by their content, even if the files have been moved or renamed.
///
/// Each file is read at most once, and only if no file read before has the wanted content.
final class InputSearch {
    /// The maximum depth of the searched folders.
    private static let depthMax = 8

    /// A file in one of the folders.
    private struct Candidate {
        /// The index of the searched folder that the file is in, from 0.
        let base: Int
        /// The path of the file within that folder.
        let path: FileName

        var name: FileName { FileName(Array(path.bytes.split(separator: UInt8(ascii: "/")).last ?? [])) }
    }

    private let bases: [OpenFolder]
    private let shownBases: [String]
    private let environment: Environment
    private var unread: [Candidate] = []
    /// The paths of the listed files, each with the state of the file at that time.
    private var listed: Set<String> = []
    private var found: [String: Candidate] = [:]

    /// Creates a search through some folders.
    ///
    /// - Parameters:
    ///   - folders: the folders in the order of the search. Missing folders count as empty; symbolic links are not
    ///     followed.
    ///   - environment: resolves relative paths.
    init(_ folders: [String], in environment: Environment) throws(BatchError) {
        self.environment = environment
        var bases: [OpenFolder] = []
        var shown: [String] = []
        for folder in folders {
            do throws(BatchError) {
                bases.append(try OpenFolder(root: environment.path(folder)))
                shown.append(folder)
            } catch .unreadable(_, ENOENT) {
                continue
            }
        }
        (self.bases, shownBases) = (bases, shown)
        try list()
    }

    /// Finds an input by its content; nil if no file has it.
    ///
    /// - Parameters:
    ///   - sha256: the SHA-256 in hex.
    ///   - name: the name of the input in reports, which the file may also have.
    ///   - path: the path from which the input was read originally.
    func input(_ sha256: String, called name: String, from path: String = "-") throws(BatchError) -> InputFile? {
        if let input = try inPlace(path, name), try self.sha256(of: input) == sha256 { return input }
        if let input = try found[sha256].flatMap({ candidate throws(BatchError) in try open(candidate, as: name) }) {
            return input
        }
        if let input = try read(until: sha256, name) { return input }
        // Reports that were rebuilt since the last listing may be inputs, too.
        try list()
        return try read(until: sha256, name)
    }

    /// Opens the file at the original path of an input, if there is one.
    private func inPlace(_ path: String, _ name: String) throws(BatchError) -> InputFile? {
        guard path != "-" else { return nil }
        let path = environment.path(path)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? InputFile(
            path: path, name: name, spillFolder: environment.temporaryFolder, cancellation: environment.cancellation)
    }

    /// The digest of an input; nil if it cannot be read.
    private func sha256(of input: InputFile) throws(BatchError) -> String? {
        do throws(BatchError) {
            return try input.sha256(cancellation: environment.cancellation)
        } catch .interrupted(let signal) {
            throw .interrupted(signal: signal)
        } catch {
            return nil
        }
    }

    /// Lists the files that are new since the last listing.
    private func list() throws(BatchError) {
        for base in bases.indices { try list(bases[base], base, FileName([]), depth: 1) }
    }

    private func list(_ folder: OpenFolder, _ base: Int, _ path: FileName, depth: Int) throws(BatchError) {
        try environment.cancellation.check()
        for name in try folder.names() {
            guard let status = folder.status(of: name) else { continue }
            let inner = FileName(path.bytes + (path.bytes.isEmpty ? [] : [UInt8(ascii: "/")]) + name.bytes)
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                guard listed.insert(FileIdentity(status).text).inserted else { continue }
                unread.append(Candidate(base: base, path: inner))
            case S_IFDIR where depth < Self.depthMax:
                if case .folder(let next) = try folder.inner(name) { try list(next, base, inner, depth: depth + 1) }
            default: continue
            }
        }
    }

    /// Reads the files that were not read yet, beginning with those that have the input's name.
    private func read(until sha256: String, _ name: String) throws(BatchError) -> InputFile? {
        let wanted = FileName(name)
        let likely = unread.indices.filter { unread[$0].name == wanted }
        var read: Set<Int> = []
        defer { unread = unread.indices.filter { !read.contains($0) }.map { unread[$0] } }
        for index in likely + unread.indices.filter({ unread[$0].name != wanted }) {
            try environment.cancellation.check()
            guard let input = try open(unread[index], as: name) else { continue }
            let digest = try self.sha256(of: input)
            read.insert(index)
            if let digest, found[digest] == nil { found[digest] = unread[index] }
            if digest == sha256 { return input }
        }
        return nil
    }

    private func open(_ candidate: Candidate, as name: String) throws(BatchError) -> InputFile? {
        guard let (file, _) = try bases[candidate.base].file(candidate.path), let identity = file.identity else {
            return nil
        }
        return try InputFile(
            opened: file, path: "\(shownBases[candidate.base])/\(candidate.path.text)", name: name, identity: identity,
            cancellation: environment.cancellation)
    }
}
