/// A handler that answers requests.
package protocol WebResponder: Sendable {
    /// The maximum size of a request's body, in bytes.
    ///
    /// - Parameter head: the request without its body.
    func bodyBytesMax(_ head: WebRequest) -> Int

    /// Answers a request; must not wait.
    ///
    /// - Parameter send: is to be called once, on any thread.
    func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void)
}
