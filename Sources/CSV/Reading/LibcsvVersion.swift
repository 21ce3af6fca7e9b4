internal import CCSV

/// The version of libcsv that the program was compiled against; the library itself has no call that tells.
package enum LibcsvVersion {
    /// The version number, such as 3.0.3.
    package static var number: String { "\(CSV_MAJOR).\(CSV_MINOR).\(CSV_RELEASE)" }
}
