import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport

/// A counter in a folder of its own, with a clock that stands.
struct GivenCounter {
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

    /// Hears nothing.
    private struct Deaf: NoticeListener {
        func notice(_ notice: ShopNotice) {}
    }

    /// Opens its shift.
    ///
    /// - Parameter menu: the content of the menu file; nil for the built-in menu.
    func open(menu: String? = nil) throws -> Shift {
        var request = ShiftRequest(ledger: LedgerRequest(path: "shop.sqlite"), process: 1)
        request.menu = try menu.map { try folder.write(Array($0.utf8), to: "menu.csv") }
        return try shop.openShift(request, telling: Deaf())
    }
}
