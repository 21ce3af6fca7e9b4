/// Why a file of checksums does not say what the digest of an input is.
package enum ChecksumMistake: Error, Sendable, Equatable {
    /// Something has its name that is no regular file, where only such are opened.
    case noFile
    /// A line is not as sha256sum writes it: its number, from 1; of an empty file 1.
    case malformed(line: Int)
    /// No line of several names the input.
    case unnamed(String)
    /// Lines that name the input differ.
    case twoDigests(String)
}
