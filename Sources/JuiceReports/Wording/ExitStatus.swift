/// The result of a use case: all reasons to report, and the exit code of the most severe one.
package struct ExitStatus: Sendable, Hashable {
    /// The most severe first, each once; none where all that was asked for is done.
    package private(set) var reasons: [ExitReason] = []
    /// Whether codes are those that a chain's shops and exports count as.
    private let isOfChain: Bool

    /// All that was asked for is done.
    package static let done = ExitStatus([])

    /// A status with some reasons, in any order.
    ///
    /// - Parameter isOfChain: whether each reason counts as the code of it in a chain.
    package init(_ reasons: some Sequence<ExitReason>, isOfChain: Bool = false) {
        self.isOfChain = isOfChain
        let found = Set(reasons)
        self.reasons = ExitReason.bySeverity.filter(found.contains)
    }

    /// A status with one reason.
    package init(_ reason: ExitReason) { self.init([reason]) }

    /// The status that an error brings about.
    package init(of error: any Error) { self.init(ExitReason(of: error)) }

    /// The exit code of a process that ends so.
    package var code: Int { reasons.first.map(code) ?? 0 }

    private func code(of reason: ExitReason) -> Int { isOfChain ? reason.codeInChain : reason.code }

    /// Whether all that was asked for is done, and there is nothing to tell of.
    package var isDone: Bool { reasons.isEmpty }

    /// Adds the reasons of another status.
    package mutating func add(_ other: ExitStatus) {
        self = ExitStatus(reasons + other.reasons, isOfChain: isOfChain)
    }

    /// Adds a reason to the status.
    package mutating func add(_ reason: ExitReason) { add(ExitStatus(reason)) }

    /// Each code with its reasons, as in `4 (rows rejected), 6 (fewer files than expected)`; `0` where there are none.
    package func text(in language: MessageLanguage) -> String {
        if reasons.isEmpty { return "0" }
        var codes: [Int] = []
        for reason in reasons where !codes.contains(code(of: reason)) { codes.append(code(of: reason)) }
        let parts = codes.map { code in
            let words = reasons.filter { self.code(of: $0) == code }.map { $0.text(in: language) }
            return "\(code) (\(words.joined(separator: "; ")))"
        }
        return parts.joined(separator: ", ")
    }
}

extension ExitReason {
    /// All, the most severe first; those of one code in the order of their declaration.
    fileprivate static let bySeverity = severity.flatMap { code in allCases.filter { $0.code == code } }
}
