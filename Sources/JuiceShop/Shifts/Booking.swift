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
    /// When it was booked, where the shop is, as in `2026-11-20 18:30:05`.
    package let time: String
    package let id: String
    package let action: Action
    /// The juice or fruit, as the menu has it.
    package let item: String
    /// Cups of a juice, pieces otherwise.
    package let quantity: Int
    /// What was missing; empty if it was done.
    package let missing: [Missing]
    /// By how much a count changed the stock of its fruit, in pieces; 0 for what is no count.
    package let change: Int
    /// Whether it has been taken back.
    package internal(set) var isTakenBack = false

    /// Whether it was done: if not, it was an order that stock did not suffice for.
    package var isDone: Bool { missing.isEmpty }

    /// Whether it takes another one back.
    package var takesBack: Bool { id.hasSuffix(JournalRow.takingBackSuffix) }

    /// Whether it can be taken back.
    package var canBeTakenBack: Bool { isDone && !isTakenBack && opposite != nil }

    /// What takes it back; nil if nothing does.
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
