package import JuiceCore

/// An id that a row of a run has used, with the instruction that used it.
package struct UsedID: Sendable {
    package let key: IDKey
    private let entry: IDTable.Entry

    init(key: IDKey, _ instruction: Instruction) {
        self.key = key
        entry = IDTable.Entry(instruction, isUsed: true)
    }

    /// The instruction that used the id.
    package var instruction: Instruction { entry.instruction }
}
