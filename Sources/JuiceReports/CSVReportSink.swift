internal import CSV
package import JuiceBatch
package import JuiceCore
internal import Synchronization

/// success.csv and failure.csv of a run, while they grow.
package final class CSVReportSink: OutcomeSink {
    private struct Growth {
        var successEnd = 0
        var failureEnd = 0
        var successRows = 0
        var failureRows = 0
        var first = FirstFailures()
        /// By the fruit's place on the menu, who last took of it.
        var takers: [RowPlace?]

        init(fruitCount: Int) {
            takers = Array(repeating: nil, count: fruitCount)
        }
    }

    private let menu: Menu
    private let style: CellStyle
    private let language: Language
    private let success: OutputFile?
    private let failure: OutputFile?
    private let growth: Mutex<Growth>

    /// - Parameters:
    ///   - language: of the messages.
    ///   - success: success.csv, newly created; nil where the rows are only to be counted.
    ///   - failure: failure.csv likewise.
    package init(menu: Menu, style: CellStyle, language: Language, success: OutputFile?, failure: OutputFile?) {
        self.menu = menu
        self.style = style
        self.language = language
        self.success = success
        self.failure = failure
        growth = Mutex(Growth(fruitCount: menu.fruits.count))
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        try writeHeaders(inputs)
        return CSVRowRenderer(
            sink: self, menu: menu, style: style, language: language, inputs: inputs, keepsRows: success != nil)
    }

    package func startOver() throws {
        try success?.truncate()
        try failure?.truncate()
        growth.withLock { $0 = Growth(fruitCount: menu.fruits.count) }
    }

    /// The first failures of the rows taken so far.
    package var firstFailures: FirstFailures { growth.withLock { $0.first } }

    /// Checks that both files hold as many rows as the tally counted.
    package func checkRows(_ tally: Tally) throws(BatchError) {
        let (success, failure) = growth.withLock { ($0.successRows, $0.failureRows) }
        guard success == tally.success, failure == tally.failure else {
            throw .invariant("\(success) + \(failure) rows were written, \(tally.success) + \(tally.failure) counted")
        }
    }

    private func writeHeaders(_ inputs: [InputPlan]) throws {
        guard growth.withLock({ $0.successEnd == 0 }) else { return }
        let extras = InputPlan.extras(of: inputs).map(\.name)
        let stock = menu.fruits.map { Array((ReportHeader.stockPrefix + $0.name).utf8) }
        var buffer = ByteBuffer()
        buffer.append(style.fileStart)
        style.append(ReportHeader.success.map { Array($0.utf8) } + stock + extras, to: &buffer)
        let successEnd = buffer.count
        try success?.write(buffer.bytes, at: 0)
        buffer.removeAll()
        buffer.append(style.fileStart)
        style.append(ReportHeader.failure.map { Array($0.utf8) } + extras, to: &buffer)
        try failure?.write(buffer.bytes, at: 0)
        let failureEnd = buffer.count
        growth.withLock {
            $0.successEnd = successEnd
            $0.failureEnd = failureEnd
        }
    }

    /// By `OutcomeCode.rawValue`: whether a failure of this code would still be among the first.
    func wantedCodes() -> [Bool] {
        growth.withLock { growth in OutcomeCode.allCases.map { growth.first.wants($0) } }
    }

    /// Reserves the place of a batch in both files, and keeps what is to be told of it.
    ///
    /// - Parameter takers: who last took of each fruit in the batch; empty where nobody asks any more.
    func take(
        _ successBytes: Int, _ failureBytes: Int, _ successRows: Int, _ failureRows: Int, _ first: FirstFailures,
        _ takers: [RowPlace?]
    ) -> (success: Int, failure: Int) {
        growth.withLock {
            let place = ($0.successEnd, $0.failureEnd)
            $0.successEnd += successBytes
            $0.failureEnd += failureBytes
            $0.successRows += successRows
            $0.failureRows += failureRows
            $0.first.add(first, takers: $0.takers)
            for (fruit, taker) in takers.enumerated() { $0.takers[fruit] = taker ?? $0.takers[fruit] }
            return place
        }
    }

    func write(success bytes: borrowing ByteBuffer, at place: Int) throws {
        try success?.write(bytes.bytes, at: place)
    }

    func write(failure bytes: borrowing ByteBuffer, at place: Int) throws {
        try failure?.write(bytes.bytes, at: place)
    }
}
