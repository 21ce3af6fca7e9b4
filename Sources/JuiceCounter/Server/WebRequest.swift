internal import Foundation

/// An HTTP request that has arrived completely.
package struct WebRequest: Sendable {
    /// The method, such as `GET`.
    package let method: String
    /// The target in the request line, such as `/stock?short=1`.
    package let target: String
    /// The headers in the order received, with lower-case names.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// Creates a request from its parts; the names of headers may be in any case.
    package init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
        self.body = body
    }

    /// The values of a header, given by its name in lower case, in the order received.
    package func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    /// The value of a header, given by its name in lower case; nil if it does not occur or is repeated.
    package func value(of name: String) -> String? {
        let found = values(of: name)
        return found.count == 1 ? found.first : nil
    }
}

/// An HTTP response to a request.
package struct WebResponse: Sendable {
    /// The HTTP status code, such as 200.
    package let status: Int
    /// The headers in addition to those of every response.
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []
}

extension WebResponse {
    /// Creates a response with a UTF-8 text of a media type such as `text/html`.
    package init(status: Int = 200, _ text: String, type: String) {
        self.init(status: status, headers: [("Content-Type", "\(type); charset=utf-8")], body: Array(text.utf8))
    }

    /// Creates a redirect that the browser follows with GET; characters not allowed in a URL are percent-encoded.
    package static func leading(to location: String) -> WebResponse {
        let address = location.addingPercentEncoding(withAllowedCharacters: addressCharacters) ?? "/"
        return WebResponse(status: 303, headers: [("Location", address)])
    }

    private static let addressCharacters = CharacterSet(charactersIn: "!"..."~")
        .subtracting(CharacterSet(charactersIn: "\"<>\\^`{|}"))

    /// The headers of every response: pages load only resources of this server, cannot be framed, and are not cached.
    static let headersOfAll: [(name: String, value: String)] = [
        ("Content-Security-Policy", "default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"),
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}

/// A handler that answers requests.
package protocol WebResponder: Sendable {
    /// Whether a request, given without its body, comes from a paired screen, whose connections have priority.
    func isPaired(_ head: WebRequest) -> Bool

    /// Answers a request without blocking, by calling `send` exactly once, on any thread.
    func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void)
}

/// The fields of a form or of a URL's query, each of which must occur only once.
typealias FormFields = [String: String]

extension FormFields {
    /// Parses a text of the type `application/x-www-form-urlencoded`; nil if it is invalid or repeats a field.
    init?(formEncoded bytes: some Sequence<UInt8>) {
        self.init()
        for pair in Array(bytes).split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0], hasPlus: true),
                let value = parts.count > 1 ? Self.decoded(parts[1], hasPlus: true) : "",
                updateValue(value, forKey: name) == nil
            else { return nil }
        }
    }

    /// Decodes a percent-encoded text, in which plus may stand for a space; nil for an invalid escape or invalid UTF-8.
    static func decoded(_ bytes: some Sequence<UInt8>, hasPlus: Bool) -> String? {
        let bytes = bytes.map { hasPlus && $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(validating: bytes, as: UTF8.self)?.removingPercentEncoding
    }
}
