import JuiceBatch
import JuiceCounter
import JuiceReports
import Synchronization
import TestSupport
import Testing

@testable import JuiceShop

/// The pages, by forms and links only.
@Suite struct WebAppTests {
    @Test func orderIsAnsweredAfterTheRedirect() async throws {
        let setup = try await TestWebApp()
        let page = await setup.get("/")
        #expect(page.text.contains("<span class=\"name\">키위쥬스</span><span class=\"cups\">3잔 가능</span>"))
        let id = try #require(page.text.value(of: "page"))
        let answer = try await setup.postAndFollow("/order", ["page": id, "juice": "3"])
        #expect(answer.status == 200 && answer.text.contains("<p class=\"said good\">키위쥬스 나왔습니다! 맛있게 드세요!</p>"))
        #expect(answer.text.contains("<span class=\"cups\">2잔 가능</span>"))
        #expect(setup.bookingQueue.view.rows == 1)
    }

    @Test func doubleClickAndReloadBookOnce() async throws {
        let setup = try await TestWebApp()
        let fields = ["page": "page-12345678", "juice": "3"]
        for _ in 0..<3 {
            let answer = try await setup.postAndFollow("/order", fields)
            #expect(answer.text.contains("키위쥬스 나왔습니다!"))
        }
        _ = await setup.get("/?said=page-12345678-3")
        #expect(setup.bookingQueue.view.rows == 1)
        // Another button of the same page is another request.
        _ = try await setup.postAndFollow("/order", ["page": "page-12345678", "juice": "2"])
        #expect(setup.bookingQueue.view.rows == 2)
    }

    @Test func shortOrderLeadsToTheMissingFruits() async throws {
        let setup = try await TestWebApp()
        let answer = try await setup.postAndFollow("/order", ["page": "page-12345678", "juice": "1"])
        #expect(answer.text.contains("재료가 모자라요. 재고를 수정할까요?") && answer.text.contains("딸기쥬스 1잔: 딸기 6개가 모자랍니다."))
        #expect(answer.text.contains("href=\"/stock?short=page-12345678-1\">예</a>"))
        let stock = await setup.get("/stock?short=page-12345678-1")
        #expect(stock.text.contains("<li data-fruit=\"1\" class=\"short\">") && stock.text.contains("6개 모자라요"))
        #expect(!stock.text.contains("<li data-fruit=\"2\" class=\"short\">"))
    }

    @Test func stockScreenBooksDifferences() async throws {
        let setup = try await TestWebApp()
        let answer = try await setup.postAndFollow("/stock", cells(submission: "close", [25, 10, 10, 10, 12]))
        #expect(answer.text.contains("딸기 15개를 재고에 추가했습니다.") && answer.text.contains("망고 2개를 재고에 추가했습니다."))
        #expect(
            setup.bookingQueue.view.fruits.map(\.stock) == [25, 10, 10, 10, 12] && setup.bookingQueue.view.rows == 2)
        // The same form again books nothing.
        _ = try await setup.postAndFollow("/stock", cells(submission: "close", [25, 10, 10, 10, 12]))
        #expect(
            setup.bookingQueue.view.fruits.map(\.stock) == [25, 10, 10, 10, 12] && setup.bookingQueue.view.rows == 2)
    }

    @Test(arguments: [("discard", "바나나 3개를 폐기했습니다."), ("recount", "바나나 재고를 7개로 수정했습니다.")])
    func decreaseIsBookedOnlyWithAReason(_ submission: String, _ text: String) async throws {
        let setup = try await TestWebApp()
        let asked = await setup.post("/stock", cells(submission: "close", [25, 7, 10, 10, 10]))
        #expect(asked.status == 200 && asked.text.contains("재고가 줄었습니다. 과일을 버렸나요, 다시 세었나요?"))
        #expect(asked.text.contains("바나나 10 → 7, −3") && asked.text.contains("10 → 25, +15"))
        #expect(setup.bookingQueue.view.rows == 0 && asked.text.value(of: "page") == "cells-1234567")
        let answer = try await setup.postAndFollow("/stock", cells(submission: submission, [25, 7, 10, 10, 10]))
        #expect(answer.text.contains("딸기 15개를 재고에 추가했습니다.") && answer.text.contains(text))
        #expect(
            setup.bookingQueue.view.fruits.map(\.stock) == [25, 7, 10, 10, 10] && setup.bookingQueue.view.rows == 2)
    }

    @Test func asksAgainIfAnotherScreenChangedTheFruit() async throws {
        let setup = try await TestWebApp()
        _ = try await setup.postAndFollow("/stock", cells(submission: "close", [30, 10, 10, 10, 10]))
        // The same delivery is entered in an older tab.
        var fields = cells(submission: "close", [30, 12, 10, 10, 10])
        fields["page"] = "cells-7654321"
        let again = await setup.post("/stock", fields)
        #expect(again.status == 200 && again.text.contains("그사이 딸기 재고가 30개로 바뀌었습니다."))
        #expect(
            again.text.contains("name=\"was-1\" value=\"30\"") && again.text.contains("name=\"now-2\" value=\"12\""))
        #expect(setup.bookingQueue.view.rows == 1)
        fields["was-1"] = "30"
        _ = try await setup.postAndFollow("/stock", fields)
        #expect(setup.bookingQueue.view.fruits.map(\.stock) == [30, 12, 10, 10, 10])
    }

    @Test func shortOrderIsOfferedAgain() async throws {
        let setup = try await TestWebApp()
        _ = await press(setup, "tab-00000-1:1,tab-00000-2:1")
        let stock = await setup.get("/stock?short=tab-00000-1,tab-00000-2")
        #expect(stock.text.contains("22개 모자라요") && stock.text.contains("inputmode=\"numeric\" required autofocus>"))
        var fields = cells(submission: "close", [32, 10, 10, 10, 10])
        fields["short"] = "tab-00000-1,tab-00000-2"
        let answer = try await setup.postAndFollow("/stock", fields)
        #expect(answer.text.contains("딸기쥬스 2잔 다시 주문") && answer.text.contains("data-again=\"2\" autofocus"))
        let made = try await setup.postAndFollow("/order", ["page": "page-1234567-again", "juice": "1", "cups": "2"])
        #expect(made.text.contains("딸기쥬스 2잔 나왔습니다! 맛있게 드세요!"))
        #expect(setup.bookingQueue.view.fruits[0].stock == 0)
    }

    @Test func countAsksAgainIfStockChanged() async throws {
        let setup = try await TestWebApp()
        _ = try await setup.postAndFollow("/order", ["page": "page-12345678", "juice": "3"])
        let response = await setup.post("/stock", cells(submission: "count", [9, 10, 10, 8, 10]))
        #expect(response.header("Location") == "/stock?changed=cells-1234567")
        let again = await setup.get("/stock?changed=cells-1234567")
        #expect(again.text.contains("그사이 키위 재고가 7개로 바뀌었습니다. 다시 세어 보세요."))
        #expect(again.text.contains("name=\"now-4\" value=\"7\""))
        #expect(setup.bookingQueue.view.fruits.map(\.stock) == [9, 10, 10, 7, 10])
    }

    @Test func onlyTouchedFieldsAreCounted() async throws {
        let setup = try await TestWebApp()
        let nothing = await setup.post("/stock", cells(submission: "count", [10, 10, 10, 10, 10]))
        #expect(nothing.status == 200 && nothing.text.contains("센 수를 칸에 적은 뒤 실사를 누르세요."))
        var fields = cells(submission: "count", [10, 10, 10, 10, 12])
        fields["touched-2"] = "1"
        let answer = try await setup.postAndFollow("/stock", fields)
        #expect(answer.text.contains("바나나 재고를 10개로 수정했습니다.") && setup.bookingQueue.view.rows == 2)
        #expect(setup.bookingQueue.view.fruits.map(\.stock) == [10, 10, 10, 10, 12])
    }

    @Test func stepsAndInvalidNumbersBookNothing() async throws {
        let setup = try await TestWebApp()
        var fields = cells(submission: "close", [10, 12, 10, 10, 10])
        fields["deed"] = nil
        fields["step"] = "2%2B"
        let stepped = await setup.post("/stock", fields)
        #expect(stepped.status == 200 && stepped.text.contains("name=\"now-2\" value=\"13\""))
        #expect(
            stepped.text.contains("name=\"was-2\" value=\"10\"") && stepped.text.value(of: "page") == "cells-1234567")
        for bad in ["", "-1", "1.5", "x", "99999999999999"] {
            fields = cells(submission: "close", [10, 10, 10, 10, 10])
            fields["now-1"] = bad
            let answer = await setup.post("/stock", fields)
            #expect(answer.status == 200 && answer.text.contains("개수는 0부터 1조까지의 숫자로 적으세요."))
        }
        #expect(setup.bookingQueue.view.rows == 0)
    }

    @Test func bookingIsCancelledOnce() async throws {
        let setup = try await TestWebApp()
        let made = try await setup.postAndFollow("/order", ["page": "page-12345678", "juice": "3"])
        #expect(made.text.contains("name=\"id\" value=\"page-12345678-3\""))
        let answer = try await setup.postAndFollow("/take-back", ["id": "page-12345678-3"])
        #expect(answer.text.contains("키위쥬스 1잔을 취소") || answer.text.contains("키위쥬스 1잔 취소"))
        _ = try await setup.postAndFollow("/take-back", ["id": "page-12345678-3"])
        let unknown = try await setup.postAndFollow("/take-back", ["id": "nothing-of-the-kind"])
        #expect(unknown.text.contains("되돌릴 수 없습니다."))
        #expect(setup.bookingQueue.view.fruits[3].stock == 10 && setup.bookingQueue.view.rows == 2)
    }

    @Test func scriptGetsAnswerAndStateOnce() async throws {
        let setup = try await TestWebApp()
        let first = await setup.get("/state")
        let tag = try #require(first.header("ETag"))
        #expect(await setup.get("/state", [("If-None-Match", tag)]).status == 304)
        let json = [(name: "Accept", value: "application/json")]
        let answer = await setup.post("/order", ["page": "page-12345678", "juice": "1"], json)
        #expect(
            answer.status == 200 && answer.text.contains("\"isShort\": true") && answer.text.contains("\"rows\": 1"))
        let later = await setup.get("/state", [("If-None-Match", tag)])
        #expect(later.status == 200 && later.header("ETag") != tag && later.text.contains("재료 부족"))
    }

    /// Sends requests as the page's script does.
    private func press(
        _ setup: TestWebApp, _ presses: String, burst: String = "", shift: String = "2026-11-20T09:30:00Z"
    ) async -> String {
        let fields = ["presses": presses, "burst": burst, "shift": shift]
        let response = await setup.post("/presses", fields, [("Accept", "application/json")])
        return response.status == 200 ? response.text : "\(response.status)"
    }

    @Test func eachScriptRequestBooksOneCupPerID() async throws {
        let setup = try await TestWebApp()
        let first = await press(setup, "tab-00000-1:3")
        #expect(first.contains("키위쥬스 나왔습니다! 맛있게 드세요!"))
        // The answer was lost: the request is sent again with the next ones.
        let second = await press(setup, "tab-00000-1:3,tab-00000-2:3,tab-00000-3:2")
        #expect(second.contains("키위쥬스 2잔, 바나나쥬스 1잔 나왔습니다! 맛있게 드세요!"))
        #expect(setup.bookingQueue.view.rows == 3)
        // One answer covers the burst and all missing fruit: 10 − 6 = 4 kiwis are left.
        let third = await press(
            setup, "tab-00000-4:3,tab-00000-5:3,tab-00000-6:3", burst: "tab-00000-1,tab-00000-2,tab-00000-3")
        #expect(third.contains("키위쥬스 3잔, 바나나쥬스 1잔 나왔습니다!") && third.contains("재료가 모자라요. 재고를 수정할까요?"))
        #expect(third.contains("키위쥬스 2잔: 키위 5개가 모자랍니다.") && third.contains("\"isShort\": true"))
        #expect(third.contains("/stock?short=tab-00000-5,tab-00000-6"))
        let stock = await setup.get("/stock?short=tab-00000-5,tab-00000-6")
        #expect(stock.text.contains("5개 모자라요"))
    }

    @Test func scriptCancelCanBeResent() async throws {
        let setup = try await TestWebApp()
        _ = await press(setup, "tab-00000-1:3")
        for _ in 0..<2 {
            let answer = await press(setup, "tab-00000-2:back:tab-00000-1")
            #expect(answer.contains("키위쥬스 1잔을 취소하고 재료를 되돌렸습니다."))
        }
        #expect(setup.bookingQueue.view.rows == 2 && setup.bookingQueue.view.fruits[3].stock == 10)
    }

    @Test func requestsOfAnEarlierShiftAreNotBooked() async throws {
        let setup = try await TestWebApp()
        let answer = await press(setup, "tab-00000-1:3", shift: "2026-11-19T09:30:00Z")
        #expect(answer.contains("마감한 근무에서 누른 주문이나") && setup.bookingQueue.view.rows == 0)
    }

    @Test(arguments: [
        "", "tab-00000-1", "tab-00000-1:0", "tab-00000-1:8", "tab-00000-1:x", "tab-00000-1:3,", "a:b:c",
        "tab-00000-1:back", "a:back:b:c", Array(repeating: "tab-00000-1:3", count: 201).joined(separator: ","),
    ])
    func malformedRequestsAreRefused(_ presses: String) async throws {
        let setup = try await TestWebApp()
        #expect(await press(setup, presses) == "400" && setup.bookingQueue.view.rows == 0)
    }

    @Test func englishIsShownBesideTheCustomerMessage() async throws {
        let setup = try await TestWebApp(.english)
        let made = await press(setup, "tab-00000-1:3,tab-00000-2:3,tab-00000-3:1")
        #expect(made.contains("키위쥬스 2잔 나왔습니다! 맛있게 드세요!") && made.contains("키위쥬스 ×2: ready. Enjoy!"))
        #expect(made.contains("재료가 모자라요. 재고를 수정할까요?") && made.contains("There is not enough fruit."))
        #expect(made.contains("딸기쥬스 ×1: not enough fruit. Missing: 딸기 6."))
    }

    @Test func menuNamesAreEscaped() async throws {
        let setup = try await TestWebApp(
            menu: "juice,fruit,quantity\n\"<script>&'\"\" onfocus\",\"<b>'\"\" onfocus\",11\n")
        let answer = try await setup.postAndFollow("/order", ["page": "page-12345678", "juice": "1"])
        let stock = await setup.get("/stock")
        let state = await setup.get("/state")
        for text in [answer.text, stock.text] {
            #expect(!text.contains("<b>") && !text.contains("<script>") && text.contains("&lt;b&gt;"))
            #expect(!text.contains("\" onfocus"))
        }
        #expect(answer.text.contains("&lt;script&gt;&amp;&#39;&quot; onfocus"))
        #expect(!state.text.contains("<script>"))
    }

    @Test func closingAsksFirstAndEndsEveryScreen() async throws {
        let setup = try await TestWebApp()
        #expect(await setup.get("/closing").text.contains("action=\"/close\""))
        #expect(setup.bookingQueue.ending == nil)
        // The answer itself confirms it: the counter may end before the next request.
        let last = await setup.post("/close", [:])
        #expect(last.status == 200 && last.text.contains("마감했습니다."))
        guard case .atThisCounter(TestWebApp.report)? = setup.bookingQueue.ending else {
            throw ProgramError(description: "the shift has not ended here")
        }
        #expect(await setup.get("/stock").text.contains("마감했습니다."))
        #expect(await setup.get("/state").text.contains("\"ending\": \"마감했습니다."))
        #expect(await TestWebApp.ask(setup.site, "GET", "/healthz").status == 503)
    }

    @Test func englishScreensAreEnglish() async throws {
        let setup = try await TestWebApp(.english)
        let page = await setup.get("/")
        #expect(page.text.contains("<html lang=\"en\">") && page.text.contains("3 cups left"))
        #expect(!page.text.contains("마감") && !page.text.contains("재고"))
    }

    private static let priced = """
        juice,fruit,quantity,price
        딸기쥬스,딸기,4,4500
        망고쥬스,망고,3,5000.50
        물,얼음,1,
        """

    @Test func closingShowsTheDayBeforeAndAfter() async throws {
        let setup = try await TestWebApp(menu: Self.priced + "\n")
        _ = await press(setup, "tab-00000-1:1,tab-00000-2:1,tab-00000-3:2,tab-00000-4:1")
        _ = await press(setup, "tab-00000-5:back:tab-00000-3")
        for page in [await setup.get("/closing"), await setup.post("/close", [:]), await setup.get("/")] {
            #expect(
                page.text.contains(
                    "<th scope=\"row\">딸기쥬스</th><td>2</td><td>2</td><td class=\"bad\">1</td><td>9,000원</td>"))
            #expect(page.text.contains("<th scope=\"row\">망고쥬스</th><td>1</td><td>0</td><td>0</td><td>0원</td>"))
            #expect(
                page.text.contains(
                    "<th scope=\"row\">합계</th><td>3</td><td>2</td><td class=\"bad\">1</td><td>9,000원</td>"))
        }
    }

    @Test(arguments: [
        (MessageLanguage.korean, "보고서는 카운터 컴퓨터에 있습니다: ", "보고서 저장"),
        (.english, "The report is on the counter&#39;s computer: ", "Save the report"),
    ])
    func reportStaysInTheBrowserAfterClosing(
        _ language: MessageLanguage, _ index: String, _ word: String
    ) async throws {
        let setup = try await TestWebApp(language)
        #expect(!(await setup.get("/closing").text.contains("report.html")))
        for page in [await setup.post("/close", [:]), await setup.get("/")] {
            #expect(page.text.contains(index + "reports/2026-11-20-1/report.html</p>"))
            #expect(
                page.text.contains(
                    "download=\"report-2026-11-20.html\" href=\"data:text/html;charset=utf-8;base64,PHA+7YKk7JyEPC9wPg==\">\(word)</a>"
                ))
        }
    }

    @Test(arguments: [
        (MessageLanguage.korean, ["쥬스가 나왔을 때 소리", "쥬스가 나왔을 때 진동", "재료가 모자랄 때 소리", "재료가 모자랄 때 진동"]),
        (
            .english,
            [
                "Sound when a juice is served", "Vibration when a juice is served", "Sound when fruit is short",
                "Vibration when fruit is short",
            ]
        ),
    ])
    func soundAndVibrationAreOffByDefault(_ language: MessageLanguage, _ words: [String]) async throws {
        let setup = try await TestWebApp(language)
        let page = await setup.get("/day")
        // Sound needs the script, so the switch is hidden without it.
        #expect(page.text.contains("<section class=\"signals\" id=\"signals\" hidden>"))
        let names = ["served-sound", "served-vibration", "short-sound", "short-vibration"]
        for (name, word) in zip(names, words) {
            #expect(
                page.text.contains(
                    "<label><input type=\"checkbox\" data-signal=\"\(name)\" autocomplete=\"off\"> \(word)</label>"))
        }
        let served = await press(setup, "tab-00000-1:3")
        #expect(served.contains("\"isGood\": true"))
        #expect(await press(setup, "tab-00000-2:1").contains("\"isGood\": false"))
    }

    @Test func orderScreenShowsPricesAndSales() async throws {
        let setup = try await TestWebApp(menu: Self.priced + "\n")
        _ = await press(setup, "tab-00000-1:1,tab-00000-2:2")
        let page = await setup.get("/")
        #expect(page.text.contains("<span class=\"price\">4,500원</span>"))
        #expect(page.text.contains("<dt>매출</dt><dd>9,500.50원</dd>"))
        // A cup without a price makes the sum unknown.
        _ = await press(setup, "tab-00000-3:3")
        #expect(await setup.get("/").text.contains("<dt>매출</dt><dd>–</dd>"))
        let without = try await TestWebApp()
        #expect(!(await without.get("/").text.contains("매출")))
    }

    @Test func dayScreenShowsHoursAndLowStock() async throws {
        let setup = try await TestWebApp()
        let presses = (1...3).map { "tab-00000-\($0):3" }.joined(separator: ",")
        _ = await press(setup, presses)
        let page = await setup.get("/day")
        #expect(page.text.contains("<th scope=\"row\">18시</th>") && page.text.contains("<td>3</td></tr>"))
        #expect(page.text.contains("<li>키위 1개: 한 시간 안에 떨어질 듯합니다</li>"))
        #expect(!page.text.contains("<li>딸기"))
        #expect(await TestWebApp.ask(setup.site, "GET", "/day").status == 403)
    }

    /// The stock screen's form; each fruit was 10.
    private func cells(submission: String, _ now: [Int]) -> [String: String] {
        var fields = ["page": "cells-1234567", "deed": submission]
        for (index, now) in now.enumerated() {
            fields["was-\(index + 1)"] = "10"
            fields["now-\(index + 1)"] = String(now)
        }
        return fields
    }
}

/// A counter in a temporary folder, with a fixed clock.
struct TestCounter {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var shop: Shop {
        Shop(
            Environment(
                folder: folder.path, temporaryFolder: folder.path, processorCount: 1,
                now: { "2026-11-20T09:30:00Z" }, localTime: { "2026-11-20 18:30:00" },
                localTimeAt: { _ in "2026-11-20 18:30:00" }, wait: { _ in },
                makeSeed: { HashSeed(low: 1, high: 2) }, cancellation: CancellationToken(), disk: SystemDisk()))
    }

    /// Ignores all notices.
    private struct IgnoredNotices: NoticeListener {
        func notice(_ notice: ShopNotice) {}
    }

    /// Opens its shift.
    ///
    /// - Parameter menu: the content of the menu file; nil for the built-in menu.
    func open(menu: String? = nil) throws -> Shift {
        var request = ShiftRequest(ledger: LedgerRequest(path: "shop.sqlite"), process: 1)
        request.menu = try menu.map { try folder.write(Array($0.utf8), to: "menu.csv") }
        return try shop.openShift(request, notifying: IgnoredNotices())
    }
}

/// A counter's web app without a server, and a paired screen.
struct TestWebApp {
    let counter: TestCounter
    let bookingQueue: BookingQueue
    let access: SessionStore
    let site: WebApp
    /// The screen's cookie.
    let cookie: String
    /// The screen's form token.
    let form: String

    static let report = ShiftReport(path: "reports/2026-11-20-1/report.html", html: Array("<p>키위</p>".utf8))

    static let host = "127.0.0.1:8300"

    /// Makes distinct texts of 32 characters.
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
        counter = try TestCounter()
        let shift = try counter.open(menu: menu)
        let closing = Mutex(0)
        bookingQueue = BookingQueue(shift) {
            closing.withLock { $0 += 1 }
            return Self.report
        }
        let makeSecret = Self.makeSecrets()
        access = SessionStore(
            port: 8_300, names: names, home: names.isEmpty ? "127.0.0.1" : nil, makeSecret: makeSecret)
        let site = WebApp(bookingQueue, access, CounterPages(CounterMessages(language)), makeID: makeSecret)
        self.site = site
        let link = try #require(access.makeLinks().first)
        let greeting = await Self.ask(site, "GET", String(link.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }))
        let header = try #require(greeting.headers.first { $0.name == "Set-Cookie" }?.value)
        cookie = String(header.prefix { $0 != ";" })
        let page = await Self.ask(site, "GET", "/", [("Cookie", cookie)])
        form = try #require(page.text.value(of: "form"))
    }

    /// Sends a request of an unpaired client.
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

    /// Sends a GET request of the paired screen.
    func get(_ target: String, _ headers: [(name: String, value: String)] = []) async -> WebResponse {
        await Self.ask(site, "GET", target, [("Cookie", cookie)] + headers)
    }

    /// Sends a form of the paired screen.
    func post(
        _ target: String, _ fields: [String: String], _ headers: [(name: String, value: String)] = []
    ) async -> WebResponse {
        let body = (["form": form].merging(fields) { $1 }).map { "\($0)=\($1)" }.joined(separator: "&")
        return await Self.ask(
            site, "POST", target,
            [("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")] + headers, body: body)
    }

    /// Sends a form and follows the redirect.
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

@Suite struct BookingQueueTests {
    @Test func eachRequestGetsItsOwnAnswers() async throws {
        let counter = try TestCounter()
        let bookingQueue = BookingQueue(try counter.open()) { nil }
        let answers = await withTaskGroup(of: (Int, [Answer]).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let presses = [CounterRequest(id: "press-\(100 + number)", .order(juice: "키위쥬스", cups: 1))]
                    return await withCheckedContinuation { continuation in
                        let isTaken = bookingQueue.book(presses) { continuation.resume(returning: (number, $0)) }
                        if !isTaken { continuation.resume(returning: (number, [])) }
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 20)
        for (number, answers) in answers {
            guard case .booked(let booking, isRepeat: false) = answers.first else {
                throw ProgramError(description: "press \(number) came to \(answers)")
            }
            #expect(booking.id == "press-\(100 + number)" && answers.count == 1)
        }
        #expect(bookingQueue.view.figures.served == 3 && bookingQueue.view.figures.short == 17)
        #expect(bookingQueue.view.rows == 20)
    }

    @Test func formLongerThanTheQueueIsBooked() async throws {
        let counter = try TestCounter()
        let bookingQueue = BookingQueue(try counter.open()) { nil }
        let presses = (0..<1_500).map { CounterRequest(id: "press-\(1_000 + $0)", .restock(fruit: "키위", pieces: 1)) }
        let answers = await withCheckedContinuation { continuation in
            if !bookingQueue.book(presses, { continuation.resume(returning: $0) }) {
                continuation.resume(returning: [])
            }
        }
        #expect(answers.count == 1_500 && bookingQueue.view.rows == 1_500)
    }
}
