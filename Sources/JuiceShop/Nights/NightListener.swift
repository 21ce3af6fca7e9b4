/// Is told of a night while it lasts.
package protocol NightListener: RunListener {
    /// A line that says what becomes of a file, or of the night.
    func say(_ line: String) throws
    /// The run of a file, or the settings of all, came to this.
    func failed(_ error: any Error)
}
