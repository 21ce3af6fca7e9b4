/// The ids of earlier runs, which do not change during a run.
package protocol IDHistory: Sendable {
    /// A view for one worker; nil if no id has ever been used.
    ///
    /// - Parameter inputBytes: how much there is to read, by all workers together.
    func makeLookup(inputBytes: Int) throws -> (any IDLookup)?
}

/// One worker's view of the ids of earlier runs.
package protocol IDLookup: AnyObject {
    /// Says of each id that an earlier run used what for.
    ///
    /// - Parameter found: is called with the place of the id in `ids`, in no order.
    func find(_ ids: [IDKey], found: (Int, IDUse) -> Void) throws
}
