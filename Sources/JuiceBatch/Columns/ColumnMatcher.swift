package import CSV
internal import Foundation
internal import JuiceCore

/// Matches the columns of a header with roles and extra columns.
struct ColumnMatcher {
    let file: String
    let line: Int
    let options: ColumnOptions
    let exportSettings: ExportSettings
    let hasByteOrderMark: Bool
    /// Whether this program may have written the file: such files have commas, and nothing above their header.
    let mayBeProgramFile: Bool

    /// Returns the layout of a header's columns, or throws the reason why the input is refused.
    func match(_ cells: [[UInt8]]) throws(Refusal) -> ColumnLayout {
        let names = cells.map { String(decoding: $0, as: UTF8.self) }
        guard mayBeProgramFile, let programFile = ReportHeader.programFile(names) else {
            if let reason = ReportHeader.resemblance(names) { throw Refusal(file: file, line: 1, reason: reason) }
            return try plain(cells, names)
        }
        if programFile == .failure { return try failureFile(cells) }
        var columns = try Self(
            file: file, line: line, options: ColumnOptions(), exportSettings: ExportSettings(),
            hasByteOrderMark: hasByteOrderMark,
            mayBeProgramFile: mayBeProgramFile
        ).plain(cells, names)
        columns.programFile = programFile
        return columns
    }

    private func refusal(_ reason: Refusal.Reason) -> Refusal {
        Refusal(file: file, line: line, reason: reason)
    }

    private func failureFile(_ cells: [[UInt8]]) throws(Refusal) -> ColumnLayout {
        let count = ReportHeader.failure.count
        guard cells.count - count <= ColumnLayout.countMax else { throw refusal(.tooManyColumns(cells.count - count)) }
        var columns = ColumnLayout()
        columns.programFile = .failure
        columns.count = cells.count
        columns.recordCount = cells.count
        columns.id = 2
        columns.action = 3
        columns.item = 4
        columns.quantity = 5
        columns.code = 6
        columns.message = 7
        columns.raw = 9
        for (role, column) in [(Role.id, 2), (.action, 3), (.item, 4), (.quantity, 5)] {
            columns.roleNames[role] = ReportHeader.failure[column]
            columns.sources[role] = [column]
        }
        columns.dropsApostrophes = hasByteOrderMark
        let extras = cells.enumerated().dropFirst(count).map { (column: $0.offset, name: $0.element) }
        columns.extras = Self.numbered(
            extras.map { ($0.column, hasByteOrderMark ? withoutApostrophe($0.name) : $0.name) })
        return columns
    }

    private func plain(_ cells: [[UInt8]], _ names: [String]) throws(Refusal) -> ColumnLayout {
        let used = (cells.lastIndex { !isBlank($0) } ?? -1) + 1
        guard used <= ColumnLayout.countMax else { throw refusal(.tooManyColumns(used)) }
        let header = Array(names[..<used])
        let roles: RoleAssignment
        do throws(RoleAssignment.AssignmentError) {
            roles = try RoleAssignment(header: header, options: options, exportSettings: exportSettings)
        } catch {
            switch error {
            case .twice(let name): throw refusal(.duplicateColumn(role: name, header: header))
            case .noItem: throw refusal(.noItemColumn(header: header, likelyLine: nil))
            case .incompleteComposite(let role, let present, let missing):
                throw refusal(
                    .ambiguity(
                        .incompleteComposite(
                            role: role, present: present, missing: missing, isDescribed: exportSettings.isDescribed)))
            }
        }
        var columns = ColumnLayout()
        columns.count = used
        columns.recordCount = cells.count
        roles.assignColumns(in: &columns, exportSettings: exportSettings)
        if let item = roles.single[.item] { columns.meaning = Self.meaning(of: header[item]) }
        let assignedColumns = Set(roles.single.filter { $0.key != .time }.values)
        columns.extras = Self.numbered(cells[..<used].enumerated().filter { !assignedColumns.contains($0.offset) })
        return columns
    }

    private static func meaning(of header: String) -> Action? {
        switch nameKey(header) {
        case "juice", nameKey("쥬스"), nameKey("메뉴"), nameKey("메뉴명"): .order
        case "fruit", nameKey("과일"): .restock
        default: nil
        }
    }

    private static func numbered(_ extras: [(Int, [UInt8])]) -> [(extra: ColumnLayout.Extra, column: Int)] {
        var seen: [[UInt8]: Int] = [:]
        return extras.map { column, name in
            let occurrence = seen[name, default: 0]
            seen[name] = occurrence + 1
            return (ColumnLayout.Extra(name: name, occurrence: occurrence), column)
        }
    }
}

/// Whether a cell is empty after trimming.
func isBlank(_ cell: [UInt8]) -> Bool {
    cell.withView { trimmed($0).isEmpty }
}

/// Removes the apostrophe that `--excel` put in front of a cell a spreadsheet would take for a formula.
package func withoutApostrophe(_ cell: ByteView) -> ByteView {
    guard cell.first == Ascii.apostrophe, startsLikeFormula(cell) else { return cell }
    return ByteView(rebasing: cell.dropFirst())
}

private func withoutApostrophe(_ cell: [UInt8]) -> [UInt8] {
    cell.withView { Array(withoutApostrophe($0)) }
}

/// Whether a cell begins with any number of apostrophes and then one of `=`, `+`, `-`, `@`, TAB and CR.
package func startsLikeFormula(_ cell: ByteView) -> Bool {
    for byte in cell where byte != Ascii.apostrophe {
        return [0x3D, 0x2B, 0x2D, 0x40, Ascii.tab, Ascii.carriageReturn].contains(byte)
    }
    return false
}

/// The columns that the user named for roles, and the roles that the user disabled.
package struct ColumnOptions: Sendable, Equatable {
    /// The columns that form the cell of each role.
    package private(set) var columns: [Role: RoleColumns] = [:]
    /// The roles whose columns need not be in any input.
    package private(set) var defaults: Set<Role> = []

    /// Creates options with which all columns are found by their headers.
    package init() {}

    /// Parses options of the form `ROLE=NAME`, `ROLE=A+B` and `ROLE=`.
    ///
    /// - Parameter defaults: Columns from the shop's configuration, for roles that `options` does not name; an input
    ///   need not have them.
    package init(parsing options: [String], defaults: [Role: RoleColumns] = [:]) throws(BatchError) {
        try add(options)
        self.defaults = Set(defaults.keys).subtracting(columns.keys)
        columns.merge(defaults) { requestedColumns, _ in requestedColumns }
    }

    /// Adds default columns for the roles that have none yet; no input needs to contain them.
    package mutating func add(defaults more: [Role: RoleColumns]) {
        for (role, requestedColumns) in more where columns[role] == nil {
            columns[role] = requestedColumns
            defaults.insert(role)
        }
    }

    private mutating func add(_ options: [String]) throws(BatchError) {
        for option in options {
            guard let sign = option.firstIndex(of: "=") else { throw .usage(.malformedColumn(option)) }
            let word = String(option[..<sign])
            guard let role = Role(rawValue: nameKey(word)) else { throw .usage(.unknownRole(word)) }
            guard columns[role] == nil else { throw .usage(.repeatedRole(role.rawValue)) }
            let text = String(option[option.index(after: sign)...])
            guard let requestedColumns = RoleColumns(text) else { throw .usage(.malformedColumn(option)) }
            columns[role] = requestedColumns
        }
    }
}

/// The search for the header among the first records of an input, below any titles.
struct HeaderSearch {
    /// The result of examining a record.
    enum Step {
        case title
        /// The record is the header, with this delimiter.
        case header(Delimiter)
        /// With every delimiter, a record so far is invalid. The line of the error counts from 1.
        case invalidCSV(CSVError)
        /// The maximum number of records was examined without finding the header.
        case notFound
    }

    /// The maximum number of records examined.
    private static let recordsMax = 100

    /// The names of all columns that settings and options name, by `nameKey`; the header must contain each exactly
    /// once.
    private let named: [String: String]
    private let isItemNamed: Bool
    /// The delimiters with which all records so far could be parsed.
    private var delimiters: [Delimiter]
    private var records = 0
    /// The record most like the header: it lacks the fewest of the named columns, but has the item's and at least half
    /// of all.
    ///
    /// Nil if there is no such record.
    private(set) var nearest: (line: Int, missing: [String])?

    /// - Parameter delimiters: The delimiters to try, in this order.
    init(options: ReadingOptions, delimiters: [Delimiter]) {
        let ofRoles = options.columns.columns.values.flatMap(\.names)
        let others = options.exportSettings.columns.map(\.name) + [options.shopColumn].compactMap(\.self)
        named = Dictionary((ofRoles + others).map { (nameKey($0), $0) }) { first, _ in first }
        isItemNamed = !(options.columns.columns[.item]?.names.isEmpty ?? true)
        self.delimiters = delimiters
    }

    /// Examines the next record that is not blank.
    ///
    /// - Parameters:
    ///   - cells: Parses the record with a delimiter, up to its first error, whose line counts from 0 within the
    ///     record.
    ///   - line: The line on which the record starts, from 1.
    mutating func add(
        _ cells: (Delimiter) -> (cells: [[UInt8]], csvError: CSVError?), line: Int
    ) -> Step {
        records += 1
        if records > Self.recordsMax { return .notFound }
        var lastError: CSVError?
        var candidates: [Delimiter] = []
        for delimiter in delimiters {
            let (found, csvError) = cells(delimiter)
            if let csvError {
                if csvError.line > lastError?.line ?? -1 { lastError = csvError }
                continue
            }
            let keys = found.map { nameKey(String(decoding: $0, as: UTF8.self)) }
            if isHeader(keys) { return .header(delimiter) }
            updateNearest(keys, line: line)
            candidates.append(delimiter)
        }
        delimiters = candidates
        if candidates.isEmpty, let lastError { return .invalidCSV(lastError.inFile(line: line)) }
        return .title
    }

    private func isHeader(_ keys: [String]) -> Bool {
        named.keys.allSatisfy { name in keys.count { $0 == name } == 1 } && hasItem(keys)
    }

    /// Whether the item column is known: it is named by a setting or an option, or exactly one name in the record is an
    /// item's.
    private func hasItem(_ keys: [String]) -> Bool { isItemNamed || keys.count { Role.byKey[$0] == .item } == 1 }

    /// Remembers a record that is not the header if it is more like it than the nearest record so far.
    private mutating func updateNearest(_ keys: [String], line: Int) {
        let missing = named.filter { !keys.contains($0.key) }
        let found = named.count - missing.count + (isItemNamed ? 0 : 1)
        guard hasItem(keys), found >= missing.count, missing.count < nearest?.missing.count ?? .max,
            named.keys.allSatisfy({ name in keys.count { $0 == name } <= 1 })
        else { return }
        nearest = (line, missing.values.sorted())
    }
}
