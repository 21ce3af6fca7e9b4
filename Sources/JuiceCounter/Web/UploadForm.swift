/// A form with a file in it, in the form `multipart/form-data`.
struct UploadForm: Sendable {
    /// What is not the file.
    let fields: FormFields
    /// What the file is called, as its browser says; and what is in it.
    let fileName: String
    let file: [UInt8]

    /// How many parts there may be.
    private static let partsMax = 10

    /// The form that a body is; nil if it is none, or has no file or two.
    init?(_ body: [UInt8], type: String) {
        guard let boundary = Self.boundary(type), let parts = Self.parts(body, boundary) else { return nil }
        var fields: [String: String] = [:]
        var found: (name: String, bytes: [UInt8])?
        for (head, content) in parts {
            guard let name = Self.parameter("name", head) else { return nil }
            if let fileName = Self.parameter("filename", head) {
                guard found == nil else { return nil }
                found = (fileName, Array(content))
            } else {
                guard let value = String(validating: content, as: UTF8.self),
                    fields.updateValue(value, forKey: name) == nil
                else { return nil }
            }
        }
        guard let found else { return nil }
        (self.fields, fileName, file) = (FormFields(fields), found.name, found.bytes)
    }

    /// What stands between the parts, as the type of the body says.
    private static func boundary(_ type: String) -> String? {
        let parts = type.split(separator: ";").map { $0.drop { $0 == " " } }
        guard parts.first?.lowercased() == "multipart/form-data",
            let word = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })?.dropFirst(9)
        else { return nil }
        let boundary = word.hasPrefix("\"") && word.hasSuffix("\"") ? word.dropFirst().dropLast() : word
        return (1...70).contains(boundary.utf8.count) ? String(boundary) : nil
    }

    /// The head of each part as text, and its content; nil if the body is not built so.
    private static func parts(_ body: [UInt8], _ boundary: String) -> [(head: String, content: ArraySlice<UInt8>)]? {
        let mark = Array("\r\n--\(boundary)".utf8)
        // The first one stands at the beginning.
        let text = Array("\r\n".utf8) + body
        var places = text.ranges(of: mark)[...]
        guard var last = places.popFirst(), last.lowerBound == 0, places.count <= partsMax else { return nil }
        var parts: [(head: String, content: ArraySlice<UInt8>)] = []
        for place in places {
            let part = text[last.upperBound..<place.lowerBound]
            guard let gap = part.firstRange(of: Array("\r\n\r\n".utf8)),
                let head = String(validating: part[..<gap.lowerBound], as: UTF8.self)
            else { return nil }
            parts.append((head, part[gap.upperBound...]))
            last = place
        }
        return text[last.upperBound...].starts(with: "--".utf8) ? parts : nil
    }

    /// A parameter of the header that says what a part is.
    private static func parameter(_ name: String, _ head: String) -> String? {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
            for part in line.split(separator: ";").dropFirst() {
                let word = part.drop { $0 == " " }
                guard word.hasPrefix("\(name)=\""), word.hasSuffix("\"") else { continue }
                return String(word.dropFirst(name.count + 2).dropLast())
            }
        }
        return nil
    }
}
