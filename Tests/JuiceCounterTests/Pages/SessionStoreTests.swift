import JuiceCounter
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Only paired screens can see or book anything.
@Suite struct SessionStoreTests {
    private static let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")

    /// A request with malicious intent, and its result.
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        var method = "GET"
        var target = "/"
        var host: String? = TestWebApp.host
        var headers: [(name: String, value: String)] = []
        var body = ""
        var hasCookie = true

        init(_ name: String, _ status: Int, _ change: (inout Attack) -> Void) {
            (testDescription, self.status) = (name, status)
            change(&self)
        }

        /// Requests a path.
        static func at(_ target: String, _ status: Int, _ name: String, method: String = "GET") -> Attack {
            Attack(name, status) { ($0.target, $0.method) = (target, method) }
        }

        /// Requests the order screen with extra headers.
        static func with(_ headers: [(name: String, value: String)], _ name: String, isPaired: Bool = true) -> Attack {
            Attack(name, 403) { ($0.headers, $0.hasCookie) = (headers, isPaired) }
        }

        /// Sends a form.
        static func post(
            _ body: String, _ headers: [(name: String, value: String)], _ status: Int, _ name: String
        ) -> Attack {
            Attack(name, status) {
                ($0.method, $0.target, $0.headers, $0.body) = ("POST", "/order", headers, body)
            }
        }
    }

    private static let gets: [Attack] = [
        Attack("no host", 400) { $0.host = nil },
        Attack("two hosts", 400) { $0.headers = [("Host", "127.0.0.1:8300")] },
        Attack("a foreign host", 421) { $0.host = "evil.example:8300" },
        Attack("a host that begins like ours", 421) { $0.host = "127.0.0.1:8300.evil.example" },
        Attack("another port", 421) { $0.host = "127.0.0.1:80" },
        Attack("no port", 421) { $0.host = "localhost" },
        Attack("a foreign host for nothing", 421) { ($0.target, $0.host) = ("/none", "evil.example") },
        .with([], "no cookie", isPaired: false),
        Attack("no cookie for the state", 403) { ($0.target, $0.hasCookie) = ("/state", false) },
        .with(
            [("Cookie", "juice-counter-8300=\(String(repeating: "a", count: 32))")], "a wrong cookie", isPaired: false),
        .with([("Cookie", "juice-counter-8300=; ;=")], "an empty cookie", isPaired: false),
        .with([("Origin", "http://evil.example")], "a foreign origin"),
        .with([("Sec-Fetch-Site", "cross-site")], "another site"),
        .with([("Sec-Fetch-Site", "same-site")], "another port of this machine"),
        .with([("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")], "two sites"),
        .at("/none", 404, "no such place"), .at("/delivery", 404, "a file", method: "POST"),
        .at("/../../etc/passwd", 404, "a path upwards"),
        .at("/%2e%2e/%2e%2e/etc/passwd", 404, "a path upwards in signs"), .at("//", 404, "two slashes"),
        .at("http://127.0.0.1:8300/", 400, "a whole address"), .at("*", 400, "a star"), .at("/%4", 400, "half a sign"),
        .at("/%zz", 400, "no sign"), .at("/%ff", 400, "no UTF-8"), .at("/?said=%", 400, "a bad query"),
        .at("/?said=a&said=b", 400, "a field twice"), .at("/order?juice=1", 405, "a GET that presses"),
        .at("/", 405, "a foreign method", method: "DELETE"), .at("/state", 405, "TRACE", method: "TRACE"),
        Attack("a wrong token", 403) { ($0.target, $0.hasCookie) = ("/open?token=wrong", false) },
        Attack("no token", 403) { ($0.target, $0.hasCookie) = ("/open", false) },
    ]

    private static let order = "page=page-12345678&juice=3"
    private static let origin = (name: "Origin", value: "http://127.0.0.1:8300")
    private static let posts: [Attack] = [
        .post(order, [type], 403, "no token and no origin"),
        .post("\(order)&form=ssssssssssssssssssssssss10000001", [type], 403, "a wrong token"),
        .post("\(order)&form=", [type], 403, "an empty token"),
        .post(order, [type, ("Origin", "http://evil.example")], 403, "a foreign origin"),
        .post(order, [type, ("Origin", "null")], 403, "no origin at all"),
        .post(order, [type, ("Origin", "http://127.0.0.1:8301")], 403, "the origin of another port"),
        .post(order, [type, ("Origin", "https://127.0.0.1:8300")], 403, "encrypted"),
        .post(order, [type, origin, ("Sec-Fetch-Site", "same-site")], 403, "another site of our origin"),
        .post(order, [("Content-Type", "text/plain"), origin], 400, "text"), .post(order, [origin], 400, "no type"),
        .post("\(order)&juice=3", [type, origin], 400, "a field twice"),
        .post("\(order)&x=%e", [type, origin], 400, "half a sign"),
        .post("page=page-12345678&juice=8", [type, origin], 400, "no such juice"),
        .post("page=page-12345678&juice=0", [type, origin], 400, "juice 0"),
        Attack("no cookie", 403) {
            ($0.method, $0.target, $0.headers, $0.body) = ("POST", "/order", [type, origin], order)
            $0.hasCookie = false
        },
    ]

    @Test(arguments: gets + posts) func attackIsRefusedAndBooksNothing(_ attack: Attack) async throws {
        let setup = try await TestWebApp()
        let cookies = attack.hasCookie ? [(name: "Cookie", value: setup.cookie)] : []
        let response = await TestWebApp.ask(
            setup.site, attack.method, attack.target, cookies + attack.headers, body: attack.body, host: attack.host)
        #expect(response.status == attack.status && setup.bookingQueue.view.rows == 0)
        #expect(!response.text.contains(setup.form))
    }

    @Test func sameOriginReplacesTheToken() async throws {
        let setup = try await TestWebApp()
        let response = await TestWebApp.ask(
            setup.site, "POST", "/order",
            [
                ("Cookie", "other=1; \(setup.cookie)"), Self.type, ("Origin", "http://localhost:8300"),
                ("Sec-Fetch-Site", "same-origin"),
            ], body: Self.order, host: "localhost:8300")
        #expect(response.status == 303 && setup.bookingQueue.view.rows == 1)
    }

    @Test func invalidRequestIDIsRefused() async throws {
        let setup = try await TestWebApp()
        for page in ["short", String(repeating: "x", count: 90), "page%0A12345678", "page-1234567%2C"] {
            let answer = await setup.post("/order", ["page": page, "juice": "3"])
            #expect(answer.status == 303)
        }
        #expect(setup.bookingQueue.view.rows == 0)
    }

    @Test func linkWorksOnce() async throws {
        let setup = try await TestWebApp()
        let made = await setup.post("/link", [:])
        let link = try #require(setup.access.makeLinks().first)
        #expect(made.text.contains("http://127.0.0.1:8300/open?token="))
        let target = String(link.dropFirst("http://127.0.0.1:8300".count))
        // Previews and prefetches do not use up a link; frames and scripts get nothing.
        for headers in [
            [(name: "Sec-Purpose", value: "prefetch")],
            [(name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Mode", value: "no-cors")],
            [
                (name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Mode", value: "navigate"),
                (name: "Sec-Fetch-Dest", value: "iframe"),
            ],
        ] {
            #expect(await TestWebApp.ask(setup.site, "GET", target, headers).status == 403)
        }
        #expect(await TestWebApp.ask(setup.site, "HEAD", target).status == 403)
        let elsewhere = [
            (name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Mode", value: "navigate"),
            (name: "Sec-Fetch-Dest", value: "document"),
        ]
        let first = await TestWebApp.ask(setup.site, "GET", target, elsewhere)
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(first.status == 200 && cookie.hasSuffix("; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict"))
        #expect(await TestWebApp.ask(setup.site, "GET", target).status == 403)
        let again = await TestWebApp.ask(setup.site, "GET", target, [("Cookie", String(cookie.prefix { $0 != ";" }))])
        #expect(again.status == 303 && again.header("Location") == "/")
    }

    @Test func configuredHostNamesAreAllowedAndInLinks() async throws {
        let setup = try await TestWebApp(names: ["Counter.LAN"])
        #expect(setup.access.makeLinks().allSatisfy { $0.hasPrefix("http://counter.lan:8300/open?token=") })
        for (host, status) in [("counter.lan:8300", 200), ("COUNTER.lan:8300", 200), ("counter.lan", 421)] {
            #expect(await TestWebApp.ask(setup.site, "GET", "/healthz", host: host).status == status)
        }
        let onPort80 = SessionStore(port: 80, names: ["counter.lan", "192.168.0.10"], home: nil) { "secret" }
        #expect(
            onPort80.makeLinks() == [
                "http://counter.lan/open?token=secret", "http://192.168.0.10/open?token=secret",
            ])
        let atHome = SessionStore(port: 8_300, names: ["counter.lan"], home: "[::1]") { "secret" }
        #expect(atHome.makeLinks() == ["http://[::1]:8300/open?token=secret"])
    }

    @Test func publicResourcesRevealNothing() async throws {
        let setup = try await TestWebApp()
        for (index, type) in [
            ("/healthz", "text/plain"), ("/counter.css", "text/css"), ("/counter.js", "text/javascript"),
            ("/icon.svg", "image/svg+xml"),
        ] {
            let response = await TestWebApp.ask(setup.site, "GET", index)
            #expect(response.status == 200 && response.header("Content-Type")?.hasPrefix(type) == true)
        }
        #expect(await TestWebApp.ask(setup.site, "GET", "/healthz").text == "ok\n")
    }

    @Test(arguments: [
        ("127.0.0.1:8300", true), ("[::1]:80", true), ("localhost:0", true), ("0.0.0.0:8300", false), ("[::]:1", false),
        ("127.evil.example:80", false), ("127.0.0.1.evil.example:80", false), ("127.255.0.9:80", true),
        ("[0:0:0:0:0:0:0:1]:80", true), ("[::2]:80", false), ("LocalHost:80", true), ("128.0.0.1:80", false),
    ]) func addresses(_ text: String, _ isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.isLoopback == isLoopback && address.text == text)
    }

    @Test(arguments: [
        "", "8300", ":8300", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "::1:80", "a:８",
    ])
    func refusesInvalidAddresses(_ text: String) { #expect(ListenAddress(text) == nil) }

    /// A store whose time can be set.
    private func store(_ paired: PairedScreens, now: Int) -> SessionStore {
        let clock: @Sendable () -> Int = { now }
        return SessionStore(port: 8_300, names: [], home: "127.0.0.1", paired: paired, now: clock) {
            String(repeating: "s", count: 32)
        }
    }

    /// Requests the order screen with a cookie.
    private func status(_ setup: TestWebApp, _ store: SessionStore, _ cookie: String) async throws -> Int {
        let site = WebApp(setup.bookingQueue, store, CounterPages(CounterMessages(.korean))) { "page-12345678" }
        return await TestWebApp.ask(site, "GET", "/", [("Cookie", cookie)]).status
    }

    @Test func pairingLastsThirtyDaysOrUntilRevoked() async throws {
        let setup = try await TestWebApp()
        let paired = PairedScreens(beside: setup.counter.folder.path + "/shop.sqlite", shownLedger: "shop.sqlite")
        let first = store(paired, now: 1_000)
        let site = WebApp(setup.bookingQueue, first, CounterPages(CounterMessages(.korean))) { "page-12345678" }
        let token = try #require(first.makeLinks().first?.split(separator: "=").last)
        let greeting = await TestWebApp.ask(site, "GET", "/open?token=\(token)")
        let cookie = String(try #require(greeting.header("Set-Cookie")).prefix { $0 != ";" })
        let page = await TestWebApp.ask(site, "GET", "/", [("Cookie", cookie)])
        let form = try #require(page.text.value(of: "form"))
        // The file holds a digest, not the cookie or the form token.
        let file = String(decoding: try #require(setup.counter.folder.read("shop.sqlite.screens")), as: UTF8.self)
        #expect(!file.contains("sssss") && !file.contains(form))
        // A later process accepts the same cookie and form token.
        let later = store(paired, now: 1_000 + PairedScreens.secondsMax)
        let again = WebApp(setup.bookingQueue, later, CounterPages(CounterMessages(.korean))) { "page-12345678" }
        #expect(await TestWebApp.ask(again, "GET", "/", [("Cookie", cookie)]).text.value(of: "form") == form)
        #expect(try await status(setup, store(paired, now: 1_001 + PairedScreens.secondsMax), cookie) == 403)
        // A clock set back does not extend the pairing.
        #expect(try await status(setup, store(paired, now: 999), cookie) == 403)
        #expect(!later.endPairingsIfFileRemoved())
        #expect(try paired.forget() == 1 && later.endPairingsIfFileRemoved())
        #expect(await TestWebApp.ask(again, "GET", "/", [("Cookie", cookie)]).status == 403)
        #expect(try await status(setup, store(paired, now: 1_000), cookie) == 403)
    }

    @Test(arguments: ["", "{}", "{\"screens\": 1}", "{\"screens\": [1, {\"digest\": 2}]}", "nonsense"])
    func damagedScreensFilePairsNone(_ text: String) async throws {
        let setup = try await TestWebApp()
        _ = try setup.counter.folder.write(Array(text.utf8), to: "shop.sqlite.screens")
        let paired = PairedScreens(beside: setup.counter.folder.path + "/shop.sqlite", shownLedger: "shop.sqlite")
        #expect(try await status(setup, store(paired, now: 1_000), "juice-counter-8300=ssss") == 403)
    }

    @Test func linkIsAlsoShownAsQRCode() async throws {
        let setup = try await TestWebApp()
        let page = await setup.post("/link", [:])
        #expect(page.text.contains("<svg class=\"qr\" role=\"img\" aria-label=\"연결 주소의 QR 코드\""))
        #expect(page.text.contains("<path d=\"M4 4h7v1h-7z"))
    }
}
