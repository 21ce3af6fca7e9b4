/// The columns of an input that form the cell of a role.
package enum RoleColumns: Sendable, Equatable {
    /// A part of a composite.
    package enum Part: Sendable, Hashable {
        /// The cell of the column with this header name.
        case column(String)
        /// The row's number among those whose other parts are the same: `#`.
        case place
        /// The date of the run: `@date`.
        case date
    }

    /// The role has no column.
    case none
    /// The column with this header name.
    case single(String)
    /// Several parts, or one that is no column.
    case composite([Part])

    /// Reads parts as the command line and juice-batch.json give them; nil if one of them is empty.
    ///
    /// - Parameter texts: `#` and `@date`, or the names of columns; `##` and `@@date` are the columns `#` and `@date`.
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

    /// Reads parts with a `+` between them; nil if one of them is empty.
    package init?(_ text: String) {
        self.init(parts: text.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
    }

    /// Whether a composite column contains the date of the run.
    package var needsDate: Bool {
        if case .composite(let parts) = self { parts.contains(.date) } else { false }
    }

    /// The names of its columns, in their order.
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
