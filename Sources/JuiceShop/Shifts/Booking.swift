package import JuiceCore

/// A row of the journal, with what was said of it.
package struct Booking: Sendable, Equatable {
    /// Pieces that are missing of a fruit.
    package struct Missing: Sendable, Equatable {
        package let fruit: String
        package let pieces: Int
    }

    /// Its place in the journal, from 1.
    package let number: Int
    /// The local time of the booking, such as `2026-11-20 18:30:05`.
    package let time: String
    package let id: String
    package let action: Action
    /// The juice or fruit, as the menu has it.
    package let item: String
    /// Cups of a juice, pieces otherwise.
    package let quantity: Int
    /// The missing fruits; empty if the booking was carried out.
    package let missing: [Missing]
    /// The change of stock by a count, in pieces; 0 for any other action.
    package let change: Int
    /// Whether it has been taken back.
    package internal(set) var isTakenBack = false

    /// Whether it was done: if not, it was an order that stock did not suffice for.
    package var isDone: Bool { missing.isEmpty }

    /// Whether it takes another one back.
    package var takesBack: Bool { id.hasSuffix(JournalRow.takingBackSuffix) }

    /// Whether it can be taken back.
    package var canBeTakenBack: Bool { isDone && !isTakenBack && opposite != nil }

    /// The instruction that takes the booking back; nil if none does.
    var opposite: (action: Action, quantity: Int)? {
        if takesBack { return nil }
        switch action {
        case .order: return (.cancel, quantity)
        case .restock: return (.discard, quantity)
        case .discard: return (.restock, quantity)
        case .count: return change == 0 ? nil : change > 0 ? (.discard, change) : (.restock, -change)
        case .cancel, .assert: return nil
        }
    }
}
