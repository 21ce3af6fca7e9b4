internal import CSV
package import JuiceBatch
package import JuiceCore

extension ReportModel {
    /// An input and how it was read.
    package struct Input: Sendable {
        package let name: String
        package let rows: Int
        package let blank: Int
        package let bytes: Int
        package let sha256: String
        package let encoding: String
        /// The delimiter itself, as text.
        package let delimiter: String
        /// The number of title records above the header.
        package let titles: Int
        /// The number of totals rows, which are not counted as rows.
        package let totals: Int
        /// The line of the header, from 1.
        package let headerLine: Int
        package let columns: ColumnReading
        /// Whether it is the failure.csv of an earlier run.
        package let isRetry: Bool
        /// The columns that are settled for all inputs and that this one lacks.
        package let missingColumns: [String]
        /// Whether a totals row was not compared to the rows above it, since one of them has the wrong number of cells.
        package let hasUncheckedTotals: Bool

        /// - Parameter place: the input's among those of the run, from 0.
        fileprivate init(_ place: Int, of result: RunResult, _ reading: ReadingOptions) {
            let (plan, tally) = (result.inputs[place], result.tally.inputs[place])
            name = plan.name
            rows = tally.rows
            blank = tally.blank
            bytes = plan.file.sizeBytes
            sha256 = result.digests[place]
            encoding = plan.encoding.rawValue
            delimiter = String(UnicodeScalar(plan.delimiter.rawValue))
            titles = plan.titleRows
            totals = tally.totals
            headerLine = plan.headerLine
            columns = ColumnReading(names: plan.columns.roleNames, meaning: plan.columns.meaning)
            isRetry = plan.columns.isFailureFile
            missingColumns = reading.missingColumns(of: plan)
            hasUncheckedTotals = result.inputsWithUncheckedTotals.contains(place)
        }
    }

    /// The columns that an input's roles were read from.
    package struct ColumnReading: Sendable, Hashable {
        /// The name of each role's column as the header has it, a composite as `A+#`; none where there is no column.
        package let names: [Role: String]
        /// The action that the item column's header implies where no action is given; nil if it implies none.
        package let meaning: Action?
    }

    /// The inputs of a run.
    ///
    /// - Parameter reading: what the user said about how inputs are to be read.
    package static func inputs(of result: RunResult, _ reading: ReadingOptions) -> [Input] {
        result.inputs.indices.map { Input($0, of: result, reading) }
    }
}

extension [ReportModel.Input] {
    /// The different readings of the inputs, in input order, each with its first input and the number of inputs it
    /// holds for.
    package var readings: [(reading: ReportModel.ColumnReading, first: String, count: Int)] {
        var places: [ReportModel.ColumnReading: Int] = [:]
        var readings: [(reading: ReportModel.ColumnReading, first: String, count: Int)] = []
        for input in self {
            if let place = places[input.columns] {
                readings[place].count += 1
            } else {
                places[input.columns] = readings.count
                readings.append((input.columns, input.name, 1))
            }
        }
        return readings
    }
}
