import JuiceCounter
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Only connected screens see or press anything.
@Suite struct SessionStoreTests {
    private static let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")

    /// A request with malicious intent, and its result.
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "GET"
        var target = "/"
        var host: String? = GivenSite.host
        var headers: [(name: String, value: String)] = []
        var body = ""
        var hasCookie = true
        let status: Int
    }

    private static let gets = [
        Attack(testDescription: "no host", host: nil, status: 400),
        Attack(testDescription: "two hosts", headers: [("Host", "127.0.0.1:8300")], status: 400),
        Attack(testDescription: "a foreign host", host: "evil.example:8300", status: 421),
        Attack(testDescription: "a host that begins like ours", host: "127.0.0.1:8300.evil.example", status: 421),
        Attack(testDescription: "another port", host: "127.0.0.1:80", status: 421),
        Attack(testDescription: "no port", host: "localhost", status: 421),
        Attack(testDescription: "a foreign host for nothing", target: "/none", host: "evil.example", status: 421),
        Attack(testDescription: "no cookie", hasCookie: false, status: 403),
        Attack(testDescription: "no cookie for the state", target: "/state", hasCookie: false, status: 403),
        Attack(
            testDescription: "a wrong cookie",
            headers: [("Cookie", "juice-counter-8300=\(String(repeating: "a", count: 32))")],
            hasCookie: false, status: 403),
        Attack(
            testDescription: "an empty cookie", headers: [("Cookie", "juice-counter-8300=; ;=")], hasCookie: false,
            status: 403),
        Attack(testDescription: "a foreign origin", headers: [("Origin", "http://evil.example")], status: 403),
        Attack(testDescription: "another site", headers: [("Sec-Fetch-Site", "cross-site")], status: 403),
        Attack(
            testDescription: "another port of this machine", headers: [("Sec-Fetch-Site", "same-site")], status: 403),
        Attack(
            testDescription: "two sites", headers: [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")],
            status: 403),
        Attack(testDescription: "no such place", target: "/none", status: 404),
        Attack(testDescription: "a file", method: "POST", target: "/delivery", status: 404),
        Attack(testDescription: "a path upwards", target: "/../../etc/passwd", status: 404),
        Attack(testDescription: "a path upwards in signs", target: "/%2e%2e/%2e%2e/etc/passwd", status: 404),
        Attack(testDescription: "two slashes", target: "//", status: 404),
        Attack(testDescription: "a whole address", target: "http://127.0.0.1:8300/", status: 400),
        Attack(testDescription: "a star", target: "*", status: 400),
        Attack(testDescription: "half a sign", target: "/%4", status: 400),
        Attack(testDescription: "no sign", target: "/%zz", status: 400),
        Attack(testDescription: "no UTF-8", target: "/%ff", status: 400),
        Attack(testDescription: "a bad query", target: "/?said=%", status: 400),
        Attack(testDescription: "a field twice", target: "/?said=a&said=b", status: 400),
        Attack(testDescription: "a GET that presses", target: "/order?juice=1", status: 405),
        Attack(testDescription: "a foreign method", method: "DELETE", status: 405),
        Attack(testDescription: "TRACE", method: "TRACE", target: "/state", status: 405),
        Attack(testDescription: "a wrong token", target: "/open?token=wrong", hasCookie: false, status: 403),
        Attack(testDescription: "no token", target: "/open", hasCookie: false, status: 403),
    ]

    @Test(arguments: gets) func isTurnedAway(_ attack: Attack) async throws {
        let given = try await GivenSite()
        let cookies = attack.hasCookie ? [(name: "Cookie", value: given.cookie)] : []
        let response = await GivenSite.ask(
            given.site, attack.method, attack.target, cookies + attack.headers, body: attack.body, host: attack.host)
        #expect(response.status == attack.status)
        #expect(!response.text.contains(given.form))
    }

    private static let order = "page=page-12345678&juice=3"
    private static let posts = [
        Attack(testDescription: "no token and no origin", headers: [type], body: order, status: 403),
        Attack(
            testDescription: "a wrong token", headers: [type], body: "\(order)&form=ssssssssssssssssssssssss10000001",
            status: 403),
        Attack(testDescription: "an empty token", headers: [type], body: "\(order)&form=", status: 403),
        Attack(
            testDescription: "a foreign origin", headers: [type, ("Origin", "http://evil.example")], body: order,
            status: 403),
        Attack(testDescription: "no origin at all", headers: [type, ("Origin", "null")], body: order, status: 403),
        Attack(
            testDescription: "the origin of another port", headers: [type, ("Origin", "http://127.0.0.1:8301")],
            body: order, status: 403),
        Attack(
            testDescription: "encrypted", headers: [type, ("Origin", "https://127.0.0.1:8300")], body: order,
            status: 403),
        Attack(
            testDescription: "another site of our origin",
            headers: [type, ("Origin", "http://127.0.0.1:8300"), ("Sec-Fetch-Site", "same-site")], body: order,
            status: 403),
        Attack(
            testDescription: "text", headers: [("Content-Type", "text/plain"), ("Origin", "http://127.0.0.1:8300")],
            body: order, status: 400),
        Attack(testDescription: "no type", headers: [("Origin", "http://127.0.0.1:8300")], body: order, status: 400),
        Attack(
            testDescription: "a field twice", headers: [type, ("Origin", "http://127.0.0.1:8300")],
            body: "\(order)&juice=3", status: 400),
        Attack(
            testDescription: "half a sign", headers: [type, ("Origin", "http://127.0.0.1:8300")], body: "\(order)&x=%e",
            status: 400),
        Attack(
            testDescription: "no such juice", headers: [type, ("Origin", "http://127.0.0.1:8300")],
            body: "page=page-12345678&juice=8", status: 400),
        Attack(
            testDescription: "juice 0", headers: [type, ("Origin", "http://127.0.0.1:8300")],
            body: "page=page-12345678&juice=0", status: 400),
        Attack(
            testDescription: "no cookie", headers: [type, ("Origin", "http://127.0.0.1:8300")], body: order,
            hasCookie: false, status: 403),
    ]

    @Test(arguments: posts) func pressesNothing(_ attack: Attack) async throws {
        let given = try await GivenSite()
        let cookies = attack.hasCookie ? [(name: "Cookie", value: given.cookie)] : []
        let response = await GivenSite.ask(
            given.site, "POST", "/order", cookies + attack.headers, body: attack.body)
        #expect(response.status == attack.status && given.bookingQueue.view.rows == 0)
    }

    @Test func anOwnOriginStandsForTheToken() async throws {
        let given = try await GivenSite()
        let response = await GivenSite.ask(
            given.site, "POST", "/order",
            [
                ("Cookie", "other=1; \(given.cookie)"), Self.type, ("Origin", "http://localhost:8300"),
                ("Sec-Fetch-Site", "same-origin"),
            ], body: Self.order, host: "localhost:8300")
        #expect(response.status == 303 && given.bookingQueue.view.rows == 1)
    }

    @Test func aPressWithAnIDThatNoPageMakesIsToldSo() async throws {
        let given = try await GivenSite()
        for page in ["short", String(repeating: "x", count: 90), "page%0A12345678", "page-1234567%2C"] {
            let answer = await given.post("/order", ["page": page, "juice": "3"])
            #expect(answer.status == 303)
        }
        #expect(given.bookingQueue.view.rows == 0)
    }

    @Test func aLinkIsGoodOnce() async throws {
        let given = try await GivenSite()
        let made = await given.post("/link", [:])
        let link = try #require(given.access.makeLinks().first)
        #expect(made.text.contains("http://127.0.0.1:8300/open?token="))
        let target = String(link.dropFirst("http://127.0.0.1:8300".count))
        // Looking at a link, or fetching it ahead, does not use it up; framing or fetching it gives nothing.
        for headers in [
            [(name: "Sec-Purpose", value: "prefetch")],
            [(name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Mode", value: "no-cors")],
            [
                (name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Mode", value: "navigate"),
                (name: "Sec-Fetch-Dest", value: "iframe"),
            ],
        ] {
            #expect(await GivenSite.ask(given.site, "GET", target, headers).status == 403)
        }
        #expect(await GivenSite.ask(given.site, "HEAD", target).status == 403)
        let elsewhere = [
            (name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Mode", value: "navigate"),
            (name: "Sec-Fetch-Dest", value: "document"),
        ]
        let first = await GivenSite.ask(given.site, "GET", target, elsewhere)
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(first.status == 200 && cookie.hasSuffix("; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict"))
        #expect(await GivenSite.ask(given.site, "GET", target).status == 403)
        let again = await GivenSite.ask(given.site, "GET", target, [("Cookie", String(cookie.prefix { $0 != ";" }))])
        #expect(again.status == 303 && again.header("Location") == "/")
    }

    @Test func namesBeyondThisMachineAreAllowedAndInLinks() async throws {
        let given = try await GivenSite(names: ["Counter.LAN"])
        #expect(given.access.makeLinks().allSatisfy { $0.hasPrefix("http://counter.lan:8300/open?token=") })
        for (host, status) in [("counter.lan:8300", 200), ("COUNTER.lan:8300", 200), ("counter.lan", 421)] {
            #expect(await GivenSite.ask(given.site, "GET", "/healthz", host: host).status == status)
        }
        let onPort80 = SessionStore(port: 80, names: ["counter.lan", "192.168.0.10"], home: nil) { "secret" }
        #expect(
            onPort80.makeLinks() == [
                "http://counter.lan/open?token=secret", "http://192.168.0.10/open?token=secret",
            ])
        let atHome = SessionStore(port: 8_300, names: ["counter.lan"], home: "[::1]") { "secret" }
        #expect(atHome.makeLinks() == ["http://[::1]:8300/open?token=secret"])
    }

    @Test func whatEveryoneGetsSaysNothing() async throws {
        let given = try await GivenSite()
        for (place, type) in [
            ("/healthz", "text/plain"), ("/counter.css", "text/css"), ("/counter.js", "text/javascript"),
            ("/icon.svg", "image/svg+xml"),
        ] {
            let response = await GivenSite.ask(given.site, "GET", place)
            #expect(response.status == 200 && response.header("Content-Type")?.hasPrefix(type) == true)
        }
        #expect(await GivenSite.ask(given.site, "GET", "/healthz").text == "ok\n")
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
    func noAddresses(_ text: String) { #expect(ListenAddress(text) == nil) }

    /// A store whose time can be set.
    private func store(_ paired: PairedScreens, now: Int) -> SessionStore {
        let clock: @Sendable () -> Int = { now }
        return SessionStore(port: 8_300, names: [], home: "127.0.0.1", paired: paired, now: clock) {
            String(repeating: "s", count: 32)
        }
    }

    /// The site of a counter with a store, asked for the order screen with a cookie.
    private func status(_ given: GivenSite, _ store: SessionStore, _ cookie: String) async throws -> Int {
        let site = try WebApp(given.bookingQueue, store, CounterMessages(.korean)) { "page-12345678" }
        return await GivenSite.ask(site, "GET", "/", [("Cookie", cookie)]).status
    }

    @Test func aPairedScreenStaysPairedForThirtyDaysAndUntilItIsForgotten() async throws {
        let given = try await GivenSite()
        let paired = PairedScreens(beside: given.counter.folder.path + "/shop.sqlite", shownLedger: "shop.sqlite")
        let first = store(paired, now: 1_000)
        let site = try WebApp(given.bookingQueue, first, CounterMessages(.korean)) { "page-12345678" }
        let token = try #require(first.makeLinks().first?.split(separator: "=").last)
        let greeting = await GivenSite.ask(site, "GET", "/open?token=\(token)")
        let cookie = String(try #require(greeting.header("Set-Cookie")).prefix { $0 != ";" })
        let page = await GivenSite.ask(site, "GET", "/", [("Cookie", cookie)])
        let form = try #require(page.text.value(of: "form"))
        // The file holds a digest, and neither the cookie nor what its forms hold.
        let file = String(decoding: try #require(given.counter.folder.read("shop.sqlite.screens")), as: UTF8.self)
        #expect(!file.contains("sssss") && !file.contains(form))
        // Another process, later on: the same cookie, and the same token in the forms.
        let later = store(paired, now: 1_000 + PairedScreens.secondsMax)
        let again = try WebApp(given.bookingQueue, later, CounterMessages(.korean)) { "page-12345678" }
        #expect(await GivenSite.ask(again, "GET", "/", [("Cookie", cookie)]).text.value(of: "form") == form)
        #expect(try await status(given, store(paired, now: 1_001 + PairedScreens.secondsMax), cookie) == 403)
        // A clock that was set back does not prolong it.
        #expect(try await status(given, store(paired, now: 999), cookie) == 403)
        #expect(!later.forgetIfAsked())
        #expect(try paired.forget() == 1 && later.forgetIfAsked())
        #expect(await GivenSite.ask(again, "GET", "/", [("Cookie", cookie)]).status == 403)
        #expect(try await status(given, store(paired, now: 1_000), cookie) == 403)
    }

    @Test(arguments: ["", "{}", "{\"screens\": 1}", "{\"screens\": [1, {\"digest\": 2}]}", "nonsense"])
    func aDamagedFileOfScreensPairsNone(_ text: String) async throws {
        let given = try await GivenSite()
        _ = try given.counter.folder.write(Array(text.utf8), to: "shop.sqlite.screens")
        let paired = PairedScreens(beside: given.counter.folder.path + "/shop.sqlite", shownLedger: "shop.sqlite")
        #expect(try await status(given, store(paired, now: 1_000), "juice-counter-8300=ssss") == 403)
    }

    @Test func aLinkIsAlsoAQRCode() async throws {
        let given = try await GivenSite()
        let page = await given.post("/link", [:])
        #expect(page.text.contains("<svg class=\"qr\" role=\"img\" aria-label=\"연결 주소의 QR 코드\""))
        #expect(page.text.contains("<path d=\"M4 4h7v1h-7z"))
    }
}
