internal import Glibc
internal import JuiceBatch
package import JuiceReports

extension Shop {
    /// Makes the index of a folder of reports, or makes it anew.
    ///
    /// - Returns: its path.
    package func index(_ folder: String, language: MessageLanguage) throws -> String {
        let index = FolderIndex(shownFolder: folder, surroundings: surroundings)
        try index.make(language, durable: true)
        return index.shownPath
    }
}

/// The index of a folder, as use cases make it.
struct FolderIndex {
    /// The folder as its user named it.
    let shownFolder: String
    let surroundings: Surroundings

    /// Its path, as messages call it.
    var shownPath: String {
        shownFolder.hasSuffix("/") ? shownFolder + IndexFile.name : "\(shownFolder)/\(IndexFile.name)"
    }

    /// Whether there is one that this program has made; nil where something else has its name.
    func isThere() throws(BatchError) -> Bool? {
        let folder = try OpenFolder(root: surroundings.path(shownFolder))
        return switch try IndexFile(in: folder).state() {
        case .nothing: false
        case .ours: true
        case .foreign: nil
        }
    }

    /// Makes it, in the place of an earlier one.
    ///
    /// - Parameter durable: whether to wait until the disk has it.
    func make(_ language: MessageLanguage, durable: Bool) throws {
        let folder = try OpenFolder(root: surroundings.path(shownFolder))
        if folder.status(of: FileName("summary.json")) != nil {
            throw BatchError.indexInReports(path: shownFolder)
        }
        let file = IndexFile(in: folder)
        do {
            try file.inTurn(surroundings) {
                if case .foreign = try file.state() { throw BatchError.indexNotOurs(path: shownPath) }
                let index = try ReportIndex(of: folder, interruption: surroundings.interruption)
                try file.write(try IndexPage.render(try index.content(language)), durable: durable)
            }
        } catch BatchError.cannotCreate(_, let errno) {
            throw BatchError.cannotCreate(path: shownPath, errno: errno)
        } catch BatchError.inputOutput(_, let errno) {
            throw BatchError.inputOutput(path: shownPath, errno: errno)
        }
    }
}
