/// What is known of an input when all of it has been read.
struct InputFacts {
    /// The SHA-256 of its bytes, in hex.
    var digest = ""
    /// Blank rows, those before the header too.
    var blank = 0
    /// Totals rows.
    var totals = 0
    /// Whether the figure of a totals row has not been looked at.
    var hasUncheckedTotals = false
    /// Its header and rows in one hash; only where somebody keeps it.
    var records: RecordDigest?
    /// What its orders less its cancels come to; only where somebody expects a number.
    var orderedQuantity = 0
}
