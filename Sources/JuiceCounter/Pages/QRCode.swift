internal import CQRencode

/// A text as a QR code, drawn as an SVG path.
struct QRCode {
    /// The number of modules of a side, with the quiet zone.
    let size: Int
    /// The dark modules, as the data of an SVG path in which a module measures 1.
    let path: String

    /// The width of the quiet zone around a code, in modules.
    private static let quiet = 4

    /// Encodes a text with medium error correction; nil if it is too long.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, code.pointee.data[row * width + column] & 1 == 1 { column += 1 }
                if column > start {
                    path += "M\(start + Self.quiet) \(row + Self.quiet)h\(column - start)v1h\(start - column)z"
                }
                if column == start { column += 1 }
            }
        }
        size = width + 2 * Self.quiet
        self.path = path
    }
}
