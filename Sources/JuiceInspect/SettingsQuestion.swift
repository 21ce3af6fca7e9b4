package import JuiceBatch

/// A question about a POS' exports that only a person can answer.
package struct SettingsQuestion: Sendable, Equatable {
    /// The subject of the question.
    package enum Subject: Sendable, Equatable {
        /// The meaning of a column, with some of its cells, the most frequent first.
        case column(Ambiguity.Column, header: String, cells: [String])
        /// The name of a column without one, which is ambiguous.
        case namelessColumn
        /// The meaning of a column of stock, with some of its cells, where no other column holds quantities.
        case stock(header: String, cells: [String])
        /// Whether rows that are equal in every cell, their ids included, are the same order sent twice; one of these
        /// ids, how many rows are repeats, and the line of the first of them, from 1.
        case doubledRows(header: String, id: String, count: Int, line: Int)
        /// Whether to do without ids that a spreadsheet cut off.
        case cutOffIDs(header: String, example: String)
        /// The meaning of quantities that are none, the most frequent first.
        case quantities(header: String, cells: [String])
        /// The meaning of names that contain a number of cups.
        case cupsInNames([String])
        /// A last line that counts the rows; its line, from 1.
        case countLine(cell: String, line: Int)
        /// Whether rows that were reversed, with a quantity that has no `-`, were ever made.
        case takenBack(header: String, cells: [String])
        /// The meaning of cells of the action column.
        case actionWords(header: String, cells: [String])
        /// The column that names the sold item.
        case itemColumn(headers: [String])
        /// The meaning of names that the menu lacks, the most frequent first.
        case unknownNames([UnknownName])
        /// Whether to leave out rows of other kinds: kinds whose items are on the menu, and the others.
        case kinds(header: String, ours: [String], others: [String])
        /// The meaning of rows without an item; the line of the first, from 1.
        case namelessRows(count: Int, line: Int)
        /// Whether the rows below a second header belong to the same table; the name of the item's column.
        case secondTable(item: String)
        /// Whether inputs whose rows have the same ids come from POS terminals with counters of their own; the names of
        /// the id.
        case sharedNumbers(headers: [String])
        /// The order of day and month in dates.
        case dateOrder(header: String, example: String)
        /// Whether quantities are thousands.
        case thousands(header: String, example: String)
        /// Whether an input comes from another POS than earlier ones, since it has another column for a role.
        case otherExportSettings(file: String, role: Role, header: String)
    }

    /// A name that the menu lacks.
    package struct UnknownName: Sendable, Equatable {
        package let name: String
        /// The number of rows with the name.
        package let count: Int
        /// The closest name on the menu; nil if none is close.
        package let nearest: String?

        package init(name: String, count: Int, nearest: String?) {
            self.name = name
            self.count = count
            self.nearest = nearest
        }
    }

    /// A way to answer, and what settles it.
    package struct Answer: Sendable, Equatable {
        package let meaning: Meaning
        package let settings: SettingsProposal

        package init(_ meaning: Meaning, _ settings: SettingsProposal) {
            self.meaning = meaning
            self.settings = settings
        }
    }

    /// The meaning of an answer.
    package enum Meaning: Sendable, Equatable, CaseIterable {
        case meansNothing
        case rowsAreNotOurs
        case onlyTheseAreOurs
        /// The variant is a product of its own, with a recipe on the menu.
        case ownProducts
        case isQuantity
        case isAction
        /// The fruit goes back into stock.
        case givenBack
        case isItem
        case isOnTheMenu
        /// The rows have no ids.
        case doWithout
        case sameRowAgain, separateOrders
        case isSale
        case monthFirst, dayFirst
        case fraction, thousands
    }

    package let subject: Subject
    package let answers: [Answer]

    package init(_ subject: Subject, _ answers: [Answer]) {
        self.subject = subject
        self.answers = answers
    }
}
