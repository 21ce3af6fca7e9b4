/// The typed options for the rows of a POS' exports, word for word.
package struct TillOptions: Sendable, Equatable {
    /// The readings of cells of the action and the item, as `ROLE:FROM=TO`.
    package var values: [String] = []
    /// Rows that are not ours: `COLUMN=VALUE`.
    package var ignore: [String] = []
    /// The only rows that are ours: `COLUMN=VALUE`.
    package var only: [String] = []
    /// Columns that mean nothing to us.
    package var accept: [String] = []
    /// Columns in which an empty cell takes the one above it.
    package var fill: [String] = []
    /// The words of totals rows.
    package var totals: [String] = []

    /// Creates options of which none is typed.
    package init() {}

    /// Parses the options into rules.
    package func rules() throws(BatchError) -> TillRules {
        var rules = TillRules()
        do throws(TillMistake) {
            for option in values { rules.readings.append(try TillRules.Reading(option)) }
        } catch {
            throw .usage(.till(.itemValues, error))
        }
        rules.ignore = try Self.cells(ignore, .ignore)
        rules.only = try Self.cells(only, .only)
        rules.accept = accept
        rules.fill = fill
        rules.totals = totals
        do throws(TillRules.Misplaced) {
            try rules.check()
        } catch {
            throw .usage(.till(error.place, error.mistake))
        }
        return rules
    }

    private static func cells(_ options: [String], _ place: TillPlace) throws(BatchError) -> [TillRules.Cell] {
        var cells: [TillRules.Cell] = []
        do throws(TillMistake) {
            for option in options { cells.append(try TillRules.Cell(option)) }
        } catch {
            throw .usage(.till(place, error))
        }
        return cells
    }
}

extension TillSettings {
    /// Reads what a run is to come to: `rows=N` and `quantity=N`, once each.
    package mutating func expect(_ options: [String]) throws(BatchError) {
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Self.wholeNumber(parts[1]) else {
                throw .usage(.malformedExpectation(option))
            }
            switch parts[0] {
            case "rows" where number >= 0:
                if expectedRows != nil { throw .usage(.repeatedExpectation("rows")) }
                expectedRows = number
            case "quantity":
                if expectedQuantity != nil { throw .usage(.repeatedExpectation("quantity")) }
                expectedQuantity = number
            default: throw .usage(.malformedExpectation(option))
            }
        }
    }

    /// Digits, with a `-` in front or without.
    private static func wholeNumber(_ text: Substring) -> Int? {
        text.hasPrefix("+") ? nil : Int(text)
    }
}
