import Glibc
import JuiceCounter
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// The counter over real connections.
@Suite struct CounterOverSocketsTests {
    @Test func answersSeveralRequestsOnOneConnection() async throws {
        let setup = try await TestWebApp()
        let server = try HTTPServer(address: "127.0.0.1", port: 0) { _ in setup.site }
        defer { server.stop() }
        let client = try #require(TestClient(port: server.port))
        let head = "Host: \(TestWebApp.host)\r\nCookie: \(setup.cookie)\r\n"
        for number in 1...40 {
            let body = "page=page-\(1_000_000 + number)&juice=1&form=\(setup.form)"
            client.write(
                "POST /order HTTP/1.1\r\n\(head)Accept: application/json\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            #expect(client.read()?.status == 200)
            client.write("GET /state HTTP/1.1\r\n\(head)\r\n")
            #expect(client.read()?.status == 200 && setup.bookingQueue.view.rows == number)
        }
    }
}
