/// The columns of an input that form the cell of a role.
package enum RoleColumns: Sendable, Equatable {
    /// A part of a composite cell.
    package enum Part: Sendable, Hashable {
        /// The cell of the column with this header name.
        case column(String)
        /// The occurrence number of the row among the rows whose other parts are equal: `#`.
        case place
        /// The date of the run: `@date`.
        case date
    }

    /// The role has no column.
    case none
    /// The column with this header name.
    case single(String)
    /// Several parts, or a single part that is not a column.
    case composite([Part])

    /// Parses parts given by the command line or by juice-batch.json; nil if one of them is empty.
    ///
    /// - Parameter texts: `#`, `@date` or the names of columns; `##` and `@@date` stand for columns named `#` and
    ///   `@date`.
    package init?(parts texts: [String]) {
        if texts == [""] {
            self = .none
            return
        }
        var parts: [Part] = []
        for text in texts {
            switch trimmedText(text) {
            case "": return nil
            case "#": parts.append(.place)
            case "@date": parts.append(.date)
            case "##": parts.append(.column("#"))
            case "@@date": parts.append(.column("@date"))
            default: parts.append(.column(text))
            }
        }
        guard !parts.isEmpty else { return nil }
        if case .column(let name) = parts[0], parts.count == 1 {
            self = .single(name)
        } else {
            self = .composite(parts)
        }
    }

    /// Parses parts joined by `+`; nil if one of them is empty.
    package init?(_ text: String) {
        self.init(parts: text.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
    }

    /// Whether the date of the run is a part.
    package var needsDate: Bool {
        if case .composite(let parts) = self { parts.contains(.date) } else { false }
    }

    /// The names of its columns, in order.
    package var names: [String] {
        switch self {
        case .none: []
        case .single(let name): [name]
        case .composite(let parts):
            parts.compactMap { part in
                if case .column(let name) = part { name } else { nil }
            }
        }
    }

    /// The spelling on the command line.
    package var text: String {
        switch self {
        case .none: ""
        case .single(let name): Part.column(name).text
        case .composite(let parts): parts.map(\.text).joined(separator: "+")
        }
    }
}

extension RoleColumns.Part {
    /// The spelling on the command line.
    package var text: String {
        switch self {
        case .place: "#"
        case .date: "@date"
        case .column("#"): "##"
        case .column("@date"): "@@date"
        case .column(let name): name
        }
    }
}
