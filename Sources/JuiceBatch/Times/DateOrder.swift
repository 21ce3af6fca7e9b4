/// The order of day, month and year in a date that does not tell by itself.
package enum DateOrder: String, CaseIterable, Sendable {
    case mdy, dmy, ymd
}
