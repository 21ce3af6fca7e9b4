import JuiceCounter
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Only paired screens can see or book anything.
@Suite struct SessionStoreTests {
    private static let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
    private static let order = "page=page-12345678&juice=3"
    private static let form = "POST /order|Content-Type: application/x-www-form-urlencoded"
    private static let origin = "Origin: http://127.0.0.1:8300"

    /// Requests with malicious intent, by the status of their answer: the first line, headers and behind `||` the body.
    ///
    /// The right host and cookie are added, unless `!H` or `!C` stands among the headers.
    private static let attacks: [(status: Int, requests: [String])] = [
        (
            400,
            [
                // No host, or two; no path; half a sign, no sign and no UTF-8; a field twice.
                "GET /|!H", "GET /|Host: 127.0.0.1:8300", "GET http://127.0.0.1:8300/", "GET *", "GET /%4", "GET /%zz",
                "GET /%ff", "GET /?said=%", "GET /?said=a&said=b", "\(form)|\(origin)||\(order)&juice=3",
                "\(form)|\(origin)||\(order)&x=%e", "\(form)|\(origin)||page=page-12345678&juice=8",
                "\(form)|\(origin)||page=page-12345678&juice=0", "POST /order|\(origin)||\(order)",
                "POST /order|Content-Type: text/plain|\(origin)||\(order)",
            ]
        ),
        (
            403,
            [
                // No cookie or a wrong one, a foreign page, no link.
                "GET /|!C", "GET /state|!C", "\(form)|\(origin)|!C||\(order)",
                "GET /|!C|Cookie: juice-counter-8300=; ;=",
                "GET /|!C|Cookie: juice-counter-8300=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "GET /|Origin: http://evil.example", "GET /|Sec-Fetch-Site: cross-site",
                "GET /|Sec-Fetch-Site: same-site", "GET /|Sec-Fetch-Site: none|Sec-Fetch-Site: cross-site",
                "GET /open?token=wrong|!C", "GET /open|!C",
                // A form with neither its token nor the right origin.
                "\(form)||\(order)", "\(form)||\(order)&form=", "\(form)|Origin: http://evil.example||\(order)",
                "\(form)||\(order)&form=ssssssssssssssssssssssss10000001", "\(form)|Origin: null||\(order)",
                "\(form)|Origin: http://127.0.0.1:8301||\(order)", "\(form)|Origin: https://127.0.0.1:8300||\(order)",
                "\(form)|\(origin)|Sec-Fetch-Site: same-site||\(order)",
            ]
        ),
        (404, ["GET /none", "POST /delivery", "GET /../../etc/passwd", "GET /%2e%2e/%2e%2e/etc/passwd", "GET //"]),
        (405, ["GET /order?juice=1", "DELETE /", "TRACE /state"]),
        (
            421,
            [
                "GET /|!H|Host: evil.example:8300", "GET /|!H|Host: 127.0.0.1:8300.evil.example",
                "GET /|!H|Host: 127.0.0.1:80", "GET /|!H|Host: localhost", "GET /none|!H|Host: evil.example",
            ]
        ),
    ]

    @Test func attacksAreRefusedAndBookNothing() async throws {
        let setup = try await TestWebApp()
        for (status, requests) in Self.attacks {
            for attack in requests {
                let response = await answer(to: attack, setup)
                #expect(response.status == status && !response.text.contains(setup.form), "\(attack)")
            }
        }
        #expect(setup.bookingQueue.view.rows == 0)
    }

    private func answer(to attack: String, _ setup: TestWebApp) async -> WebResponse {
        let parts = attack.split(separator: "||")
        var headers = parts[0].split(separator: "|").map(String.init)
        let first = headers.removeFirst().split(separator: " ").map(String.init)
        let host = headers.contains("!H") ? nil : TestWebApp.host
        let cookies = headers.contains("!C") ? [] : [(name: "Cookie", value: setup.cookie)]
        let others = headers.filter { !$0.hasPrefix("!") }.map { header in
            let end = header.firstIndex(of: ":") ?? header.endIndex
            return (name: String(header[..<end]), value: String(header[end...].dropFirst(2)))
        }
        return await TestWebApp.ask(
            setup.site, first[0], first[1], cookies + others,
            body: parts.count > 1 ? "\(parts[1])&shift=\(setup.bookingQueue.view.identity)" : "", host: host)
    }

    @Test func sameOriginReplacesTheToken() async throws {
        let setup = try await TestWebApp()
        let response = await TestWebApp.ask(
            setup.site, "POST", "/order",
            [
                ("Cookie", "other=1; \(setup.cookie)"), Self.type, ("Origin", "http://localhost:8300"),
                ("Sec-Fetch-Site", "same-origin"),
            ], body: Self.order + "&shift=" + setup.bookingQueue.view.identity, host: "localhost:8300")
        #expect(response.status == 303 && setup.bookingQueue.view.rows == 1)
    }

    @Test func invalidRequestIDIsRefused() async throws {
        let setup = try await TestWebApp()
        for page in ["short", String(repeating: "x", count: 90), "page%0A12345678", "page-1234567%2C"] {
            #expect(await setup.post("/order", ["page": page, "juice": "3"]).status == 303)
        }
        #expect(setup.bookingQueue.view.rows == 0)
    }

    @Test func linkWorksOnce() async throws {
        let setup = try await TestWebApp()
        let made = await setup.post("/link", [:])
        let link = try #require(setup.access.makeLinks().first)
        #expect(made.text.contains("http://127.0.0.1:8300/open?token="))
        #expect(made.text.contains("<svg class=\"qr\" role=\"img\" aria-label=\"연결 주소의 QR 코드\""))
        #expect(made.text.contains("<path d=\"M4 4h7v1h-7z"))
        let target = String(link.dropFirst("http://127.0.0.1:8300".count))
        // Previews and prefetches do not use up a link; frames and scripts get nothing.
        func fetched(_ mode: String, _ destination: String) -> [(name: String, value: String)] {
            [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", destination)]
        }
        for headers in [[("Sec-Purpose", "prefetch")], fetched("no-cors", "script"), fetched("navigate", "iframe")] {
            #expect(await TestWebApp.ask(setup.site, "GET", target, headers).status == 403)
        }
        #expect(await TestWebApp.ask(setup.site, "HEAD", target).status == 403)
        let elsewhere = fetched("navigate", "document")
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
            onPort80.makeLinks() == ["http://counter.lan/open?token=secret", "http://192.168.0.10/open?token=secret"])
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

    /// Whether an address is of this machine only; nil if it is none.
    @Test(
        arguments: [
            ("127.0.0.1:8300", true), ("[::1]:80", true), ("localhost:0", true), ("0.0.0.0:8300", false),
            ("[::]:1", false), ("127.evil.example:80", false), ("127.0.0.1.evil.example:80", false),
            ("127.255.0.9:80", true), ("[0:0:0:0:0:0:0:1]:80", true), ("[::2]:80", false), ("LocalHost:80", true),
            ("128.0.0.1:80", false), ("", nil), ("8300", nil), (":8300", nil), ("127.0.0.1", nil), ("127.0.0.1:", nil),
            ("127.0.0.1:65536", nil), ("127.0.0.1:+1", nil), ("::1:80", nil), ("a:８", nil),
        ] as [(String, Bool?)])
    func addressesAreParsed(text: String, isLoopback: Bool?) {
        let address = ListenAddress(text)
        #expect(address?.isLoopback == isLoopback && address?.text == (isLoopback == nil ? nil : text))
    }

    /// The screens of a ledger, and the counter's pages at a time.
    private func pairing(_ setup: TestWebApp, now: Int) -> (screens: PairedScreens, store: SessionStore, site: WebApp) {
        let screens = PairedScreens(beside: setup.counter.folder.path + "/shop.sqlite", shownLedger: "shop.sqlite")
        let clock: @Sendable () -> Int = { now }
        let store = SessionStore(port: 8_300, names: [], home: "127.0.0.1", paired: screens, now: clock) {
            String(repeating: "s", count: 32)
        }
        let pages = CounterPages(.korean)
        return (screens, store, WebApp(setup.bookingQueue, store, pages))
    }

    /// The answer to a request of the order screen.
    private func orders(_ site: WebApp, _ cookie: String) async -> WebResponse {
        await TestWebApp.ask(site, "GET", "/", [("Cookie", cookie)])
    }

    @Test func pairingLastsThirtyDaysOrUntilRevoked() async throws {
        let setup = try await TestWebApp()
        let (paired, first, site) = pairing(setup, now: 1_000)
        let token = try #require(first.makeLinks().first?.split(separator: "=").last)
        let greeting = await TestWebApp.ask(site, "GET", "/open?token=\(token)")
        let cookie = String(try #require(greeting.header("Set-Cookie")).prefix { $0 != ";" })
        let form = try #require(await orders(site, cookie).text.value(of: "form"))
        // The file holds a digest, not the cookie or the form token.
        let file = String(decoding: try #require(setup.counter.folder.read("shop.sqlite.screens")), as: UTF8.self)
        #expect(!file.contains("sssss") && !file.contains(form))
        // A later process accepts the same cookie and form token.
        let later = pairing(setup, now: 1_000 + PairedScreens.secondsMax)
        #expect(await orders(later.site, cookie).text.value(of: "form") == form)
        // A clock set back does not extend the pairing.
        for now in [1_001 + PairedScreens.secondsMax, 999] {
            #expect(await orders(pairing(setup, now: now).site, cookie).status == 403)
        }
        #expect(!later.store.endPairingsIfFileRemoved())
        let link = String(try #require(later.store.makeLinks().first).dropFirst("http://127.0.0.1:8300".count))
        #expect(try paired.forget() == 1 && later.store.endPairingsIfFileRemoved())
        for site in [later.site, pairing(setup, now: 1_000).site] {
            #expect(await orders(site, cookie).status == 403)
        }
        // An unused link must not pair a screen again.
        #expect(await TestWebApp.ask(later.site, "GET", link).status == 403)
    }

    @Test(arguments: [Int.min, Int.max])
    func screenWithImpossibleTimeIsNotPaired(_ time: Int) async throws {
        let setup = try await TestWebApp()
        let screens = pairing(setup, now: 1_000).screens
        try screens.write([(digest: "damaged", pairedAt: time)])
        let (_, store, site) = pairing(setup, now: 1_000)
        let token = try #require(store.makeLinks().first?.split(separator: "=").last)
        #expect(await TestWebApp.ask(site, "GET", "/open?token=\(token)").status == 200)
        #expect(try screens.read().map(\.pairedAt) == [1_000])
    }

    @Test(arguments: ["", "{}", "{\"screens\": 1}", "{\"screens\": [1, {\"digest\": 2}]}", "nonsense"])
    func damagedScreensFilePairsNone(_ text: String) async throws {
        let setup = try await TestWebApp()
        _ = try setup.counter.folder.write(Array(text.utf8), to: "shop.sqlite.screens")
        #expect(await orders(pairing(setup, now: 1_000).site, "juice-counter-8300=ssss").status == 403)
    }
}
