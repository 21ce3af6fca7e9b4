internal import CSV
internal import JuiceBatch
package import JuiceInspect

/// The findings of an inspection as JSON with a stable order of keys.
extension Inspection {
    private static let failuresMax = 100

    /// Renders the output of `inspect --json`, with the proposed content of juice-batch.json.
    package func json(settings: JSONValue, _ language: MessageLanguage) -> String {
        let value: JSONValue = [
            "schema": 1, "inputs": inputs.map(Self.input), "as_it_stands": Self.trial(before, language),
            "proposal": proposal.json(), "settings": settings, "with_proposal": Self.trial(after, language),
            "questions": questions.map { question -> JSONValue in
                let answers = question.answers.map { answer -> JSONValue in
                    ["text": language.text(answer.meaning), "settings": answer.settings.json()]
                }
                return ["text": language.text(question.subject), "answers": answers]
            },
        ]
        return value.text
    }

    private static func input(_ input: Inspection.Input) -> JSONValue {
        let (export, plan) = (input.export, input.export.plan)
        let times = input.times.map { times -> JSONValue in
            [
                "columns": times.columns.map(\.name), "rises": times.steps.forward,
                "falls": times.steps.backward, "unreadable": times.unreadable, "first": times.first, "last": times.last,
            ]
        }
        let ids = input.ids.map { column, repeats -> JSONValue in
            ["column": column.name, "distinct": column.distinct, "repeats": repeats.rawValue]
        }
        return [
            "file": plan.name, "encoding": plan.encoding.rawValue,
            "delimiter": String(UnicodeScalar(plan.delimiter.rawValue)), "header_line": plan.headerLine,
            "titles": plan.titleRows, "own_file": export.isProgramFile, "rows": export.rows, "totals": export.totals,
            "totals_words": export.totalsTexts, "wrong_width": export.wrongWidthRows,
            "trailing_cells": export.hasTrailingCells, "cut_short": export.wasInterrupted,
            "times": times, "ids": ids, "columns": zip(export.columns, input.columns).map(column),
        ]
    }

    private static func column(_ column: ExportColumn, _ reading: ColumnReading) -> JSONValue {
        let values = column.values.prefix(InspectionText.valuesMax)
        return [
            "name": column.name,
            "roles": reading.roles.map(\.rawValue),
            "settings": reading.settings, "doubt": reading.ambiguity?.rawValue, "distinct": column.values.count,
            "more": column.hasMoreValues, "empty": column.emptyRows,
            "values": values.map { ["value": $0.text, "count": $0.count] as JSONValue },
        ]
    }

    private static func trial(_ trial: TrialOutcome, _ language: MessageLanguage) -> JSONValue {
        let refusal = trial.refusal.map { refusal -> JSONValue in
            let text = language.text(refusal, isInspected: true)
            return ["file": refusal.file, "line": refusal.line, "code": refusal.code, "text": text]
        }
        let failures = trial.failures.prefix(failuresMax).map { failure -> JSONValue in
            ["code": failure.code.name, "cell": failure.cell, "count": failure.count]
        }
        return [
            "good": trial.isAcceptable, "refusal": refusal, "rows": trial.rows,
            "codes": JSONValue.object(trial.codes.map { ($0.code.name, .number($0.count)) }), "failures": failures,
        ]
    }
}

/// Proposed settings for an export in the form of juice-batch.json.
extension SettingsProposal {
    /// The settings as an object with its keys in the order of the manual, with the path of a menu file if given.
    package func json(menu: String? = nil) -> JSONValue {
        let readColumns = Role.allCases.compactMap { role in columns[role].map { (role.rawValue, Self.value($0)) } }
        let values = Role.allCases.map { role in
            (role.rawValue, JSONValue.object(replacements.filter { $0.role == role }.map { ($0.from, .string($0.to)) }))
        }
        let members: JSONValue = [
            "header": header?.rawValue, "columns": JSONValue.object(readColumns),
            "values": JSONValue.object(values.filter { !$0.1.isEmpty }), "ignore": ignore.json,
            "only": only.json, "known": known.json, "accept": accept,
            "fill": fill, "negative": negative?.rawValue, "decimal": decimal?.rawValue,
            "trailing": trailing?.rawValue, "totals": totals, "sequence": sequence?.settingName,
            "day_start": dayStart?.text, "date_order": dateOrder?.rawValue, "menu": menu,
        ]
        // An empty `known` is kept if the export is described: it states that no values are known.
        let kept = (members.members ?? []).filter { !$1.isEmpty || $0 == "known" && isDescribed }
        return .omittingNulls(.object(kept))
    }

    private static func value(_ columns: RoleColumns) -> JSONValue {
        // In a string, a plus separates parts, so a name that contains one is written as a list.
        let isText = columns == .none || columns.singleName.map { !$0.contains("+") } ?? false
        return isText ? columns.text.json : columns.parts.map(\.text).json
    }
}

extension [RawExportSettings.Cell] {
    /// The values of each column, in the order in which the columns first occur.
    var byColumn: [(column: String, values: [String])] {
        map(\.column).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.map { column in
            (column, filter { $0.column == column }.map(\.value))
        }
    }

    fileprivate var json: JSONValue { .object(byColumn.map { ($0.column, $0.values.json) }) }
}

extension JSONValue {
    /// The proposed settings with the other keys of an existing file: `$schema` at the start, others at the end.
    package func adding(_ others: [(String, JSONValue)]) -> JSONValue {
        guard let members else { preconditionFailure("settings are an object") }
        let more = others.filter { other in !members.contains { $0.0 == other.0 } }
        return .object(more.filter { $0.0.hasPrefix("$") } + members + more.filter { !$0.0.hasPrefix("$") })
    }

    /// The members of an existing file in the order in which the proposed settings have their keys.
    package func ordering(_ others: [(String, JSONValue)]) -> JSONValue {
        .object((members ?? []).compactMap { key, _ in others.first { $0.0 == key } })
    }
}
