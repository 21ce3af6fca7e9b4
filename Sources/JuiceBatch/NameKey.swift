internal import CSV
internal import Foundation

/// What two spellings of a name have in common when they mean the same.
///
/// NFKC, lower case, without White_Space, `-` and `_`, and with 주스 written 쥬스.
package func nameKey(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    for scalar in name.precomposedStringWithCompatibilityMapping.unicodeScalars {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars
        where !lower.properties.isWhitespace && lower != "-" && lower != "_" {
            key.append(lower)
        }
    }
    let text = String(key)
    return text.contains("주스") ? text.replacingOccurrences(of: "주스", with: "쥬스") : text
}

/// NFKC without the White_Space at both ends: the form in which quantities are read.
package func compatibilityTrimmed(_ text: String) -> String {
    let scalars = text.precomposedStringWithCompatibilityMapping.unicodeScalars
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let rest = scalars[start...]
    let end = rest.lastIndex { !$0.properties.isWhitespace }.map { rest.index(after: $0) } ?? start
    return String(String.UnicodeScalarView(rest[..<end]))
}

/// A text without the White_Space at both ends.
func trimmedText(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: trimmed($0), as: UTF8.self) }
}
