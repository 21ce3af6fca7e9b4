import JuiceBatch
import JuiceCore
import JuiceCounter
import JuiceReports
import Synchronization
import TestSupport
import Testing

@testable import JuiceShop

/// The pages, by forms and links only.
@Suite struct WebAppTests {
    @Test func doubleClickAndReloadBookOnce() async throws {
        let setup = try await TestWebApp()
        for _ in 0..<3 { #expect(try await setup.order(3).contains("키위쥬스 나왔습니다! 맛있게 드세요!")) }
        _ = await setup.get("/?said=page-12345678-3")
        #expect(setup.bookingQueue.view.rows == 1)
        // Another button of the same page is another request.
        _ = try await setup.order(2)
        #expect(setup.bookingQueue.view.rows == 2)
    }

    @Test func stockScreenBooksDifferencesOnce() async throws {
        let setup = try await TestWebApp()
        let answer = try await setup.follow(setup.sendStock("close", [25, 10, 10, 10, 12]))
        #expect(answer.contains("딸기 15개를 재고에 추가했습니다.") && answer.contains("망고 2개를 재고에 추가했습니다."))
        _ = try await setup.follow(setup.sendStock("close", [25, 10, 10, 10, 12]))
        #expect(setup.stock == [25, 10, 10, 10, 12] && setup.bookingQueue.view.rows == 2)
    }

    @Test(arguments: [("discard", "바나나 3개를 폐기했습니다."), ("recount", "바나나 재고를 7개로 수정했습니다.")])
    func decreaseIsBookedOnlyWithAReason(_ submission: String, _ text: String) async throws {
        let setup = try await TestWebApp()
        let asked = await setup.sendStock("close", [25, 7, 10, 10, 10])
        #expect(asked.status == 200 && asked.text.contains("재고가 줄었습니다. 과일을 버렸나요, 다시 세었나요?"))
        #expect(asked.text.contains("바나나 10 → 7, −3") && asked.text.contains("10 → 25, +15"))
        #expect(setup.bookingQueue.view.rows == 0 && asked.text.value(of: "page") == "cells-1234567")
        let answer = try await setup.follow(setup.sendStock(submission, [25, 7, 10, 10, 10]))
        #expect(answer.contains("딸기 15개를 재고에 추가했습니다.") && answer.contains(text))
        #expect(setup.stock == [25, 7, 10, 10, 10] && setup.bookingQueue.view.rows == 2)
    }

    @Test func asksAgainIfAnotherScreenChangedTheFruit() async throws {
        let setup = try await TestWebApp()
        _ = try await setup.follow(setup.sendStock("close", [30, 10, 10, 10, 10]))
        // The same delivery is entered in an older tab.
        let again = await setup.sendStock("close", [30, 12, 10, 10, 10], ["page": "cells-7654321"])
        #expect(again.status == 200 && again.text.contains("그사이 딸기 재고가 30개로 바뀌었습니다."))
        #expect(again.text.value(of: "was-1") == "30" && again.text.contains("name=\"now-2\" value=\"12\""))
        #expect(setup.bookingQueue.view.rows == 1)
        let changes = ["page": "cells-7654321", "was-1": "30"]
        _ = try await setup.follow(setup.sendStock("close", [30, 12, 10, 10, 10], changes))
        #expect(setup.stock == [30, 12, 10, 10, 10])
    }

    @Test func shortOrdersAreOfferedAgain() async throws {
        let setup = try await TestWebApp()
        _ = await setup.press("tab-00000-1:1,tab-00000-2:1")
        let short = "tab-00000-1,tab-00000-2"
        let stock = await setup.get("/stock?short=" + short)
        #expect(stock.text.contains("22개 모자라요") && stock.text.contains("inputmode=\"numeric\" required autofocus>"))
        let answer = try await setup.follow(setup.sendStock("close", [32, 10, 10, 10, 10], ["short": short]))
        #expect(answer.contains("딸기쥬스 2잔 다시 주문") && answer.contains("data-again=\"2\" autofocus"))
        let again = await setup.post("/order", ["page": "page-1234567-again", "juice": "1", "cups": "2"])
        #expect(try await setup.follow(again).contains("딸기쥬스 2잔 나왔습니다! 맛있게 드세요!"))
        #expect(setup.stock[0] == 0)
    }

    @Test func countAsksAgainIfStockChanged() async throws {
        let setup = try await TestWebApp()
        _ = try await setup.order(3)
        let again = try await setup.follow(
            setup.sendStock("count", [9, 10, 10, 8, 10]), to: "/stock?changed=cells-1234567")
        #expect(again.contains("그사이 키위 재고가 7개로 바뀌었습니다. 다시 세어 보세요."))
        #expect(again.contains("name=\"now-4\" value=\"7\"") && setup.stock == [9, 10, 10, 7, 10])
    }

    @Test func onlyTouchedFieldsAreCounted() async throws {
        let setup = try await TestWebApp()
        let nothing = await setup.sendStock("count", [10, 10, 10, 10, 10])
        #expect(nothing.status == 200 && nothing.text.contains("센 수를 칸에 적은 뒤 실사를 누르세요."))
        let answer = try await setup.follow(setup.sendStock("count", [10, 10, 10, 10, 12], ["touched-2": "1"]))
        #expect(answer.contains("바나나 재고를 10개로 수정했습니다.") && setup.bookingQueue.view.rows == 2)
        #expect(setup.stock == [10, 10, 10, 10, 12])
    }

    @Test func stepsAndInvalidNumbersBookNothing() async throws {
        let setup = try await TestWebApp()
        let stepped = await setup.sendStock(nil, [10, 12, 10, 10, 10], ["step": "2%2B"])
        #expect(stepped.status == 200 && stepped.text.contains("name=\"now-2\" value=\"13\""))
        #expect(stepped.text.value(of: "was-2") == "10" && stepped.text.value(of: "page") == "cells-1234567")
        for bad in ["", "-1", "1.5", "x", "99999999999999"] {
            let answer = await setup.sendStock("close", [10, 10, 10, 10, 10], ["now-1": bad])
            #expect(answer.status == 200 && answer.text.contains("개수는 0부터 1조까지의 숫자로 적으세요."))
        }
        let large = try await setup.follow(setup.sendStock("close", [1_000_000_011, 10, 10, 10, 10]))
        #expect(large.contains("한 번에 10억 개까지 됩니다.") && setup.bookingQueue.view.rows == 0)
    }

    @Test func bookingIsCancelledOnce() async throws {
        let setup = try await TestWebApp()
        #expect(try await setup.order(3).value(of: "id") == "page-12345678-3")
        for _ in 0..<2 {
            let answer = try await setup.follow(setup.post("/take-back", ["id": "page-12345678-3"]))
            #expect(answer.contains("키위쥬스 1잔을 취소하고 재료를 되돌렸습니다."))
        }
        let unknown = try await setup.follow(setup.post("/take-back", ["id": "nothing-of-the-kind"]))
        #expect(unknown.contains("되돌릴 수 없습니다."))
        #expect(setup.stock[3] == 10 && setup.bookingQueue.view.rows == 2)
    }

    @Test func scriptGetsAnswerAndStateOnce() async throws {
        let setup = try await TestWebApp()
        let tag = try #require(await setup.get("/state").header("ETag"))
        #expect(await setup.get("/state", [("If-None-Match", tag)]).status == 304)
        let order = ["page": "page-12345678", "juice": "1"]
        let answer = await setup.post("/order", order, [("Accept", "application/json")])
        #expect(
            answer.status == 200 && answer.text.contains("\"isShort\": true") && answer.text.contains("\"rows\": 1"))
        let later = await setup.get("/state", [("If-None-Match", tag)])
        #expect(later.status == 200 && later.header("ETag") != tag && later.text.contains("재료 부족"))
    }

    @Test func eachScriptRequestBooksOneCupPerID() async throws {
        let setup = try await TestWebApp()
        let first = await setup.press("tab-00000-1:3")
        #expect(first.contains("키위쥬스 나왔습니다! 맛있게 드세요!") && first.contains("\"isGood\": true"))
        // The answer was lost: the request is sent again with the next ones.
        let second = await setup.press("tab-00000-1:3,tab-00000-2:3,tab-00000-3:2")
        #expect(second.contains("키위쥬스 2잔, 바나나쥬스 1잔 나왔습니다! 맛있게 드세요!"))
        #expect(setup.bookingQueue.view.rows == 3)
        // One answer covers the burst and all missing fruit: 10 − 6 = 4 kiwis are left.
        let third = await setup.press(
            "tab-00000-4:3,tab-00000-5:3,tab-00000-6:3", burst: "tab-00000-1,tab-00000-2,tab-00000-3")
        for part in [
            "키위쥬스 3잔, 바나나쥬스 1잔 나왔습니다!", "재료가 모자라요. 재고를 수정할까요?", "\"isGood\": false", "\"isShort\": true",
            #"키위쥬스 2잔: 키위 5개가 모자랍니다.</p>\n</div>\n<p class=\"choice\">"#, "/stock?short=tab-00000-5,tab-00000-6",
        ] {
            #expect(third.contains(part), "\(third)")
        }
        for _ in 0..<2 {
            let answer = await setup.press("tab-00000-7:back:tab-00000-1")
            #expect(answer.contains("키위쥬스 1잔을 취소하고 재료를 되돌렸습니다."))
        }
        #expect(setup.bookingQueue.view.rows == 7 && setup.stock[3] == 4)
    }

    @Test func malformedRequestsAreRefused() async throws {
        let setup = try await TestWebApp()
        for presses in [
            "", "tab-00000-1", "tab-00000-1:0", "tab-00000-1:8", "tab-00000-1:x", "tab-00000-1:3,", "a:b:c",
            "tab-00000-1:back", "a:back:b:c", "tab-00000-1:3,tab-00000-1:3",
            (0...200).map { "tab-00000-\($0):3" }.joined(separator: ","),
        ] {
            #expect(await setup.press(presses) == "400", "\(presses)")
        }
        #expect(setup.bookingQueue.view.rows == 0)
    }

    @Test func pageOfAnEarlierShiftBooksNothing() async throws {
        let setup = try await TestWebApp()
        // The earlier menu had another number of juices and fruits.
        for (target, fields) in [
            ("/order", ["page": "page-12345678", "juice": "99"]), ("/take-back", ["id": "page-12345678-3"]),
            ("/stock", ["page": "cells-1234567", "submission": "close", "was-1": "10", "now-1": "11"]), ("/close", [:]),
        ] as [(String, [String: String])] {
            let page = try await setup.follow(setup.post(target, fields.merging(["shift": "earlier"]) { $1 }))
            #expect(page.contains("지난 근무의 화면에서 누른 것이라 이 근무에는 기록하지 않았습니다."), "\(target)")
        }
        let late = await setup.press("tab-00000-1:3,tab-00000-2:99,tab-00000-3:back:tab-00000-4", shift: "earlier")
        #expect(late.contains("이 근무에는 기록하지 않았습니다.") && late.contains("\"isGood\": false"))
        // The script loads the page again, which shows the answer, too.
        #expect(await setup.get("/?said=tab-00000-2").text.contains("이 근무에는 기록하지 않았습니다."))
        #expect(setup.bookingQueue.view.rows == 0 && setup.bookingQueue.shiftEnd == nil)
    }

    @Test func englishIsShownBesideTheCustomerMessage() async throws {
        let setup = try await TestWebApp(.english)
        let made = await setup.press("tab-00000-1:3,tab-00000-2:3,tab-00000-3:1")
        #expect(made.contains("키위쥬스 2잔 나왔습니다! 맛있게 드세요!") && made.contains("키위쥬스 ×2: ready. Enjoy!"))
        #expect(made.contains("재료가 모자라요. 재고를 수정할까요?") && made.contains("There is not enough fruit."))
        #expect(made.contains("딸기쥬스 ×1: not enough fruit. Missing: 딸기 6."))
        let page = await setup.get("/stock").text
        #expect(page.contains("<html lang=\"en\">") && !page.contains("마감") && !page.contains("재고"))
    }

    @Test func menuNamesAreEscaped() async throws {
        let setup = try await TestWebApp(
            menu: "juice,fruit,quantity\n\"<script>&'\"\" onfocus\",\"<b>'\"\" onfocus\",11\n")
        let answer = try await setup.order(1)
        for text in [answer, await setup.get("/stock").text] {
            #expect(!text.contains("<b>") && !text.contains("<script>") && text.contains("&lt;b&gt;"))
            #expect(!text.contains("\" onfocus"))
        }
        #expect(answer.contains("&lt;script&gt;&amp;&#39;&quot; onfocus"))
        #expect(!(await setup.get("/state").text.contains("<script>")))
    }

    private static let priced = """
        juice,fruit,quantity,price
        딸기쥬스,딸기,4,4500
        망고쥬스,망고,3,5000.50
        물,얼음,1,

        """

    @Test func closingShowsTheDayAndEndsEveryScreen() async throws {
        let setup = try await TestWebApp(menu: Self.priced)
        _ = await setup.press("tab-00000-1:1,tab-00000-2:1,tab-00000-3:2,tab-00000-4:1")
        _ = await setup.press("tab-00000-5:back:tab-00000-3")
        let asked = await setup.get("/closing")
        #expect(asked.text.contains("action=\"/close\"") && setup.bookingQueue.shiftEnd == nil)
        // The answer itself confirms it: the counter may end before the next request.
        let last = await setup.post("/close", [:])
        for page in [asked, last, await setup.get("/")] {
            for (name, cells) in [
                ("딸기쥬스", "<td>3</td><td>2</td><td class=\"bad\">1</td><td>9,000원</td>"),
                ("망고쥬스", "<td>1</td><td>0</td><td>0</td><td>0원</td>"),
                ("합계", "<td>4</td><td>2</td><td class=\"bad\">1</td><td>9,000원</td>"),
            ] {
                #expect(page.text.contains("<th scope=\"row\">\(name)</th>\(cells)"))
            }
        }
        guard case .atThisCounter(let report?)? = setup.bookingQueue.shiftEnd, report == TestWebApp.report else {
            throw ProgramError(description: "the shift has not ended here")
        }
        #expect(last.text.contains("마감했습니다.") && last.text.contains(TestWebApp.report.path))
        #expect(await setup.get("/stock").text.contains("마감했습니다."))
        // The page that stays also shows the answer to a late request.
        let late = try await setup.order(2)
        #expect(late.contains("망고쥬스 나왔습니다!") && late.contains(TestWebApp.report.path))
        #expect(await setup.get("/state").text.contains("\"ending\": \"마감했습니다."))
        #expect(await TestWebApp.ask(setup.site, "GET", "/healthz").status == 503)
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
    func signalsHaveASwitchEach(_ language: MessageLanguage, _ words: [String]) async throws {
        let page = try await TestWebApp(language).get("/day").text
        let labels = page.matches(of: /data-signal="([^"]*)"[^>]*> ([^<]*)<\/label>/).map {
            "\($0.output.1): \($0.output.2)"
        }
        let names = ["served-sound", "served-vibration", "short-sound", "short-vibration"]
        #expect(labels == zip(names, words).map { "\($0): \($1)" })
    }

    @Test func orderScreenShowsPricesAndSales() async throws {
        let setup = try await TestWebApp(menu: Self.priced)
        _ = await setup.press("tab-00000-1:1,tab-00000-2:2")
        let page = await setup.get("/").text
        #expect(page.contains("<span class=\"price\">4,500원</span>"))
        #expect(page.contains("<dt>매출</dt><dd>9,500.50원</dd>"))
        // A cup without a price makes the sum unknown.
        _ = await setup.press("tab-00000-3:3")
        #expect(await setup.get("/").text.contains("<dt>매출</dt><dd>–</dd>"))
        #expect(!(try await TestWebApp().get("/").text.contains("매출")))
    }

    @Test func dayScreenShowsHoursAndLowStock() async throws {
        let setup = try await TestWebApp()
        _ = await setup.press((1...3).map { "tab-00000-\($0):3" }.joined(separator: ","))
        let page = await setup.get("/day").text
        #expect(page.contains("<th scope=\"row\">18시</th>") && page.contains("<td>3</td></tr>"))
        #expect(page.contains("<li>키위 1개: 한 시간 안에 떨어질 듯합니다</li>") && !page.contains("<li>딸기"))
        #expect(await TestWebApp.ask(setup.site, "GET", "/day").status == 403)
    }
}

/// A counter in a temporary folder, with a fixed clock.
struct TestCounter {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Ignores all notices.
    private struct IgnoredNotices: RunListener {
        func notice(_ notice: ShopNotice) {}
    }

    /// Opens its shift.
    ///
    /// - Parameter menu: the content of the menu file; nil for the built-in menu.
    func open(menu: String? = nil) throws -> Shift {
        let path = try menu.map { try folder.write(Array($0.utf8), to: "menu.csv") }
        let environment = Environment(
            folder: folder.path, temporaryFolder: folder.path, processorCount: 1, now: { "2026-11-20T09:30:00Z" },
            localTime: { "2026-11-20 18:30:00" }, localTimeAt: { _ in "2026-11-20 18:30:00" }, wait: { _ in },
            makeSeed: { HashSeed(low: 1, high: 2) }, cancellation: CancellationToken(), disk: SystemDisk())
        return try Shop(environment).openShift(
            on: LedgerRequest(path: "shop.sqlite"), menuAt: path, process: 1, notifying: IgnoredNotices())
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

    static let report: ShiftReport = ("reports/2026-11-20-1/report.html", Array("<p>키위</p>".utf8))

    static let host = "127.0.0.1:8300"

    /// - Parameter menu: the content of the menu file; nil for the built-in menu.
    init(_ language: MessageLanguage = .korean, menu: String? = nil, names: [String] = []) async throws {
        counter = try TestCounter()
        bookingQueue = BookingQueue(try counter.open(menu: menu)) { Self.report }
        let count = Mutex(10_000_000)
        // Distinct texts of 32 characters.
        let makeSecret: @Sendable () -> String = {
            count.withLock { count in
                count += 1
                return String(repeating: "s", count: 24) + String(count)
            }
        }
        access = SessionStore(
            port: 8_300, names: names, home: names.isEmpty ? "127.0.0.1" : nil, makeSecret: makeSecret)
        site = WebApp(bookingQueue, access, CounterPages(language))
        let link = try #require(access.makeLinks().first?.firstMatch(of: /\/open.*/)).output
        cookie = String(
            try #require(await Self.ask(site, "GET", String(link)).header("Set-Cookie")).prefix { $0 != ";" })
        form = try #require(await Self.ask(site, "GET", "/", [("Cookie", cookie)]).text.value(of: "form"))
    }

    /// Sends a request of an unpaired client.
    static func ask(
        _ site: WebApp, _ method: String, _ target: String, _ headers: [(name: String, value: String)] = [],
        body: String = "", host: String? = host
    ) async -> WebResponse {
        let names = host.map { [(name: "Host", value: $0)] } ?? []
        let request = WebRequest(method: method, target: target, headers: names + headers, body: Array(body.utf8))
        return await site.response(to: request)
    }

    /// Sends a GET request of the paired screen.
    func get(_ target: String, _ headers: [(name: String, value: String)] = []) async -> WebResponse {
        await Self.ask(site, "GET", target, [("Cookie", cookie)] + headers)
    }

    /// Sends a form of the paired screen.
    func post(
        _ target: String, _ fields: [String: String], _ headers: [(name: String, value: String)] = []
    ) async -> WebResponse {
        let hidden = ["form": form, "shift": bookingQueue.view.identity]
        let body = hidden.merging(fields) { $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
        return await Self.ask(
            site, "POST", target,
            [("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")] + headers, body: body)
    }

    /// The page that a redirect leads to, which is `target` if that is given.
    func follow(_ response: WebResponse, to target: String? = nil) async throws -> String {
        let location = try #require(response.header("Location"))
        #expect(response.status == 303 && location == target ?? location)
        return await get(location).text
    }

    /// Presses the button of a juice on one page of the order screen.
    func order(_ juice: Int) async throws -> String {
        try await follow(post("/order", ["page": "page-12345678", "juice": "\(juice)"]))
    }

    /// Sends the stock screen's form, on which each fruit was 10.
    func sendStock(_ submission: String?, _ now: [Int], _ changes: [String: String] = [:]) async -> WebResponse {
        var fields = ["page": "cells-1234567"]
        fields["submission"] = submission
        for (index, now) in now.enumerated() {
            fields["was-\(index + 1)"] = "10"
            fields["now-\(index + 1)"] = String(now)
        }
        return await post("/stock", fields.merging(changes) { $1 })
    }

    /// Sends requests as the page's script does; returns the answer, or the status of a refusal.
    func press(_ presses: String, burst: String = "", shift: String? = nil) async -> String {
        var fields = ["presses": presses, "burst": burst]
        fields["shift"] = shift
        let response = await post("/presses", fields, [("Accept", "application/json")])
        return response.status == 200 ? response.text : "\(response.status)"
    }

    var stock: [Int] { bookingQueue.view.fruits.map(\.stock) }
}

extension WebResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension String {
    /// The value of the first hidden field of a name on a page.
    func value(of field: String) -> String? {
        ranges(of: "name=\"\(field)\" value=\"").first.map { String(self[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}

@Suite struct BookingQueueTests {
    @Test func eachRequestGetsItsOwnAnswers() async throws {
        let counter = try TestCounter()
        let queue = BookingQueue(try counter.open()) { nil }
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    let id = "press-\(100 + number)"
                    let answers = await queue.book([CounterRequest(id: id, .row(.order, "키위쥬스", 1))])
                    if case .booked(let booking, isRepeat: false)? = answers?.first {
                        #expect(booking.id == id && answers?.count == 1)
                    } else {
                        Issue.record("\(id) came to \(String(describing: answers))")
                    }
                }
            }
        }
        let tally = queue.view.tally
        #expect(tally.ordersServed == 3 && tally.ordersShort == 17 && queue.view.rows == 20)
    }

    @Test func formLongerThanTheQueueIsBooked() async throws {
        let counter = try TestCounter()
        let queue = BookingQueue(try counter.open()) { nil }
        let requests = (0..<1_500).map { CounterRequest(id: "press-\(1_000 + $0)", .row(.restock, "키위", 1)) }
        #expect(await queue.book(requests)?.count == 1_500 && queue.view.rows == 1_500)
    }
}
