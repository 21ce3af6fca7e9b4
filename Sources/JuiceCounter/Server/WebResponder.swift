/// Answers requests.
package protocol WebResponder: Sendable {
    /// How long the body of a request may be, in bytes.
    ///
    /// - Parameter head: the request without its body.
    func bodyBytesMax(_ head: WebRequest) -> Int

    /// Answers a request; must not wait.
    ///
    /// - Parameter send: is to be called once, on any thread.
    func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void)
}
