internal import CSV
internal import Foundation
package import JuiceCore

/// The key that equivalent spellings of a name share.
///
/// NFKC, lower case, without White_Space, `-` and `_`, and with 주스 written 쥬스.
package func nameKey(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    for scalar in name.precomposedStringWithCompatibilityMapping.unicodeScalars {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars
        where !lower.properties.isWhitespace && lower != "-" && lower != "_" {
            if lower == "스" && key.last == "주" {
                key.removeLast()
                key.append("쥬")
            }
            key.append(lower)
        }
    }
    return String(key)
}

/// A text without the White_Space at both ends.
package func trimmedText(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: trimmed($0), as: UTF8.self) }
}

extension Fruit {
    /// The value for this fruit in a table by the keys of fruits' names (`nameKey`): that of its name, or else of the first
    /// alias that the table has.
    package func value<Value>(in table: [String: Value]) -> Value? {
        table[nameKey(name)] ?? aliases.lazy.compactMap { table[nameKey($0)] }.first
    }
}
