/// What is not compared while the program does not know it; afterwards this file goes.
package enum BeforeTills {
    /// True where the model says what the program cannot know yet.
    package static func concerns(_ result: PlainModel.Result) -> Bool {
        guard case .stopped(_, let refusal) = result else { return false }
        return refusal?.code == "overlap"
    }
}
