import Dispatch
import JuiceBatch
import JuiceCounter
import Synchronization
import Testing

/// The server keeps its limits and survives any input.
@Suite(.serialized) struct HTTPServerTests {
    /// Echoes the request; `/slow` after a delay, on its own thread.
    private struct Echo: WebResponder {
        func isPaired(_ head: WebRequest) -> Bool { head.value(of: "cookie") == "paired" }

        func bodyBytesMax(_ head: WebRequest) -> Int { 64 << 10 }

        func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void) {
            let text = "\(request.method) \(request.target) \(request.body.count)"
            let response = WebResponse(text, type: "text/plain")
            if request.target == "/never" { return }
            guard request.target == "/slow" else { return send(response) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { send(response) }
        }
    }

    /// The default limits, with a short linger time.
    private static var limits: ServerLimits {
        var limits = ServerLimits()
        limits.closeDelayMs = 30
        return limits
    }

    private func withServer(_ limits: ServerLimits = limits, _ body: (HTTPServer) throws -> Void) throws {
        let server = try HTTPServer(address: "127.0.0.1", port: 0, limits: limits) { _ in Echo() }
        defer { server.stop() }
        try body(server)
        // The server still answers.
        let client = try #require(TestClient(port: server.port))
        client.write("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.read()?.body == "GET /after 0")
    }

    @Test func answersRequestsOfAConnectionInTurn() throws {
        try withServer { server in
            let client = try #require(TestClient(port: server.port))
            client.write("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
            let first = try #require(client.read())
            #expect(first.status == 200 && first.body == "GET /1 0")
            for header in [
                "Content-Security-Policy: default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
                "Referrer-Policy: same-origin", "X-Content-Type-Options: nosniff", "Cache-Control: no-store",
            ] {
                #expect(first.head.contains("\r\n\(header)"))
            }
            client.write("POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(client.read()?.body == "POST /2 3")
            client.write("HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try #require(client.read(hasBody: false))
            #expect(head.status == 200 && head.head.contains("Content-Length: 9"))
            client.write("GET /4 HTTP/1.0\r\nHost: a\r\n\r\n")
            #expect(client.read()?.body == "GET /4 0" && client.ends())
        }
    }

    @Test func pipelinedRequestsAreAnsweredInTheirOrder() throws {
        try withServer { server in
            let client = try #require(TestClient(port: server.port))
            let places = (0..<40).map { $0.isMultiple(of: 10) ? "/slow" : "/\($0)" }
            client.write(places.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for index in places { #expect(client.read()?.body == "GET \(index) 0") }
        }
    }

    /// The bytes that a client sends, and the status of the response.
    struct Sending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let status: Int

        init(_ name: String, _ bytes: String, _ status: Int) {
            (testDescription, self.bytes, self.status) = (name, bytes, status)
        }

        static func head(_ name: String, _ head: String, _ status: Int, body: String = "") -> Sending {
            Sending(name, "POST / HTTP/1.1\r\nHost: a\r\n\(head)\r\n\r\n\(body)", status)
        }
    }

    private static let long = String(repeating: "x", count: 20_000)
    private static let sendings: [Sending] = [
        .head("a long header", "X: \(long)", 431),
        .head("many headers", (0..<120).map { "X\($0): 1" }.joined(separator: "\r\n"), 431),
        .head("much of a header", (0..<90).map { "X\($0): \(long.prefix(300))" }.joined(separator: "\r\n"), 431),
        Sending("a long address", "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        .head("a long body", "Content-Length: 70000", 413),
        .head("a body that is endless", "Content-Length: 99999999999999999999999", 400),
        .head("a body less than none", "Content-Length: -1", 400),
        .head("two lengths", "Content-Length: 1\r\nContent-Length: 2", 400, body: "ab"),
        .head("a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked", 400, body: "0\r\n\r\n"),
        .head(
            "long chunks", "Transfer-Encoding: chunked", 413, body: "13880\r\n\(long)\(long)\(long)\(long)\r\n0\r\n\r\n"
        ),
        .head("no chunks", "Transfer-Encoding: chunked", 400, body: "zz\r\n"),
        Sending("nonsense", "nonsense\r\n\r\n", 400),
        Sending("control characters", "\u{0}\u{1}\u{2}", 400),
        Sending("another protocol", "GET / HTTP/9.9\r\n\r\n", 400),
        Sending("no address", "GET  HTTP/1.1\r\n\r\n", 400),
        Sending("a header that goes on before it begins", "GET / HTTP/1.1\r\n bad: 1\r\n\r\n", 400),
        Sending("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    ]

    @Test(arguments: sendings) func refusesMalformedAndOversizedRequests(_ sending: Sending) throws {
        try withServer { server in
            let client = try #require(TestClient(port: server.port))
            client.write(sending.bytes)
            #expect(client.read()?.status == sending.status)
            #expect(client.ends())
        }
    }

    @Test func slowClientsAreDisconnected() throws {
        var limits = ServerLimits()
        (limits.arrivalMs, limits.idleMs, limits.answerMs, limits.closeDelayMs) = (150, 150, 150, 50)
        try withServer(limits) { server in
            // Each byte arrives in time, but the whole request does not.
            let slow = try #require(TestClient(port: server.port))
            for byte in "GET / HTTP/1.1\r\nHost:" where !slow.waits(20) { slow.write(String(byte)) }
            #expect(slow.read()?.status == 408 && slow.ends())
            let body = try #require(TestClient(port: server.port))
            body.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            #expect(body.read()?.status == 408 && body.ends())
            let drips = try #require(TestClient(port: server.port))
            drips.write("POST / HTTP/1.1\r\nHost: a\r\nCookie: paired\r\nContent-Length: 1000\r\n\r\n")
            for _ in 0..<100 where !drips.waits(20) { drips.write("a") }
            #expect(drips.read()?.status == 408 && drips.ends())
            let header = try #require(TestClient(port: server.port))
            header.write("GET / HTTP/1.1\r\nHost: a\r\nCookie: paired\r\nX: ")
            for _ in 0..<100 where !header.waits(20) { header.write("a") }
            #expect(header.read()?.status == 408 && header.ends())
            let silent = try #require(TestClient(port: server.port))
            #expect(silent.ends())
            let idle = try #require(TestClient(port: server.port))
            idle.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(idle.read()?.status == 200 && idle.ends())
            let unanswered = try #require(TestClient(port: server.port))
            unanswered.write("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(unanswered.read()?.status == 503 && unanswered.ends())
        }
    }

    private static let paired = "GET /in HTTP/1.1\r\nHost: a\r\nCookie: paired\r\n\r\n"

    @Test func thousandConnectionsLeaveRoomForPairedScreens() throws {
        try withServer { server in
            let screens = (0..<8).compactMap { _ in TestClient(port: server.port) }
            for screen in screens {
                screen.write(Self.paired)
                #expect(screen.read()?.status == 200)
            }
            // Of unpaired clients of one address the last sixteen stay; no paired screen is disconnected.
            var strangers: [TestClient] = []
            for _ in 0..<1_000 { strangers += TestClient(port: server.port).map { [$0] } ?? [] }
            #expect(strangers.dropLast(16).allSatisfy { $0.ends() })
            for client in strangers.suffix(16) { client.write("GET /in HTTP/1.1\r\nHost: a\r\n\r\n") }
            #expect(strangers.suffix(16).count { $0.read()?.status == 200 } == 16)
            for screen in screens {
                screen.write(Self.paired)
                #expect(screen.read()?.status == 200)
            }
            let late = try #require(TestClient(port: server.port))
            late.write(Self.paired)
            #expect(late.read()?.status == 200)
        }
    }

    @Test func limitsConnectionsPerAddressAndIdleTimeOfUnpairedClients() throws {
        var limits = ServerLimits()
        limits.unpairedIdleMs = 200
        try withServer(limits) { server in
            let idle = try #require(TestClient(port: server.port))
            #expect(idle.ends())
            var screens: [TestClient] = []
            for _ in 0..<65 {
                let screen = try #require(TestClient(port: server.port))
                screen.write(Self.paired)
                #expect(screen.read()?.status == 200)
                screens.append(screen)
            }
            #expect(screens[0].ends() && !screens[1].waits(400) && !screens[64].waits(0))
        }
    }

    @Test func serverFullOfPairedScreensRefusesUnpairedClients() throws {
        var limits = ServerLimits()
        limits.connectionsMax = 4
        let server = try HTTPServer(address: "127.0.0.1", port: 0, limits: limits) { _ in Echo() }
        defer { server.stop() }
        let screens = (0..<4).compactMap { _ in TestClient(port: server.port) }
        for screen in screens {
            screen.write(Self.paired)
            #expect(screen.read()?.status == 200)
        }
        let stranger = try #require(TestClient(port: server.port))
        #expect(stranger.ends() && !screens[0].waits(0))
    }

    @Test func stopFinishesPendingAnswers() throws {
        let server = try HTTPServer(address: "127.0.0.1", port: 0) { _ in Echo() }
        let client = try #require(TestClient(port: server.port))
        client.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(!client.waits(20))
        server.stop()
        #expect(client.read()?.body == "GET /slow 0")
        #expect(TestClient(port: server.port) == nil)
    }

    @Test func portInUseIsAnError() throws {
        try withServer { server in
            #expect(throws: SystemError.self) {
                _ = try HTTPServer(address: "127.0.0.1", port: server.port) { _ in Echo() }
            }
        }
    }
}
