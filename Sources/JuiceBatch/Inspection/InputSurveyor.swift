internal import CSV

/// A survey of all rows of an input, whatever its columns mean.
package struct InputSurveyor {
    private let settings: RunSettings
    private let cancellation: CancellationToken

    /// The names that a row can contain.
    var names: NameIndex { settings.names }

    /// - Parameter settings: the settled or typed settings for the input.
    package init(settings: RunSettings, cancellation: CancellationToken) {
        self.settings = settings
        self.cancellation = cancellation
    }

    /// Surveys the columns of one input.
    ///
    /// - Throws: the input's refusal, where not even a header could be found.
    package func survey(_ file: InputFile) throws -> InputSurvey {
        let plan = try plan(of: file)
        defer { file.pause() }
        return try survey(plan)
    }

    /// The plan for reading an input by settled settings alone.
    func plan(of file: InputFile) throws(BatchError) -> InputPlan {
        let encoding = try EncodingScan.encoding(of: file, cancellation: cancellation)
        let reading = try HeaderReader(file: file, options: settings.reading).read(.decided(encoding))
        let refusal: Refusal
        switch reading.result {
        case .success(let plan): return plan
        case .failure(let found): refusal = found
        }
        switch refusal.reason {
        case .noItemColumn, .duplicateColumn, .noHeader, .ambiguity, .tooManyColumns, .noShopColumn: break
        default: throw .refused(refusal)
        }
        let sample = try HeadSample(
            of: file, encoding: reading.assumption.encoding, delimiter: settings.reading.delimiter)
        let guess = sample.guess { [names] in names.juice($0) != nil || names.fruit($0) != nil }
        guard let guess, let options = options(guess) else { throw refused(refusal, of: file) }
        let found = try HeaderReader(file: file, options: options).read(.decided(encoding))
        guard case .success(let plan) = found.result, plan.headerLine == guess.header.line else {
            throw refused(refusal, of: file)
        }
        return plan
    }

    /// The refusal of a file in which no header was found, with what the file is instead.
    private func refused(_ refusal: Refusal, of file: InputFile) -> BatchError {
        let kind = FileKind.of(file, refusal, isHeader: true, encoding: settings.reading.encoding, names)
        if kind == nil, case .noItemColumn = refusal.reason { return .refused(refusal.named(.headless)) }
        return .refused(refusal.named(kind))
    }

    /// Options under which a record is the header, whatever its columns mean; nil if none of its names is only its.
    private func options(_ guess: HeadSample.Guess) -> ReadingOptions? {
        let keys = guess.header.cells.map(nameKey)
        guard let item = keys.indices.first(where: { at in !keys[at].isEmpty && keys.count { $0 == keys[at] } == 1 }),
            let columns = try? ColumnOptions(
                parsing: [],
                defaults: [
                    .item: .single(guess.header.cells[item]), .id: RoleColumns.none, .action: RoleColumns.none,
                    .quantity: RoleColumns.none, .time: RoleColumns.none,
                ])
        else { return nil }
        var exportSettings = ExportSettings()
        exportSettings.header = guess.isFirst ? .first : .find
        return ReadingOptions(
            columns: columns, exportSettings: exportSettings, delimiter: guess.delimiter,
            encoding: settings.reading.encoding,
            chunkBytes: settings.reading.chunkBytes)
    }

    private func survey(_ plan: InputPlan) throws -> InputSurvey {
        var survey = InputSurvey(
            file: plan.name, encoding: plan.encoding, delimiter: plan.delimiter, headerLine: plan.headerLine,
            titles: plan.titleRows, ownFile: plan.columns.ownFile, header: plan.header, columns: [])
        var table = RowTable(header: plan.header)
        var (fitting, trailing) = (0, 0)
        survey.isCutShort = try rows(of: plan) { records, row, line in
            let fits = plan.columns.fits(records, row)
            let isTrailing = !fits && fitting == 0 && plan.columns.fitsTrailing(records, row)
            let total = fits || isTrailing ? table.readNext(records, row) : TotalsWord.firstColumn(records, row)
            if let total, plan.columns.ownFile == nil {
                survey.add(InputSurvey.TotalsRow(records, row, column: total, line: line, rowsAbove: table.count))
                return
            }
            survey.rows += 1
            survey.misfits += fits ? 0 : 1
            // What stands in the columns is worth knowing where every row has a cell too many.
            guard fits || isTrailing else { return }
            if fits, fitting == 0, trailing > 0 { table.startOver() }
            fitting += fits ? 1 : 0
            trailing += isTrailing ? 1 : 0
            table.addNext(records, row, line: line, number: survey.rows)
        }
        survey.hasTrailingCells = fitting == 0 && trailing > 0 && trailing == survey.misfits
        if fitting == 0, !survey.hasTrailingCells { table.startOver() }
        survey.columns = table.columns.enumerated().map { $1.survey(name: plan.header[$0], place: $0) }
        survey.table = table
        return survey
    }

    /// Visits all rows that are not blank.
    ///
    /// - Parameter body: receives the records, the row's index among them, and its line from 1.
    /// - Returns: whether an error ended it early.
    func rows(of plan: InputPlan, _ body: (borrowing RecordBatch, Int, Int) -> Void) throws -> Bool {
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var worker = try Worker(settings: settings, plans: [plan], ambiguityRules: [], looksUpIDs: false)
        var line = 1
        while let read = try source.next(into: &worker.raw) {
            try cancellation.check()
            let fault = try worker.parse(read, [plan])
            let batch = worker.batch
            for row in 0..<batch.records.count where !batch.records.isBlank(row) {
                body(batch.records, row, line + batch.records.line(row))
            }
            line += batch.records.lineEnds
            if fault != nil { return true }
        }
        return false
    }
}
