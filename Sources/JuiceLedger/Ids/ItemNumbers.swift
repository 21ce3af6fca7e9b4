internal import JuiceBatch
internal import JuiceCore

/// The numbers in a ledger of what stands on a menu.
struct ItemNumbers {
    /// The number of each fruit in the ledger, by its index on the menu.
    let fruits: [Int]
    /// The number of each juice in the ledger, by its index on the menu.
    let juices: [Int]

    /// The recorded use of an id, in the ledger's form.
    func use(of id: UsedID) -> StoredUse {
        let used = id.instruction
        return StoredUse(
            action: used.action, item: used.action.isOfJuice ? juices[used.item] : fruits[used.item],
            quantity: used.quantity)
    }
}
