internal import JuiceBatch

/// What was taken for what, as reports show it.
extension ReportStory {
    /// Which column was taken for which role, and what holds where there is none: a row for inputs that are read alike.
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

    /// What else is to be known of how the inputs were read; nil where there is nothing.
    var readingNote: String? {
        let notes = ColumnMessages(language).notes(model.inputs, model.tally.earlierIDs)
        return notes.isEmpty ? nil : notes.joined(separator: " ")
    }
}
