/// The settings of a shop as a table for a terminal.
package enum ConfigurationTable {
    /// A setting and where its value comes from.
    package struct Row: Sendable {
        /// The key in juice-batch.json.
        package let key: String
        /// The value; nil if it is not set anywhere.
        package let value: String?
        /// The option, environment variable or file that sets the value; nil if it is not set.
        package let origin: String?
        /// The environment variable that can set the value; nil if none can.
        package let variable: String?

        package init(key: String, value: String?, origin: String?, variable: String?) {
            self.key = key
            self.value = value
            self.origin = origin
            self.variable = variable
        }
    }

    /// The lines of the table, with a line end behind each.
    package static func render(_ rows: [Row], _ language: MessageLanguage, on screen: TerminalStyle) -> String {
        let columns = language.pick(
            ko: "설정|값|출처|환경 변수", en: "Setting|Value|From|Environment variable")
        let unset = language.pick(ko: "(기본값)", en: "(default)")
        let cells = rows.map { [$0.key, $0.value.map { "'\($0)'" } ?? "", $0.origin ?? unset, $0.variable ?? ""] }
        return TextTable(columns, rows: cells).render(on: screen)
    }
}
