/// Rows in order in a stretch of a file.
struct SpilledRun {
    let file: SpillFile
    /// Which bytes of the file, from 0.
    let range: Range<Int>
}
