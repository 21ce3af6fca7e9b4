import JuiceCounter
import JuiceReports
import JuiceShop
import Synchronization
import Testing

/// A counter's site without a server, and a screen that is connected to it.
struct GivenSite {
    let counter: GivenCounter
    let bookingQueue: BookingQueue
    let access: SessionStore
    let site: WebApp
    /// What the screen's cookie is.
    let cookie: String
    /// What the screen's forms hold.
    let form: String

    /// The report of a shift that is closed.
    static let report = ShiftReport(path: "reports/2026-11-20-1/report.html", html: Array("<p>키위</p>".utf8))

    static let host = "127.0.0.1:8300"

    /// Makes a text of 32 letters, another one each time.
    private static func makeSecrets() -> @Sendable () -> String {
        let count = Mutex(0)
        return {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return String(repeating: "s", count: 24) + String(10_000_000 + number)
        }
    }

    /// - Parameter menu: the content of the menu file; nil for the built-in menu.
    init(_ language: MessageLanguage = .korean, menu: String? = nil, names: [String] = []) async throws {
        counter = try GivenCounter()
        let shift = try counter.open(menu: menu)
        let closing = Mutex(0)
        bookingQueue = BookingQueue(shift) {
            closing.withLock { $0 += 1 }
            return Self.report
        }
        let makeSecret = Self.makeSecrets()
        access = SessionStore(
            port: 8_300, names: names, home: names.isEmpty ? "127.0.0.1" : nil, makeSecret: makeSecret)
        let site = try WebApp(bookingQueue, access, CounterMessages(language), makeID: makeSecret)
        self.site = site
        let link = try #require(access.makeLinks().first)
        let greeting = await Self.ask(site, "GET", String(link.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }))
        let header = try #require(greeting.headers.first { $0.name == "Set-Cookie" }?.value)
        cookie = String(header.prefix { $0 != ";" })
        let page = await Self.ask(site, "GET", "/", [("Cookie", cookie)])
        form = try #require(page.text.value(of: "form"))
    }

    /// Sends a request of an unknown sender: with a host, and nothing else.
    static func ask(
        _ site: WebApp, _ method: String, _ target: String, _ headers: [(name: String, value: String)] = [],
        body: String = "", host: String? = host
    ) async -> WebResponse {
        let names = host.map { [(name: "Host", value: $0)] } ?? []
        let request = WebRequest(method: method, target: target, headers: names + headers, body: Array(body.utf8))
        return await withCheckedContinuation { continuation in
            site.respond(to: request) { continuation.resume(returning: $0) }
        }
    }

    /// Asks as the screen does.
    func get(_ target: String, _ headers: [(name: String, value: String)] = []) async -> WebResponse {
        await Self.ask(site, "GET", target, [("Cookie", cookie)] + headers)
    }

    /// Sends a form as the screen does, with what its forms hold.
    func post(
        _ target: String, _ fields: [String: String], _ headers: [(name: String, value: String)] = []
    ) async -> WebResponse {
        let body = (["form": form].merging(fields) { $1 }).map { "\($0)=\($1)" }.joined(separator: "&")
        return await Self.ask(
            site, "POST", target,
            [("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")] + headers, body: body)
    }

    /// Sends a form, and goes where that leads.
    func postAndFollow(_ target: String, _ fields: [String: String]) async throws -> WebResponse {
        let response = await post(target, fields)
        #expect(response.status == 303)
        return await get(try #require(response.header("Location")))
    }
}

extension WebResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension String {
    /// The value of the first hidden field of a name on a page.
    func value(of field: String) -> String? {
        guard let found = firstRange(of: "name=\"\(field)\" value=\"") else { return nil }
        return String(self[found.upperBound...].prefix { $0 != "\"" })
    }

    private func firstRange(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}
