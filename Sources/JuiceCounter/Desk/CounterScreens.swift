/// The screens of a counter.
package protocol CounterScreens {
    /// Shows them, from when nobody can press anything until nobody can any more.
    ///
    /// - Parameters:
    ///   - desk: where what is pressed is handed in; once it has an `ending`, the screens say so and end.
    ///   - isAsked: whether somebody has asked for an end, such as by a signal.
    func show(_ desk: Desk, until isAsked: () -> Bool) throws
}
