/// A question about a POS' exports that only a person can answer.
package struct TillQuestion: Sendable, Equatable {
    /// The subject of the question.
    package enum Subject: Sendable, Equatable {
        /// The meaning of a column, with some of its cells, the most frequent first.
        case column(Doubt.Column, header: String, cells: [String])
        /// Whether rows that were taken back, with a quantity that has no `-`, were ever made.
        case takenBack(header: String, cells: [String])
        /// The meaning of cells of the action column.
        case actionWords(header: String, cells: [String])
        /// The column that names the sold item.
        case itemColumn(headers: [String])
        /// The meaning of names that the menu lacks, the most frequent first.
        case unknownNames([UnknownName])
        /// Whether rows of other kinds are to be left out: kinds whose items are on the menu, and the others.
        case kinds(header: String, ours: [String], others: [String])
        /// The meaning of rows without an item; the line of the first, from 1.
        case namelessRows(count: Int, line: Int)
        /// Whether what stands below a second header is of the same table; the name of the item's column.
        case secondTable(item: String)
        /// Whether inputs whose rows have the same ids are of tills that count by themselves; the names of the id.
        case sharedNumbers(headers: [String])
        /// The order of day and month in dates.
        case dateOrder(header: String, example: String)
        /// Whether quantities are thousands.
        case thousands(header: String, example: String)
        /// Whether an input belongs to another POS than those before, since a role has another column in it.
        case otherTill(file: String, role: Role, header: String)
    }

    /// A name that the menu lacks.
    package struct UnknownName: Sendable, Equatable {
        package let name: String
        /// The number of rows with the name.
        package let count: Int
        /// The closest name on the menu; nil where none is close.
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
        package let settings: TillProposal

        package init(_ meaning: Meaning, _ settings: TillProposal) {
            self.meaning = meaning
            self.settings = settings
        }
    }

    /// The meaning of an answer.
    package enum Meaning: Sendable, Equatable, CaseIterable {
        case meansNothing
        case rowsAreNotOurs
        case onlyTheseAreOurs
        /// Each variant is a product of its own, with a recipe on the menu.
        case ownProducts
        case isQuantity
        case isAction
        /// The fruit goes back into stock.
        case givenBack
        case isItem
        case isOnTheMenu
        /// Rows have no ids.
        case doWithout
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
