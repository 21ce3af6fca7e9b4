internal import JuiceBatch
internal import JuiceCore

/// The numbers in a ledger of what stands on a menu.
struct ItemNumbers {
    /// By the fruit's place on the menu.
    let fruits: [Int]
    /// By the juice's place on the menu.
    let juices: [Int]

    /// What an id was used for, as the ledger has it.
    func use(of id: UsedID) -> StoredUse {
        let used = id.instruction
        return StoredUse(
            action: used.action, item: used.action.isOfJuice ? juices[used.item] : fruits[used.item],
            quantity: used.quantity)
    }
}
