/// Why an input is refused that can be read: what one of its rows says, or all of them together.
struct Finding {
    /// The input, from 0.
    let input: Int
    /// The row's record in its batch, from 0; nil where it is found before the batch, at the end of an earlier input.
    let row: Int?
    /// The physical line, from 1.
    let line: Int
    /// The rank among several findings of one row, the smallest first.
    let order: Int
    let reason: Refusal.Reason

    /// Whether a reader going row by row would meet it before another one of the same batch.
    func comes(before other: Finding) -> Bool {
        (row ?? -1, order) < (other.row ?? -1, other.order)
    }
}
