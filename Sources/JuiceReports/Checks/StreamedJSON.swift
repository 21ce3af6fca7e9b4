/// A JSON text whose last list is too long for memory: what stands before and behind its elements.
package struct StreamedJSON {
    /// The text up to the bracket that opens the list.
    let head: String
    /// The text from the bracket that closes a list with elements.
    let tail: String
    private let lineEnd: String

    /// - Parameter frame: has an empty list as the last value of its last object, and of those around it.
    init(_ frame: JSONValue) {
        let text = frame.text
        let end = text.lastIndex(of: "[").map { text.index(after: $0) }
        guard let end, text[end...].first == "]" else { preconditionFailure("there is no list to fill") }
        head = String(text[..<end])
        tail = String(text[end...])
        let line = text[..<end].split(separator: "\n").last ?? ""
        lineEnd = "\n" + line.prefix { $0 == " " }
    }

    /// An element of a list at some depth, on a line of its own, with the comma before it that all but the first need.
    static func element(_ value: JSONValue, depth: Int) -> String {
        ",\n" + String(repeating: "  ", count: depth) + value.line
    }

    /// Gives the whole text in pieces.
    ///
    /// - Parameter elements: those of the list, as `element` makes them.
    package func read(elements: TextSpool, _ body: ([UInt8]) throws -> Void) throws {
        try body(Array(head.utf8))
        var isEmpty = true
        try elements.read { piece in
            try body(isEmpty ? Array(piece.dropFirst()) : piece)
            isEmpty = false
        }
        try body(Array(((isEmpty ? "" : lineEnd) + tail).utf8))
    }
}
