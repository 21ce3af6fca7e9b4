import Foundation
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Checksums in the inbox of a night: they go where their file goes, and none is an input.
@Suite struct NightlyChecksumTests {
    private static let orders = "item\n키위쥬스\n"
    private static let checksum = "\(SHA256.hex(of: orders))  a.csv\n"

    private func night(_ given: GivenShop, _ hearer: Hearer = Hearer()) throws -> ExitStatus {
        try given.shop().night(NightlyRequest(run: given.request(), settleMs: 0), telling: hearer)
    }

    @Test func aChecksumGoesWithItsFile() throws {
        let given = try GivenShop(["inbox/a.csv": Self.orders, "inbox/a.csv.sha256": Self.checksum])
        let hearer = Hearer()
        #expect(try night(given, hearer) == .done)
        #expect(given.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256"])
        #expect(given.reports("inbox").isEmpty && hearer.told.last == "1 file, exit code 0")
        // The second of a name gets a number, and so does its checksum.
        let other = "item\n망고쥬스\n"
        try given.folder.write(Array(other.utf8), to: "inbox/a.csv")
        try given.folder.write(Array("\(SHA256.hex(of: other))  a.csv\n".utf8), to: "inbox/a.csv.sha256")
        #expect(try night(given) == .done)
        #expect(
            given.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256", "a.2.csv", "a.2.csv.sha256"])
        // It goes along with what is repeated, too.
        try given.folder.write(Array(other.utf8), to: "inbox/b.csv")
        try given.folder.write(Array("\(SHA256.hex(of: other))  b.csv\n".utf8), to: "inbox/b.csv.sha256")
        #expect(try night(given).code == 4)
        #expect(given.reports("repeated/2026-11-21") == ["b.csv", "b.csv.sha256"])
    }

    @Test(arguments: ["\(String(repeating: "0", count: 64))  a.csv\n", "nonsense\n", ""])
    func aFileWhoseChecksumDoesNotHoldFails(text: String) throws {
        let given = try GivenShop([
            "inbox/a.csv": Self.orders, "inbox/a.csv.sha256": text, "inbox/b.csv": "item\n망고쥬스\n",
        ])
        #expect(try night(given).code == 65)
        #expect(given.reports("failed/2026-11-21") == ["a.csv", "a.csv.sha256"])
        #expect(given.reports("done/2026-11-21") == ["b.csv"] && given.reports("inbox").isEmpty)
        #expect(try given.runs().count == 1)
    }

    /// A program that writes to the inbox cannot make a run read files elsewhere.
    @Test func aChecksumThatIsNoRegularFileIsNotOpened() throws {
        let given = try GivenShop(["inbox/a.csv": Self.orders, "elsewhere": Self.checksum])
        let link = given.folder.path + "/inbox/a.csv.sha256"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: given.folder.path + "/elsewhere")
        let hearer = Hearer()
        #expect(try night(given, hearer).code == 65)
        #expect(given.reports("failed/2026-11-21") == ["a.csv"] && given.reports("inbox") == ["a.csv.sha256"])
        #expect(hearer.told.contains { $0.hasPrefix("a.csv.sha256: a link; it was not opened.") })
    }

    @Test func aChecksumWithoutItsFileStaysAndIsTold() throws {
        let given = try GivenShop(["inbox/a.csv.sha256": Self.checksum, "inbox/b.csv": Self.orders])
        let hearer = Hearer()
        #expect(try night(given, hearer) == .done)
        #expect(given.reports("inbox") == ["a.csv.sha256"] && given.reports("done/2026-11-21") == ["b.csv"])
        #expect(hearer.told.first == "a.csv.sha256: a checksum whose file is not there; it stays in the inbox")
    }

    /// A file is not settled before its checksum is.
    @Test func aFileWaitsForItsChecksum() throws {
        let given = try GivenShop(["inbox/a.csv": Self.orders])
        let shop = given.shop { [folder = given.folder] _ in
            _ = try? folder.write(Array(Self.checksum.utf8), to: "inbox/a.csv.sha256")
        }
        let request = NightlyRequest(run: given.request(), settleMs: 20)
        #expect(try shop.night(request, telling: Hearer()) == .done)
        #expect(given.reports("inbox") == ["a.csv", "a.csv.sha256"])
        #expect(try night(given) == .done)
        #expect(given.reports("done/2026-11-21") == ["a.csv", "a.csv.sha256"])
    }
}
