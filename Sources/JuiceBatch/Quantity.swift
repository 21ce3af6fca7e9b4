/// Reads a quantity as people write it: `3`, `1,200`, `３개`, `007`, `2 잔`.
///
/// - Returns: the number, nil if the text is none; numbers above 10^13 come back as 10^13, which is beyond every
///   limit all the same.
package func parseQuantity(_ text: String) -> Int? {
    var scalars = Array(compatibilityTrimmed(text).unicodeScalars)
    if let unit = scalars.last, unit == "개" || unit == "잔" {
        scalars.removeLast()
        if scalars.last == " " { scalars.removeLast() }
    }
    guard !scalars.isEmpty else { return nil }
    let groups = scalars.split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1 {
        guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    }
    var value = 0
    for scalar in groups.joined() {
        guard ("0"..."9").contains(scalar) else { return nil }
        value = min(value * 10 + Int(scalar.value - 48), 10_000_000_000_000)
    }
    return value
}
