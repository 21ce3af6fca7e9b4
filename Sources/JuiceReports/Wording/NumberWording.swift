/// A number with a comma between thousands.
package func grouped(_ value: Int) -> String {
    // Most numbers of a report.
    if (-999...999).contains(value) { return String(value) }
    var digits = String(abs(value))
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
}

/// A number and an English noun: `1 order`, `2 orders`.
///
/// - Parameter plural: of a noun that does not just take an s.
package func counted(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(value)) \(value == 1 ? noun : plural ?? noun + "s")"
}

/// A share in whole percent, rounded; 100 only where it is all, 0 only where it is nothing, and `–` of nothing.
package func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    if part == 0 || part == whole { return part == 0 ? "0%" : "100%" }
    let rounded = (Int128(part) * 200 + Int128(whole)) / (Int128(whole) * 2)
    return "\(min(99, max(1, rounded)))%"
}

/// A share in thousandths, for what is drawn; 1000 only where it is all, and 0 only where it is nothing.
func permille(_ part: Int, of whole: Int) -> Int {
    guard whole > 0, part > 0 else { return 0 }
    return max(1, Int(Int128(part) * 1_000 / Int128(whole)))
}
