import JuiceCore
import JuiceReports
import Testing

@Suite struct MoneyFormatTests {
    @Test(arguments: [
        ("원", 450_000, "4,500원"), ("원", -5, "-0.05원"), ("₩", 123_456_700, "₩1,234,567"), ("$", 1_250, "$12.50"),
        ("$", -1_250, "-$12.50"), ("EUR", 1_205, "12.05 EUR"), ("US$", 100, "1 US$"), ("원", 0, "0원"),
        ("원", 1 << 53 - 1, "90,071,992,547,409.91원"),
    ])
    func amountsHaveTheirSign(sign: String, hundredths: Int, wanted: String) {
        #expect(MoneyFormat(sign: sign).text(Money(hundredths: hundredths)) == wanted)
    }

    @Test func whatIsUnknownIsADash() {
        let unknown: Money? = nil
        #expect(MoneyFormat(sign: "원").text(unknown) == "–")
    }

    @Test func aSignIsShortAndBreaksNothing() {
        for sign in ["원", "$", "EUR", "kr.", "円", String(repeating: "x", count: 10)] {
            #expect(MoneyFormat.isSign(sign))
        }
        for sign in ["", " ", "a b", "1", "\n", "x\u{7F}", String(repeating: "x", count: 11)] {
            #expect(!MoneyFormat.isSign(sign))
        }
    }
}
