/// The parts of the program that can be fuzzed.
///
/// The raw value is the argument of scripts/fuzz.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// UTF-8, UTF-16 and CP949 against plain converters.
    case encoding
    /// Menu and stock files: refused, or the same again when written and read back.
    case menu
    /// A whole run with its reports, against the plain model, and its failure.csv run again.
    case run
    /// The exports that no setting describes: proposals that can be written and tried.
    case inspect
    /// A run of exports with settings, against the plain model, and its failure.csv run again.
    case till
    /// Requests to the counter's pages.
    case requests

    /// Makes a checker, which may reuse state from one input to the next.
    package func makeChecker() throws -> any FuzzChecker {
        switch self {
        case .encoding: EncodingFuzz()
        case .menu: try MenuFuzz()
        case .run: try RunFuzz(hasSettings: false)
        case .inspect: try InspectFuzz()
        case .till: try RunFuzz(hasSettings: true)
        case .requests: try RequestFuzz()
        }
    }
}

/// Checks what has to hold for any bytes.
package protocol FuzzChecker: AnyObject {
    /// The violated property; nil if there is none.
    func problem(with bytes: [UInt8]) throws -> String?
}
