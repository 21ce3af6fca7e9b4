/// The facts about an input after all of it has been read.
struct InputFacts {
    /// The SHA-256 of its bytes, in hex.
    var digest = ""
    /// Blank rows, those before the header too.
    var blank = 0
    /// The number of totals rows.
    var totals = 0
    /// Whether the figure of a totals row has not been looked at.
    var hasUncheckedTotals = false
    /// The combined hash of its header and rows; nil without `RunSettings.earlierInputs` and for files that this
    /// program wrote itself.
    var records: RecordDigest?
    /// Cups ordered minus cups cancelled; 0 unless `RowRules.countsQuantities` is set.
    var orderedQuantity = 0
}
