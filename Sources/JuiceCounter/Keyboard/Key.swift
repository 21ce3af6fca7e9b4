/// A key of a terminal, as far as a counter's screens know it.
package enum Key: Sendable, Hashable {
    /// What stands on the key of a Latin keyboard, in lower case, also where the keyboard is set to Hangul.
    case character(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, tab, escape, backspace, delete
    /// Control and L: the screen is to be drawn anew.
    case redraw
    /// Control and C.
    case interrupt
}
