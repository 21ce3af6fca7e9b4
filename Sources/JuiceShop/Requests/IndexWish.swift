/// What becomes of the index of the folder that a run puts its reports into.
package enum IndexWish: Sendable {
    /// It is made, and made anew if there is one.
    case made
    /// It is made anew if there is one.
    case renewed
    /// It is left alone: somebody else will make it.
    case left
}
