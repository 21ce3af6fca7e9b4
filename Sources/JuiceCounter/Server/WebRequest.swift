/// A request that has arrived whole.
package struct WebRequest: Sendable {
    /// The method, such as `GET`.
    package let method: String
    /// The target in the request line, such as `/stock?short=1`.
    package let target: String
    /// Names in small letters, in the order in which they came.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// A request by its parts.
    ///
    /// - Parameter headers: names in any letters.
    package init(
        method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
        self.body = body
    }

    /// All values of a header.
    ///
    /// - Parameter name: in small letters.
    package func values(of name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }

    /// The value of a header that comes once; nil if it does not come, or more than once.
    ///
    /// - Parameter name: in small letters.
    package func value(of name: String) -> String? {
        let found = values(of: name)
        return found.count == 1 ? found.first : nil
    }
}
