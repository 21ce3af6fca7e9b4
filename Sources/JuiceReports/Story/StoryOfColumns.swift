internal import JuiceBatch

/// The texts about how columns were read.
extension ReportStory {
    /// A table of the columns read for each role, one row for inputs that are read alike.
    var reading: StoryTable {
        let messages = ColumnMessages(language)
        let readings = model.inputs.readings
        let rows = readings.prefix(rowsMax).map { reading, first, count in
            StoryTable.Row(
                cells: [messages.inputs(short(first), count: count)]
                    + ColumnMessages.roles.map { role in
                        if let column = reading.names[role] { return short(column) }
                        return messages.absence(of: role, reading).map { "– → \($0)" } ?? "–"
                    })
        }
        let roles = ColumnMessages.roles.map { role in
            let name = messages.name(role)
            return StoryTable.Column(title: name.prefix(1).uppercased() + name.dropFirst(), kind: .text)
        }
        return StoryTable(
            language.pick(ko: "파일을 어떻게 읽었나", en: "What was taken for what"),
            columns: [StoryTable.Column(title: language.pick(ko: "파일", en: "File"), kind: .text)] + roles,
            rows: Array(rows), more: more(readings.count - rowsMax, in: "summary.json"))
    }

    /// Further notes on how inputs were read; nil where there are none.
    var readingNote: String? {
        let notes = ColumnMessages(language).notes(model.inputs, model.tally.earlierIDs)
        return notes.isEmpty ? nil : notes.joined(separator: " ")
    }
}
