/// Describes the columns of exports that no setting names, so that a new column or cell is noticed the same night.
struct ExportDescription {
    /// The maximum number of different cells of a column whose cells are listed.
    private static let cellsMax = 20

    /// The contents of the columns of one name, in all inputs.
    private struct Column {
        let name: String
        var rows = 0
        /// The different cells in order of first appearance, trimmed.
        var cells: [String] = []
        /// Whether some cells are not known, since there are too many.
        var hasMore = false
        var isInDoubt = false

        /// Whether its cells are few enough to be listed: each of them twice or more on average.
        var isListed: Bool { !hasMore && cells.count <= cellsMax && rows >= 2 * cells.count }
    }

    private let settings: SettingsProposal
    private var columns: [Column] = []
    /// The cells that columns have which settings list without them.
    private var newCells: [RowFilterSettings.Cell] = []
    /// Whether a column that holds cells has no name, so that no setting could name it.
    private var hasNameless = false

    /// - Parameter settings: all that is settled or proposed.
    init(_ inputs: [InspectedInput], settings: SettingsProposal, names: NameIndex) {
        self.settings = settings
        for input in inputs where input.survey.ownFile == nil {
            add(input, names)
            addNewCells(input, names)
        }
    }

    /// The settings that describe the export; none where a column without a name holds cells.
    ///
    /// A column in doubt is not described: what it means is asked.
    var proposal: SettingsProposal {
        var proposal = SettingsProposal()
        proposal.rules.known = newCells
        guard !hasNameless else { return proposal }
        proposal.rules.isDescribed = true
        for column in columns where !column.isInDoubt {
            if column.isListed {
                proposal.rules.known += column.cells.map { RowFilterSettings.Cell(column: column.name, value: $0) }
            } else {
                proposal.rules.accept.append(column.name)
            }
        }
        return proposal
    }

    /// The questions, in which an answer that leaves out rows by a column lists the column's other cells, so that a cell
    /// which the column has never had is noticed.
    func listingCells(in questions: [SettingsQuestion]) -> [SettingsQuestion] {
        if hasNameless { return questions }
        return questions.map { question in
            SettingsQuestion(
                question.subject,
                question.answers.map { answer in
                    let ignored = answer.settings.rules.ignore
                    guard answer.meaning == .rowsAreNotOurs, let name = ignored.first?.column,
                        let column = columns.first(where: { $0.isInDoubt && $0.isListed && $0.name == name })
                    else { return answer }
                    let keys = Set(ignored.map { cellKey($0.value) })
                    var settings = answer.settings
                    settings.rules.known += column.cells.filter {
                        !keys.contains(cellKey($0)) && !AmbiguousCell.isAmbiguous($0, as: .action, decimal: nil)
                    }.map { RowFilterSettings.Cell(column: name, value: $0) }
                    return SettingsQuestion.Answer(answer.meaning, settings)
                })
        }
    }

    /// Adds the cells that are new in columns whose cells are listed, but for those that may mean something else than an
    /// order: such a row stays rejected until it has been said what the cell means.
    private mutating func addNewCells(_ input: InspectedInput, _ names: NameIndex) {
        let doubts = ColumnDoubts(
            input.survey, settings, input.found, names: names, countsIgnoredNames: true)
        for (column, header) in input.survey.header.enumerated() {
            let listed = settings.rules.known.filter { nameKey($0.column) == nameKey(header) }
            guard let name = listed.first?.column else { continue }
            var keys = Set((listed + newCells.filter { $0.column == name }).map { cellKey($0.value) })
            for cell in doubts.counts(column).cells where keys.insert(cellKey(cell.text)).inserted {
                if AmbiguousCell.isAmbiguous(cell.text, as: .action, decimal: nil) { continue }
                newCells.append(RowFilterSettings.Cell(column: name, value: cell.text))
            }
        }
    }

    private mutating func add(_ input: InspectedInput, _ names: NameIndex) {
        let survey = input.survey
        let reader = ColumnReader(survey, settled: settings, proposal: SettingsProposal())
        let doubts = ColumnDoubts(survey, settings, input.found, names: names)
        let rows = ColumnDoubts(survey, settings, input.found, names: names, countsIgnoredNames: true)
        for column in survey.columns.indices where reader.isUndescribed(column) {
            let (name, cells) = (survey.columns[column].name, rows.counts(column))
            if nameKey(name).isEmpty {
                if cells.cells.contains(where: { !$0.text.isEmpty }) { hasNameless = true }
                continue
            }
            let known = columns.firstIndex { nameKey($0.name) == nameKey(name) }
            var found = known.map { columns[$0] } ?? Column(name: name)
            found.rows += cells.rows
            for cell in cells.cells where !found.cells.contains(where: { cellKey($0) == cellKey(cell.text) }) {
                guard found.cells.count <= Self.cellsMax else { break }
                found.cells.append(cell.text)
            }
            if survey.columns[column].hasMoreValues { found.hasMore = true }
            if doubts.kind(column, hasQuantity: reader.hasQuantity) != nil { found.isInDoubt = true }
            if let known { columns[known] = found } else { columns.append(found) }
        }
    }
}
