/// The JSON form of an exit status: the names of its reasons.
extension ExitStatus {
    /// The names of all reasons, the most severe first.
    package var json: JSONValue { .array(reasons.map { .string($0.rawValue) }) }

    /// A status whose reasons have these names; nil if a value is no list of them.
    package init?(_ value: JSONValue, isOfChain: Bool = false) {
        guard let reasons = value.all({ $0.string.flatMap { ExitReason(rawValue: $0) } }) else { return nil }
        self.init(reasons, isOfChain: isOfChain)
    }
}

extension JSONValue {
    /// The reason that an object names, or none where it names null; nil if that is no reason, or its code another one.
    ///
    /// - Parameter code: the code that a reason has in the object.
    func exitReason(_ code: (ExitReason) -> Int) -> ExitReason?? {
        let reason: ExitReason?
        switch self["reason"] {
        case .null?: reason = nil
        case .string(let name)?:
            guard let named = ExitReason(rawValue: name) else { return nil }
            reason = named
        default: return nil
        }
        return self["code"]?.int == (reason.map(code) ?? 0) ? .some(reason) : nil
    }
}
