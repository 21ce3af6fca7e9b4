/// The help text of a command, without its arguments.
package struct CommandText {
    /// A one-sentence summary of the command.
    package let abstract: String
    /// The further description: paragraphs, and sections under a heading with indented lines, which stay as they are.
    ///
    /// Under 예시 or EXAMPLES stand command lines that work as they are, the same in each language. The text is a
    /// literal, since composing it would slow down the program's start.
    package let discussion: String
}
