package import JuiceBatch

/// A question about a POS's exports that only the user can answer.
package struct SettingsQuestion: Sendable, Equatable {
    /// The subject of the question.
    package enum Subject: Sendable, Equatable {
        /// The meaning of a column, with some of its cells, the most frequent first.
        case column(Ambiguity.Column, header: String, cells: [String])
        /// The name of an ambiguous column that has no name.
        case namelessColumn
        /// The meaning of a column of stock, with some of its cells, if no other column contains quantities.
        case stock(header: String, cells: [String])
        /// Whether rows that are equal in every cell, including their ids, are the same order exported twice.
        ///
        /// The values are one of these ids, the number of repeated rows, and the line of the first of them, from 1.
        case doubledRows(header: String, id: String, count: Int, line: Int)
        /// Whether to leave out ids that a spreadsheet truncated.
        case cutOffIDs(header: String, example: String)
        /// The meaning of quantities that are not numbers or not allowed, most frequent first.
        case quantities(header: String, cells: [String])
        /// The meaning of names that contain a number of cups.
        case cupsInNames([String])
        /// A last line that counts the rows, and its line number, from 1.
        case countLine(cell: String, line: Int)
        /// Whether reversed rows, whose quantity has no `-`, were ever made.
        case takenBack(header: String, cells: [String])
        /// The meaning of cells of the action column.
        case actionWords(header: String, cells: [String])
        /// The column that names the sold item.
        case itemColumn(headers: [String])
        /// The meaning of names that the menu lacks, the most frequent first.
        case unknownNames([UnknownName])
        /// Whether to leave out rows of other kinds: the kinds of items on the menu, and the others.
        case kinds(header: String, ours: [String], others: [String])
        /// The meaning of rows without an item: their number, and the line of the first, from 1.
        case namelessRows(count: Int, line: Int)
        /// Whether rows below a second header belong to the same table; the value is the name of the item's column.
        case secondTable(item: String)
        /// Whether inputs with the same ids come from POS terminals that count separately; the values are the names of
        /// the id's columns.
        case sharedNumbers(headers: [String])
        /// The order of day and month in dates.
        case dateOrder(header: String, example: String)
        /// Whether a point or comma in quantities separates thousands.
        case thousands(header: String, example: String)
        /// Whether an input comes from another POS than earlier ones, because it has another column for a role.
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

    /// A possible answer to a question, and the settings that result from it.
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
        /// The variant is a separate product with its own recipe on the menu.
        case ownProducts
        case isQuantity
        case isAction
        /// The fruit of the reversed rows returns to the stock.
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
