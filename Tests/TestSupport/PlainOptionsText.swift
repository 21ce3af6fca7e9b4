/// The options as a shop writes them: on the command line, and in juice-batch.json.
extension PlainOptions {
    /// The command line's words for what is typed.
    package var arguments: [String] {
        var words: [String] = []
        for column in columns where !column.isSettled {
            words += ["--column", column.role.rawValue + "=" + column.parts.map(\.text).joined(separator: "+")]
        }
        if let delimiter { words += ["--delimiter", String(decoding: [delimiter], as: UTF8.self)] }
        if let encoding { words += ["--encoding", encoding] }
        if excel { words.append("--excel") }
        if let currency { words += ["--currency", currency] }
        if failOn != .rejected { words += ["--fail-on", failOn.rawValue] }
        if let date { words += ["--date", date] }
        if let expectedRows { words += ["--expect", "rows=\(expectedRows)"] }
        if let expectedQuantity { words += ["--expect", "quantity=\(expectedQuantity)"] }
        for setting in settings where !settledKeys.contains(setting.key) {
            for value in setting.typed { words += [setting.option, value] }
        }
        return words
    }

    /// Text of juice-batch.json; nil when nothing is settled.
    package var settingsFile: String? {
        var pairs: [(String, OrderedJSON)] = []
        let settled = columns.filter(\.isSettled)
        if !settled.isEmpty {
            let roles: [(String, OrderedJSON)] = settled.map { ($0.role.rawValue, Self.json($0.parts)) }
            pairs.append(("columns", .object(roles)))
        }
        for setting in settings where settledKeys.contains(setting.key) {
            pairs.append((setting.key, setting.settled))
        }
        return pairs.isEmpty ? nil : OrderedJSON.object(pairs).line + "\n"
    }

    private static func json(_ parts: [PlainPart]) -> OrderedJSON {
        if parts.isEmpty { return .string("") }
        if parts.count == 1, let part = parts.first { return .string(part.text) }
        return .array(parts.map { .string($0.text) })
    }

    private struct Setting {
        var key: String
        var option: String
        var typed: [String]
        var settled: OrderedJSON
    }

    /// Those that are set, by key.
    private var settings: [Setting] {
        var found: [Setting] = []
        func add(_ key: String, _ option: String, _ typed: [String], _ settled: OrderedJSON) {
            if !typed.isEmpty { found.append(Setting(key: key, option: option, typed: typed, settled: settled)) }
        }
        func list(_ key: String, _ option: String, _ names: [String]) {
            add(key, option, names, .array(names.map { .string($0) }))
        }
        func word(_ key: String, _ option: String, _ value: String?) {
            if let value { add(key, option, [value], .string(value)) }
        }
        add("values", "--value", values.map { "\($0.role.rawValue):\($0.from)=\($0.to)" }, valuesJSON)
        add("ignore", "--ignore", ignore.map { "\($0.column)=\($0.value)" }, Self.json(ignore))
        add("only", "--only", only.map { "\($0.column)=\($0.value)" }, Self.json(only))
        add("known", "--known", known.map { "\($0.column)=\($0.value)" }, Self.json(known))
        list("accept", "--accept", accept)
        list("fill", "--fill", fill)
        list("totals", "--totals", totals)
        word("negative", "--negative", negative == .reject ? nil : negative.rawValue)
        word("decimal", "--decimal", decimal.map { String($0) })
        word("header", "--header", findsHeader ? "find" : nil)
        word("trailing", "--trailing", dropsTrailing ? "drop" : nil)
        word("sequence", "--sequence", sequence?.rawValue)
        word("day_start", "--day-start", dayStartMinutes == 0 ? nil : Self.clock(dayStartMinutes))
        word("date_order", "--date-order", dateOrder?.rawValue)
        return found
    }

    private var valuesJSON: OrderedJSON {
        let roles = PlainRole.allCases.filter { role in values.contains { $0.role == role } }
        return .object(
            roles.map { role in
                let maps: [(String, OrderedJSON)] = values.filter { $0.role == role }.map { ($0.from, .string($0.to)) }
                return (role.rawValue, .object(maps))
            })
    }

    private static func json(_ matches: [PlainMatch]) -> OrderedJSON {
        var columns: [String] = []
        for match in matches where !columns.contains(where: { PlainText.same($0, match.column) }) {
            columns.append(match.column)
        }
        return .object(
            columns.map { column in
                let values = matches.filter { PlainText.same($0.column, column) }.map(\.value)
                return (column, .array(values.map { .string($0) }))
            })
    }

    private static func clock(_ minutes: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }
}
