/// The mark in front of a fraction; the other one of the two parts thousands.
package enum DecimalMark: String, CaseIterable, Sendable {
    case point = "."
    case comma = ","
}
