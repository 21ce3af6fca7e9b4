internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// Keeps the restocks of a run.
final class GoodsSink: OutcomeSink {
    /// A restock.
    struct Row {
        /// The line of the file, from 1.
        let number: Int
        /// As the file has it; empty if it has none.
        let id: String
        let fruit: String
        let pieces: Int
    }

    /// What is wrong with a line, from 1.
    enum Mistake {
        case noRestock(line: Int)
        /// Its id was there before.
        case repeated(line: Int)
    }

    /// What is kept.
    struct Found {
        var lines: [Row] = []
        /// What is wrong with the first line that is no restock, or one that was there before; nil if nothing is.
        var mistake: Mistake?
        /// How many lines were passed over since their ids were there before, and meant the same.
        var repeats = 0
    }

    private let menu: Menu
    fileprivate let state = Guarded(Found())

    /// What was found in all rows.
    var found: Found { state.withLock { $0 } }

    private let skipsRepeats: Bool

    /// - Parameter skipsRepeats: whether a line that was there before is passed over, and no mistake.
    init(menu: Menu, skipsRepeats: Bool = false) {
        self.menu = menu
        self.skipsRepeats = skipsRepeats
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        Renderer(self, idColumn: inputs.first?.columns.id)
    }

    func startOver() throws { state.withLock { $0 = Found() } }

    /// Finds the restocks of batches, one after the other.
    private final class Renderer: OutcomeRenderer {
        private let sink: GoodsSink
        /// The column of ids, from 0; nil if there is none.
        private let idColumn: Int?

        init(_ sink: GoodsSink, idColumn: Int?) {
            self.sink = sink
            self.idColumn = idColumn
        }

        func render(_ batch: RowBatch) throws {
            for (row, code) in batch.outcomes.enumerated() {
                guard let code else { continue }
                let line = batch.line(of: row)
                let instruction = code == .success ? batch.rows.instruction(row) : nil
                guard let instruction, instruction.action == .restock else {
                    refuse(code, line)
                    continue
                }
                let found = Row(
                    number: line, id: id(batch, row), fruit: sink.menu.fruits[instruction.item].name,
                    pieces: instruction.quantity)
                sink.state.withLock { $0.lines.append(found) }
            }
        }

        /// Notes a line that is no restock; what is wrong with a rejected one is said in its own words.
        private func refuse(_ code: OutcomeCode, _ line: Int) {
            if code == .alreadyProcessed && sink.skipsRepeats { return sink.state.withLock { $0.repeats += 1 } }
            let isSeen = [.alreadyProcessed, .idConflict].contains(code)
            guard isSeen || code.failureClass != .rejected else { return }
            sink.state.withLock { found in
                found.mistake = found.mistake ?? (isSeen ? .repeated(line: line) : .noRestock(line: line))
            }
        }

        private func id(_ batch: RowBatch, _ row: Int) -> String {
            let cells = batch.records.fields(row)
            guard let idColumn, cells.indices.contains(idColumn) else { return "" }
            return trimmedText(String(decoding: cells[idColumn], as: UTF8.self))
        }

        func take() throws {}
        func write() throws {}
        func finish() throws {}
    }
}
