/// Which half of a day the hours 1 … 12 are of.
enum HalfOfDay {
    /// AM, 오전.
    case beforeNoon
    /// PM, 오후.
    case afterNoon
}
