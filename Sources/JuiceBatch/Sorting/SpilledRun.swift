/// Rows in order in a stretch of a file.
struct SpilledRun {
    let file: SpillFile
    /// The range of the run's bytes in the file, from 0.
    let range: Range<Int>
}
