import JuiceCounter
import JuiceShop
import Testing

/// A delivery's file is checked, shown, and booked once, row by row.
@Suite struct DeliveryTests {
    private static let file = "id,action,item,quantity\nrestock-a0bac452113d-1,restock,딸기,22\n,restock,키위,5\n"

    @Test func isShownBeforeItIsBookedAndBookedOnce() async throws {
        let given = try await GivenSite()
        let shown = await given.upload(Self.file)
        #expect(shown.status == 200 && shown.text.contains("restock.csv: 2건, 모두 27개입니다. 재고에 추가할까요?"))
        #expect(given.desk.view.rows == 0)
        let page = try #require(shown.text.value(of: "page"))
        let answer = try await given.postAndFollow("/deliver", ["page": page])
        #expect(answer.text.contains("2건을 재고에 추가했습니다."))
        #expect(given.desk.view.fruits.map(\.stock) == [32, 10, 10, 15, 10] && given.desk.view.rows == 2)
        // The same page again, and the same file again.
        _ = try await given.postAndFollow("/deliver", ["page": page])
        let again = try #require(await given.upload(Self.file).text.value(of: "page"))
        _ = try await given.postAndFollow("/deliver", ["page": again])
        #expect(given.desk.view.rows == 2)
    }

    @Test func rowsThatAreRefusedAreTold() async throws {
        let given = try await GivenSite()
        _ = try await given.postAndFollow("/order", ["page": "page-12345678", "juice": "3"])
        let shown = await given.upload("id,item,quantity\npage-12345678-3,딸기,2\nother-12345678,바나나,3\n")
        let page = try #require(shown.text.value(of: "page"))
        let answer = try await given.postAndFollow("/deliver", ["page": page])
        #expect(answer.text.contains("1건을 재고에 추가했습니다.") && answer.text.contains("이미 다른 것을 눌렀습니다"))
        #expect(given.desk.view.rows == 2)
    }

    @Test(arguments: [
        ("id,action,item,quantity\n", "restock.csv: 입고할 행이 없습니다."), ("", "restock.csv:1: "),
        ("item,quantity\n딸기,0\n", "restock.csv:2: "), ("item,quantity\n딸기,-3\n", "restock.csv:2: "),
        ("item,quantity\n수박,1\n", "restock.csv:2: "),
        ("item,quantity\n딸기,1,1\n", "restock.csv:1: "), ("item\n딸기\n", "restock.csv:2: "),
        ("action,item,quantity\nrestock,딸기,1\ndiscard,딸기,1\n", "restock.csv:3: 입고(restock)가 아닌 행입니다."),
        ("item,quantity\n\"딸기,1\n", "restock.csv:"),
        ("item,quantity\n" + String(repeating: "딸기,1\n", count: 1_001), "한 번에 1,000건까지 읽습니다."),
    ]) func nothingIsTakenFromABadFile(_ file: String, _ text: String) async throws {
        let given = try await GivenSite()
        let answer = await given.upload(file)
        #expect(answer.status == 422 && answer.text.contains(text) && given.desk.view.rows == 0)
    }

    @Test func whatComesFromElsewhereIsRefused() async throws {
        let given = try await GivenSite()
        #expect(await given.upload(Self.file, form: "wrong").status == 403)
        #expect(await given.post("/delivery", ["file": "x"]).status == 400)
        #expect(await given.post("/deliver", ["page": "unknown"]).status == 409)
        let shown = await given.upload(Self.file, name: "..\\\\<b>.csv")
        #expect(shown.text.contains("&lt;b&gt;.csv") && !shown.text.contains("<b>"))
    }

    @Test func onlyAScreenThatIsConnectedSendsMuch() async throws {
        let given = try await GivenSite()
        func bytesMax(_ method: String, _ target: String, _ cookie: String) -> Int {
            given.site.bodyBytesMax(WebRequest(method: method, target: target, headers: [("Cookie", cookie)]))
        }
        #expect(bytesMax("POST", "/delivery", given.cookie) == 1 << 20)
        #expect(bytesMax("POST", "/delivery", "") == 64 << 10 && bytesMax("POST", "/deliver", given.cookie) == 64 << 10)
        #expect(bytesMax("GET", "/", given.cookie) == 0)
    }

    @Test(arguments: [
        "", "--mark", "--mark--", "x--mark\r\n\r\n\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data\r\n\r\nx\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\nx\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx\r\n--mark",
        "--mark\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\nx\r\n--mark--",
        String(repeating: "--mark\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx\r\n", count: 2)
            + "--mark--",
    ]) func aFormThatIsNotBuiltSoIsNone(_ body: String) async throws {
        let given = try await GivenSite()
        let response = await GivenSite.ask(
            given.site, "POST", "/delivery",
            [
                ("Cookie", given.cookie), ("Origin", "http://127.0.0.1:8300"),
                ("Content-Type", "multipart/form-data; boundary=mark"),
            ], body: body)
        #expect(response.status == 400)
    }
}
