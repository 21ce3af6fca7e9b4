/// What only a person can decide about a till's exports.
package struct TillQuestion: Sendable, Equatable {
    /// What is asked.
    package enum Subject: Sendable, Equatable {
        /// What a column means: some of its cells, the most frequent first.
        case column(Doubt.Column, header: String, cells: [String])
        /// Whether rows that were taken back, with a quantity that has no `-`, were ever made.
        case takenBack(header: String, cells: [String])
        /// What cells of the action column mean.
        case actionWords(header: String, cells: [String])
        /// Which column names what was sold.
        case itemColumn(headers: [String])
        /// What names are that the menu lacks, the most frequent first.
        case unknownNames([UnknownName])
        /// Whether rows of other kinds are to be left out: kinds whose items are on the menu, and the others.
        case kinds(header: String, ours: [String], others: [String])
        /// What rows without an item are; the line of the first, from 1.
        case namelessRows(count: Int, line: Int)
        /// Whether what stands below a second header is of the same table; the name of the item's column.
        case secondTable(item: String)
        /// In which order dates are written.
        case dateOrder(header: String, example: String)
        /// Whether quantities are thousands.
        case thousands(header: String, example: String)
        /// That an input is of another till than those before, as a role has another column in it.
        case otherTill(file: String, role: Role, header: String)
    }

    /// A name that the menu lacks.
    package struct UnknownName: Sendable, Equatable {
        package let name: String
        /// In how many rows it stands.
        package let count: Int
        /// What on the menu comes nearest; nil where nothing does.
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

        init(_ meaning: Meaning, _ settings: TillProposal) {
            self.meaning = meaning
            self.settings = settings
        }
    }

    /// What an answer says.
    package enum Meaning: Sendable, Equatable {
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
        case isSale
        case monthFirst, dayFirst
        case fraction, thousands
    }

    package let subject: Subject
    package let answers: [Answer]

    init(_ subject: Subject, _ answers: [Answer]) {
        self.subject = subject
        self.answers = answers
    }
}
