import Dispatch
import JuiceBatch
import JuiceCounter
import Testing

/// The server keeps its limits and survives any input.
@Suite(.serialized) struct HTTPServerTests {
    /// Echoes the request; `/slow` after a delay, on its own thread; `/never` not at all.
    private struct Echo: WebResponder {
        func isPaired(_ head: WebRequest) -> Bool { head.value(of: "cookie") == "paired" }

        func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void) {
            let text = "\(request.method) \(request.target) \(request.body.count)"
            let response = WebResponse(text, type: "text/plain")
            if request.target == "/never" { return }
            guard request.target == "/slow" else { return send(response) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { send(response) }
        }
    }

    private static func server(port: Int = 0, _ change: (inout ServerLimits) -> Void = { _ in }) throws -> HTTPServer {
        var limits = ServerLimits()
        limits.closeDelayMs = 30
        change(&limits)
        let server = try HTTPServer(#require(ListenAddress("127.0.0.1:\(port)")), limits: limits)
        server.serve(Echo())
        return server
    }

    /// Runs a test against a server, which must still answer afterwards.
    private func withServer(
        _ change: (inout ServerLimits) -> Void = { _ in }, _ body: (HTTPServer) throws -> Void
    ) throws {
        let server = try Self.server(change)
        defer { server.stop() }
        try body(server)
        let answer = try TestClient(port: server.port).ask("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(answer?.body == "GET /after 0")
    }

    private static let paired = "GET /in HTTP/1.1\r\nHost: a\r\nCookie: paired\r\n\r\n"

    private func pairedScreens(_ count: Int, _ server: HTTPServer) throws -> [TestClient] {
        try (0..<count).map { _ in
            let screen = try TestClient(port: server.port)
            #expect(screen.ask(Self.paired)?.status == 200)
            return screen
        }
    }

    @Test func answersRequestsOfAConnectionInTurn() throws {
        try withServer { server in
            let client = try TestClient(port: server.port)
            let first = try #require(client.ask("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"))
            #expect(first.status == 200 && first.body == "GET /1 0")
            for header in [
                "Content-Security-Policy: default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
                "Referrer-Policy: same-origin", "X-Content-Type-Options: nosniff", "Cache-Control: no-store",
            ] {
                #expect(first.head.contains("\r\n\(header)"))
            }
            let chunks = "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
            #expect(client.ask(chunks)?.body == "POST /2 3")
            client.write("HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try #require(client.read(hasBody: false))
            #expect(head.status == 200 && head.head.contains("Content-Length: 9"))
            // Requests that are sent at once are answered in their order.
            let targets = (0..<40).map { $0.isMultiple(of: 10) ? "/slow" : "/\($0)" }
            client.write(targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for target in targets { #expect(client.read()?.body == "GET \(target) 0") }
            #expect(client.ask("GET /4 HTTP/1.0\r\nHost: a\r\n\r\n")?.body == "GET /4 0" && client.ends())
        }
    }

    private static let long = String(repeating: "x", count: 20_000)

    /// A request with some headers and a body.
    private static func post(_ head: String, body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(head)\r\n\r\n\(body)"
    }

    @Test(arguments: [
        // Too long a header, too many headers, too much of headers, too long an address.
        (431, post("X: \(long)")), (431, post((0..<120).map { "X\($0): 1" }.joined(separator: "\r\n"))),
        (431, post((0..<90).map { "X\($0): \(long.prefix(300))" }.joined(separator: "\r\n"))),
        (431, "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n"),
        // Bodies that are too long, or whose length is impossible or given twice.
        (413, post("Content-Length: 70000")),
        (413, post("Transfer-Encoding: chunked", body: "13880\r\n\(long)\(long)\(long)\(long)\r\n0\r\n\r\n")),
        (400, post("Content-Length: 99999999999999999999999")), (400, post("Content-Length: -1")),
        (400, post("Content-Length: 1\r\nContent-Length: 2", body: "ab")),
        (400, post("Content-Length: 1\r\nTransfer-Encoding: chunked", body: "0\r\n\r\n")),
        (400, post("Transfer-Encoding: chunked", body: "zz\r\n")),
        // What is not HTTP/1.
        (400, "nonsense\r\n\r\n"), (400, "\u{0}\u{1}\u{2}"), (400, "GET / HTTP/9.9\r\n\r\n"),
        (400, "GET  HTTP/1.1\r\n\r\n"), (400, "GET / HTTP/1.1\r\n bad: 1\r\n\r\n"),
        (400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ])
    func refusesMalformedAndOversizedRequests(status: Int, bytes: String) throws {
        try withServer { server in
            let client = try TestClient(port: server.port)
            #expect(client.ask(bytes)?.status == status && client.ends())
        }
    }

    @Test func bodyMayBeAsLongAsItsLimit() throws {
        try withServer { server in
            let client = try TestClient(port: server.port)
            let body = String(repeating: "x", count: 64 << 10)
            for (length, body) in [
                ("Content-Length: 65536", body), ("Transfer-Encoding: chunked", "10000\r\n\(body)\r\n0\r\n\r\n"),
            ] {
                #expect(client.ask(Self.post(length, body: body))?.body == "POST / 65536")
            }
            #expect(client.ask(Self.post("Content-Length: 65537", body: body + "x"))?.status == 413)
        }
    }

    @Test func slowClientsAreDisconnected() throws {
        try withServer { limits in
            (limits.arrivalMs, limits.idleMs, limits.answerMs, limits.closeDelayMs) = (150, 150, 150, 50)
        } _: { server in
            let drips = String(repeating: "a", count: 100)
            let cookie = "Host: a\r\nCookie: paired\r\n"
            for (start, slowly, status) in [
                // Each byte arrives in time, but the whole request does not.
                ("", "GET / HTTP/1.1\r\nHost:" + drips, 408), (Self.post("Content-Length: 10", body: "abc"), "", 408),
                ("POST / HTTP/1.1\r\n\(cookie)Content-Length: 1000\r\n\r\n", drips, 408),
                ("GET / HTTP/1.1\r\n\(cookie)X: ", drips, 408),
                // Nothing is sent at all, or nothing more; and a request that is not answered.
                ("", "", nil), ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "", 200),
                ("GET /never HTTP/1.1\r\nHost: a\r\n\r\n", "", 503),
            ] as [(String, String, Int?)] {
                let client = try TestClient(port: server.port)
                client.write(start)
                for byte in slowly where !client.waits(20) { client.write(String(byte)) }
                #expect(client.read()?.status == status && client.ends(), "\(start)")
            }
        }
    }

    @Test func thousandConnectionsLeaveRoomForPairedScreens() throws {
        try withServer { server in
            let screens = try pairedScreens(8, server)
            // Of unpaired clients of one address the last sixteen stay; no paired screen is disconnected.
            let strangers = (0..<1_000).compactMap { _ in try? TestClient(port: server.port) }
            #expect(strangers.dropLast(16).allSatisfy { $0.ends() })
            #expect(strangers.suffix(16).allSatisfy { $0.ask("GET /in HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200 })
            #expect(screens.allSatisfy { $0.ask(Self.paired)?.status == 200 })
            _ = try pairedScreens(1, server)
        }
    }

    @Test func limitsConnectionsPerAddressAndIdleTimeOfUnpairedClients() throws {
        try withServer {
            $0.unpairedIdleMs = 200
        } _: { server in
            #expect(try TestClient(port: server.port).ends())
            let client = try TestClient(port: server.port)
            client.write("GET / HTTP/1.1\r\nHost:")
            #expect(client.waits(2_000) && client.read()?.status == 408)
            let screens = try pairedScreens(65, server)
            #expect(screens[0].ends() && !screens[1].waits(400) && !screens[64].waits(0))
        }
    }

    @Test func anotherScreenConnectsToServerFullOfPairedScreens() throws {
        let server = try Self.server { $0.connectionsMax = 4 }
        defer { server.stop() }
        let screens = try pairedScreens(4, server)
        let other = try pairedScreens(1, server)
        #expect(screens[0].ends())
        #expect((screens[1...] + other).allSatisfy { $0.ask(Self.paired)?.status == 200 })
    }

    @Test func stopFinishesPendingAnswers() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        client.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(!client.waits(20))
        server.stop()
        #expect(client.read()?.body == "GET /slow 0")
        #expect(throws: (any Error).self) { try TestClient(port: server.port) }
    }

    @Test func portInUseIsAnError() throws {
        try withServer { server in
            #expect(throws: BatchError.self) { _ = try Self.server(port: server.port) }
        }
    }
}
