/// A file of a shop's folder that waits for a person: it was not applied, and nothing takes it.
package struct UnresolvedFile: Sendable, Equatable {
    /// Why a file was put into failed/.
    package struct Cause: Sendable, Equatable {
        /// The exit code that it brought about.
        package let exit: Int
        /// The code of the refusal, or a word of the same form; nil where there is none.
        package let code: String?
        /// The line of the refusal, from 1; nil where there is none.
        package let line: Int?

        package init(exit: Int, code: String?, line: Int? = nil) {
            self.exit = exit
            self.code = code
            self.line = line
        }
    }

    /// The reason why an entry of an inbox is not processed.
    package enum Obstacle: String, Sendable, CaseIterable {
        /// Its name says that it is still being written.
        case unfinished
        /// A folder, a link or another entry that is no regular file.
        case noFile = "no_file"
        /// A checksum whose file is not there.
        case checksumAlone = "checksum_alone"
        /// Nothing that can be seen.
        case waiting
    }

    /// The folder of an unresolved file, and the known reason.
    package enum Place: Sendable, Equatable {
        /// The file is in failed/; the cause is nil where none is on record.
        case failed(Cause?)
        /// The file is in repeated/; the run that applied the same bytes is nil where none is on record.
        case repeated(run: Int?)
        /// The file has been in inbox/ for more than a day.
        case inbox(Obstacle)

        package var name: String {
            switch self {
            case .failed: "failed"
            case .repeated: "repeated"
            case .inbox: "inbox"
            }
        }

        /// The names of all folders.
        package static let names = ["failed", "repeated", "inbox"]
    }

    package let place: Place
    /// Its path from the shop's folder, as people read it.
    package let path: String
    /// The UTC time at which the file was moved there; for an entry of an inbox, its last change.
    package let since: String

    package init(_ place: Place, path: String, since: String) {
        self.place = place
        self.path = path
        self.since = since
    }
}
