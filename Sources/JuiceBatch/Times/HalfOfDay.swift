/// The half of a day that the hours 1 … 12 belong to.
enum HalfOfDay {
    /// The hours of AM, 오전.
    case beforeNoon
    /// The hours of PM, 오후.
    case afterNoon
}
