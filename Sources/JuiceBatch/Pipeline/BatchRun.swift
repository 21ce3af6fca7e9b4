internal import CSV
internal import FlatMemory
package import JuiceCore

/// One run over one or more inputs: reads all headers, then applies all rows in sequence.
package struct BatchRun {
    private let settings: RunSettings
    private let files: [InputFile]
    private let cancellation: CancellationToken

    package init(settings: RunSettings, files: [InputFile], cancellation: CancellationToken) {
        precondition(!files.isEmpty, "a run has an input")
        // One worker reads a whole chunk, so more workers than chunks would be idle.
        let chunks = files.reduce(0) { $0 + $1.sizeBytes / settings.reading.chunkBytes + 1 }
        var settings = settings
        settings.threads = min(settings.threads, chunks)
        (self.settings, self.files, self.cancellation) = (settings, files, cancellation)
    }

    /// Reads and applies all rows, and passes every batch to the sinks, in their order.
    ///
    /// UTF-8 is assumed until a byte contradicts it. Then, and before an input is refused, all bytes determine the
    /// encoding; if it is another one, the run starts again.
    package func run(
        sinks: [any OutcomeSink], progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws -> RunResult {
        try withConfirmedAssumptions(sinks) { plans, times in
            let result = try apply(plans, times, sinks, progress)
            try result.checkInvariants()
            try settings.reading.exportSettings.checkExpectations(
                rows: result.tally.rows, result.inputSummaries, of: plans)
            return result
        }
    }

    /// Passes every batch to the sink with its original bytes; `rows` returns the number of rows that it has received.
    ///
    /// Ids, ambiguities of rows and the order of times are checked by the run that later applies the rows.
    func collect(
        sink: any OutcomeSink, progress: @escaping @Sendable (Progress) -> Void, rows: () throws -> Int
    ) throws -> [(plan: InputPlan, summary: InputSummary)] {
        try withConfirmedAssumptions([sink]) { plans, _ in
            let plans = plans.map(\.forCollecting)
            let pipeline = Pipeline(
                settings: settings, plans: plans, times: TimeAssumptions(), order: .collected(keepsText: true),
                sinks: [sink], cancellation: cancellation, progress: progress)
            let inputSummaries = try pipeline.collect().inputSummaries
            try settings.reading.exportSettings.checkExpectations(rows: try rows(), inputSummaries, of: plans)
            return Array(zip(plans, inputSummaries))
        }
    }

    /// Repeats an attempt to process all rows until no assumption about encodings, times or row order proves wrong.
    private func withConfirmedAssumptions<Outcome>(
        _ sinks: [any OutcomeSink], _ attempt: ([InputPlan], TimeAssumptions) throws -> Outcome
    ) throws -> Outcome {
        // The encoding of each input once it is certain; UTF-8 is assumed until then.
        var encodings = [TextEncoding?](repeating: nil, count: files.count)
        var times = TimeAssumptions()
        let mismatches = try files.map(checksumMismatch)
        while true {
            let plans = try readHeaders(&encodings, mismatches).map(withTrailingCells)
            do {
                return try attempt(plans, times)
            } catch let corrected as TimeAssumptions {
                times = corrected
            } catch Worker.ChunkError.notUTF8(let input) {
                _ = try detectEncodings(of: [input], &encodings)
                times.removeAll()
            } catch let diagnostic as Diagnostic {
                // Headers come before rows, so one that reads differently in another encoding could be refused first.
                guard try detectEncodings(of: plans.indices.dropFirst(diagnostic.input), &encodings) else {
                    let plan = plans[diagnostic.input]
                    let refusal = Refusal(
                        file: plan.name, line: diagnostic.line, reason: try withAllCells(diagnostic.reason, plan))
                    throw withKind(refusal, isHeader: false)
                }
                times.removeAll()
            }
            for sink in sinks { try sink.startOver() }
        }
    }

    /// The refusal of a file whose bytes do not match the checksum beside it; nil if they do, or there is no checksum.
    private func checksumMismatch(_ file: InputFile) throws -> Refusal? {
        guard let expected = file.expectedSHA256 else { return nil }
        let actual = try file.sha256(cancellation: cancellation)
        if actual == expected { return nil }
        return Refusal(file: file.name, line: 1, reason: .checksumMismatch(expected: expected, actual: actual))
    }

    /// Applies the rows of all inputs once; throws errors, and the assumption that proved wrong.
    private func apply(
        _ plans: [InputPlan], _ times: TimeAssumptions, _ sinks: [any OutcomeSink],
        _ progress: @escaping @Sendable (Progress) -> Void
    ) throws -> RunResult {
        func pipeline(_ plans: [InputPlan], _ order: Pipeline.Order, _ sinks: [any OutcomeSink]) -> Pipeline {
            Pipeline(
                settings: settings, plans: plans, times: times, order: order, sinks: sinks, cancellation: cancellation,
                progress: progress)
        }
        let sequence = settings.reading.exportSettings.sequence
        // Rows are also sorted if an input with times is newest first, or inputs with times have to be merged.
        let mustSort =
            times.isOutOfOrder || sequence == .newestFirst && plans.contains(where: \.isTimed)
            || Set(plans.map(\.group)).count < plans.count
        guard mustSort else { return try pipeline(plans, .asRead, sinks).run() }
        let newestFirst = Set(plans.indices.filter { times.isNewestFirst($0, plans, sequence) })
        let sorting = SortingSink(settings, newestFirst: newestFirst, cancellation: cancellation)
        let (inputSummaries, readBytes) = try pipeline(plans, .collected(keepsText: false), [sorting]).collect()
        let rows = try sorting.sorted(inputSummaries, readBytes: readBytes)
        return try pipeline(plans.map(\.flattened), .sorted(rows), sinks).run()
    }

    /// Determines the uncertain encodings of some inputs from all bytes; returns whether any is not UTF-8, as assumed.
    private func detectEncodings(
        of inputs: some Sequence<Int>, _ encodings: inout [TextEncoding?]
    ) throws(BatchError) -> Bool {
        var isOther = false
        for input in inputs where encodings[input] == nil {
            defer { files[input].closeUntilRead() }
            let encoding = try TextEncoding.detect(in: files[input], cancellation: cancellation)
            encodings[input] = encoding
            isOther = isOther || encoding != .utf8
        }
        return isOther
    }

    /// Reads the headers of all inputs, and makes their plans; a refusal in `mismatches` takes the place of a plan.
    private func readHeaders(
        _ encodings: inout [TextEncoding?], _ mismatches: [Refusal?]
    ) throws(BatchError) -> [InputPlan] {
        while true {
            var readings: [HeaderReading] = []
            for (input, file) in files.enumerated() {
                // With many inputs, most wait a long time before their rows are read, so the file is not kept open.
                defer { file.closeUntilRead() }
                var reading = try HeaderReader(file: file, options: settings.reading).read(encodings[input])
                encodings[input] = reading.preamble.decidedEncoding
                if let mismatch = mismatches[input] { reading.result = .failure(mismatch) }
                readings.append(reading)
            }
            do throws(BatchError) {
                return try makePlans(readings)
            } catch {
                // In the encoding that all bytes imply, a header, or the cells in a message, may read differently.
                if try detectEncodings(of: files.indices, &encodings) { continue }
                guard case .refused(let refusal) = error else { throw error }
                throw withKind(refusal, isHeader: true)
            }
        }
    }

    /// Adds to a refusal the actual kind of its file, such as a spreadsheet, if that can be recognized.
    private func withKind(_ refusal: Refusal, isHeader: Bool) -> BatchError {
        // If the bytes are not the intended ones, their kind says nothing about the intended file.
        if case .checksumMismatch = refusal.reason { return .refused(refusal) }
        if refusal.fileKind != nil { return .refused(refusal) }
        let fileKind = files.first { $0.name == refusal.file }.flatMap { file in
            FileKind.of(file, refusal, isHeader: isHeader, encoding: settings.reading.encoding, settings.names)
        }
        return .refused(refusal.withKind(fileKind))
    }

    /// Creates the plans for reading all inputs, or throws the first refusal of a header.
    private func makePlans(_ readings: [HeaderReading]) throws(BatchError) -> [InputPlan] {
        let names = readings.compactMap(\.preamble.names)
        // A column is missing everywhere only if every header could be read.
        if names.count == readings.count { try checkNamedColumns(names) }
        var plans: [InputPlan] = []
        for reading in readings {
            let plan = try reading.result.mapError { BatchError.refused($0) }.get()
            if let refusal = FileKind.refusalOfDataHeader(plan, settings.reading.columns, settings.names) {
                throw .refused(refusal)
            }
            if let refusal = try unknownColumn(plan) { throw .refused(refusal) }
            plans.append(plan)
        }
        return Self.grouped(try withExtraColumns(plans))
    }

    /// The refusal of a described input with an unnamed column, unless that has no name and only empty cells.
    private func unknownColumn(_ plan: InputPlan) throws(BatchError) -> Refusal? {
        guard settings.reading.exportSettings.isDescribed, !plan.undescribedColumns.isEmpty else { return nil }
        let plan = try withTrailingCells(plan)
        for column in plan.undescribedColumns {
            let name = trimmedText(plan.header[column])
            let cells = try plan.cells(of: column, max: Self.cellsMax, settings, cancellation)
            if name.isEmpty && cells.allSatisfy(\.isEmpty) { continue }
            let isOfCancels = AmbiguousColumns.kinds(TextWords(name), hasQuantity: true).contains(.cancellation)
            let suspicious = cells.filter { cell in
                AmbiguousCell.isAmbiguous(cell, as: .action, decimal: nil)
                    || isOfCancels && AmbiguousCell.isAmbiguous(cell, as: .cancellation, decimal: nil)
            }
            return Refusal(
                file: plan.name, line: plan.headerLine,
                reason: .unknownColumn(
                    name: name, cells: cells, suspicious: suspicious,
                    mayBeQuantity: suspicious.isEmpty && mayBeQuantity(name, cells, plan)))
        }
        return nil
    }

    /// Adds to the reason of an ambiguous column its other cells, by which the message says what to type.
    private func withAllCells(_ reason: Refusal.Reason, _ plan: InputPlan) throws(BatchError) -> Refusal.Reason {
        guard case .ambiguity(.column(let kind, let header, let cell, _, _)) = reason,
            kind.isShownByCells || kind == .quantity, let column = plan.header.firstIndex(of: header)
        else { return reason }
        if kind == .quantity {
            var others: [String] = []
            for other in plan.undescribedColumns where other != column {
                let cells = try plan.cells(of: other, max: Self.cellsMax, settings, cancellation)
                if mayBeQuantity(plan.header[other], cells, plan) { others.append(plan.header[other]) }
            }
            return .ambiguity(.column(kind, header: header, cell: cell, others: others))
        }
        let cells = try plan.cells(of: column, max: Self.cellsMax, settings, cancellation)
        let isFilled = plan.columns.filling(column) != column
        // A flag of 0 and 1 is a quantity only if the header says so.
        let isCount = AmbiguousColumns.kinds(TextWords(header), hasQuantity: false).contains(.quantity)
        return .ambiguity(
            .column(
                kind, header: header, cell: cell, others: cells.filter { $0 != cell && !($0.isEmpty && isFilled) },
                mayBeQuantity: isCount && mayBeQuantity(header, cells, plan)))
    }

    /// Whether a column, by its header and all of its cells, may contain the quantities that no other column does.
    private func mayBeQuantity(_ header: String, _ cells: [String], _ plan: InputPlan) -> Bool {
        let words = TextWords(header)
        let mayBeNamed =
            AmbiguousColumns.kinds(words, hasQuantity: false).contains(.quantity)
            || AmbiguousColumns.mayContainQuantities(words)
        return plan.columns.quantity == nil && mayBeNamed
            && cells.allSatisfy { $0.isEmpty || AmbiguousCell.figure($0, decimal: nil) != nil }
            && cells.contains { !$0.isEmpty && $0 != "1" }
    }

    /// The number of distinct cells of a column that a refusal has at most.
    private static let cellsMax = 1_000

    /// Checks that each column named on the command line is in an input, unless this program wrote all inputs.
    private func checkNamedColumns(_ headers: [[String]]) throws(BatchError) {
        if headers.allSatisfy(\.isEmpty) { return }
        let keys = Set(headers.joined().map(nameKey))
        let reading = settings.reading
        for role in Role.allCases where !reading.columns.defaults.contains(role) {
            // An input with only some parts of a composite is refused when it is read, with a better message.
            guard let names = reading.columns.columns[role]?.names, let first = names.first,
                !names.contains(where: { keys.contains(nameKey($0)) })
            else { continue }
            throw .usage(.columnNotFound(role: role.rawValue, name: first))
        }
        for column in reading.exportSettings.columns where column.isTyped && !keys.contains(nameKey(column.name)) {
            throw .usage(.columnNotFound(role: nil, name: column.name))
        }
    }

    /// Checks, if the settings drop trailing cells, whether every row of an input has one empty cell too many.
    private func withTrailingCells(_ plan: InputPlan) throws(BatchError) -> InputPlan {
        guard settings.reading.exportSettings.trailing == .drop, !plan.columns.isProgramFile else { return plan }
        var plan = plan
        plan.columns.dropsTrailing = try plan.hasTrailingCells(settings, cancellation)
        return plan
    }

    /// Assigns consecutive inputs with times to one group, whose rows are sorted together.
    private static func grouped(_ plans: [InputPlan]) -> [InputPlan] {
        var grouped = plans
        for input in plans.indices.dropFirst() {
            let areBothTimed = plans[input].isTimed && plans[input - 1].isTimed
            grouped[input].group = grouped[input - 1].group + (areBothTimed ? 0 : 1)
        }
        return grouped
    }

    /// Maps the extra columns of the whole run to the columns of each input.
    private func withExtraColumns(_ plans: [InputPlan]) throws(BatchError) -> [InputPlan] {
        let all = InputPlan.extraColumns(of: plans)
        let counts = plans.indices.lazy.map { InputPlan.extraColumns(of: plans[...$0]).count }
        if all.count > ColumnLayout.countMax, let input = counts.firstIndex(where: { $0 > ColumnLayout.countMax }) {
            let plan = plans[input]
            throw .refused(Refusal(file: plan.name, line: plan.headerLine, reason: .tooManyColumns(counts[input])))
        }
        return plans.map { plan in
            var plan = plan
            let indices = Dictionary(uniqueKeysWithValues: plan.columns.extraColumns.map { ($0.extra, $0.column) })
            plan.columns.indicesOfExtraColumns = all.map { indices[$0] }
            return plan
        }
    }
}

extension InputPlan {
    /// The plan for rows whose derived cells are part of their records (`ColumnLayout.packedCells`).
    fileprivate var flattened: InputPlan {
        var flat = self
        flat.columns = columns.flattened()
        flat.filters = filters.flattened(columns)
        return flat
    }

    /// A copy of the plan for collecting rows, without composite ids, checks of ids, and the sort by time.
    fileprivate var forCollecting: InputPlan {
        var plan = self
        plan.isTimed = false
        if plan.columns.idComposite != nil {
            plan.columns.id = nil
            plan.columns.idComposite = nil
        }
        plan.columns.rolesFromHeader.remove(.id)
        return plan
    }

    /// The extra columns of some inputs, in order of first appearance.
    package static func extraColumns(of inputs: some Sequence<InputPlan>) -> [ColumnLayout.ExtraColumn] {
        var seen: Set<ColumnLayout.ExtraColumn> = []
        return inputs.flatMap { $0.columns.extraColumns.map(\.extra) }.filter { seen.insert($0).inserted }
    }
}

/// Applies rows one at a time as they arrive, with the same outcomes as one run over all of them, and no reports.
package final class LiveRun {
    /// A row and its outcome.
    package struct Row: Sendable {
        package let code: OutcomeCode
        /// The row's instruction; nil if it could not be read.
        package let instruction: Instruction?
        /// The missing fruits and numbers of pieces, if stock did not suffice; fruits by their index on the menu.
        package let shortages: [(fruit: Int, pieces: Int)]
        /// The change in the fruit's stock, in pieces; 0 for an instruction about a juice.
        package let change: Int
        package let cells: [[UInt8]]
    }

    private let plan: InputPlan
    private var worker: Worker
    private var processor: BatchProcessor

    /// Creates a run without rows or ids of earlier runs; `file` begins with the header of the rows.
    package init(_ settings: RunSettings, header file: InputFile) throws {
        var settings = settings
        settings.removeLedger()
        let reading = try HeaderReader(file: file, options: settings.reading).read(.utf8)
        let plan = try reading.result.mapError { BatchError.refused($0) }.get()
        self.plan = plan
        worker = Worker(settings: settings, plans: [plan])
        processor = BatchProcessor(settings, [plan], checksIDs: false)
    }

    /// Applies a record, in UTF-8 with its line end; nil if the bytes are not one readable record, or it is blank.
    package func apply(_ record: [UInt8]) throws -> Row? {
        worker.raw.removeAll()
        worker.raw.append(record)
        let chunk = ChunkReader.Chunk(end: .record, quoteCount: record.count { $0 == Ascii.quote })
        let chunkError = try worker.parse(chunk, [plan])
        let batch = worker.batch
        guard chunkError == nil, batch.rows.count == 1, !batch.records.isBlank(0) else { return nil }
        try worker.complete([plan])
        let instruction = batch.rows.codes[0] == OutcomeCode.success.rawValue ? batch.rows.instruction(0) : nil
        let before = processor.stock
        try processor.apply(batch)
        guard let code = OutcomeCode(rawValue: batch.rows.codes[0]) else {
            throw BatchError.invariant("a row has no outcome")
        }
        let fruit = instruction.flatMap { $0.action.concernsJuice ? nil : $0.item }
        let short = code == .insufficientStock ? instruction : nil
        return Row(
            code: code, instruction: instruction,
            shortages: short.map { processor.maker.recipes.shortages(for: $0, stock: before) } ?? [],
            change: fruit.map { processor.stock[$0] - before[$0] } ?? 0, cells: batch.records.fields(0))
    }

    /// Whether stock does not suffice for an instruction.
    package func isShort(of instruction: Instruction) -> Bool {
        !processor.maker.recipes.shortages(for: instruction, stock: processor.stock).isEmpty
    }

    /// The pieces of each fruit, by its index on the menu.
    package var stock: [Int] { processor.stock }
    package var tally: Tally { processor.finalTally() }
}
