/// What help says of a command besides its arguments.
package struct CommandText {
    /// What it does, in a sentence.
    package let abstract: String
    /// What else is to be known: paragraphs, and sections under a heading with indented lines, which stay as they are.
    ///
    /// Under 예시 or EXAMPLES stand command lines that work as they are, the same in each language. It is written out
    /// whole, since the program's start would wait for what is put together.
    package let discussion: String
}
