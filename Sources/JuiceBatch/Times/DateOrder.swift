/// The order of the parts of a POS' dates whose year does not come first with four digits.
package enum DateOrder: String, CaseIterable, Sendable {
    /// Month, day, year: `11/20/2026`.
    case mdy
    /// Day, month, year: `20/11/2026`.
    case dmy
    /// Year, month, day: `26/11/20`.
    case ymd
}
