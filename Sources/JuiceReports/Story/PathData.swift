internal import CSV

/// The data of an SVG path, as bytes: with a text a number, drawing took longer than everything it shows.
struct PathData: ~Copyable {
    private var bytes: ByteBuffer

    /// Creates an empty path.
    ///
    /// - Parameter commands: the expected number of commands.
    init(commands: Int) {
        bytes = ByteBuffer(capacity: commands * 4)
    }

    /// The path so far.
    var text: String { String(decoding: bytes.bytes, as: UTF8.self) }

    /// Begins a line at a point.
    mutating func move(to x: Int, _ y: Int) {
        command("M", x)
        bytes.append(Ascii.space)
        bytes.append(decimal: y)
    }

    /// Draws to a place across.
    mutating func across(to x: Int) { command("H", x) }

    /// Draws to a place down.
    mutating func down(to y: Int) { command("V", y) }

    /// Draws back to where the line began.
    mutating func close() { bytes.append(UInt8(ascii: "Z")) }

    private mutating func command(_ letter: Unicode.Scalar, _ value: Int) {
        bytes.append(UInt8(ascii: letter))
        bytes.append(decimal: value)
    }
}
