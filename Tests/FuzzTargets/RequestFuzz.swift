import Dispatch
import JuiceBatch
import JuiceCounter
import JuiceReports
import JuiceShop
import Synchronization
import TestSupport

/// Requests to the counter's pages: each is answered once, and only a connected screen sees the shift.
///
/// Lines are the request line and headers, and behind an empty one stands the body; `@C` is the cookie of a connected screen,
/// `@F` is the token of its forms, and `@S` names the shift.
final class RequestFuzz: FuzzChecker {
    private let folder: TemporaryFolder
    private let shift: Shift
    private let bookingQueue: BookingQueue
    private let site: WebApp
    private let cookie: String
    private let form: String

    private static let host = "127.0.0.1:8300"
    /// A mark that only requests can put into pages.
    private static let mark = "<zq>"
    private static let secondsMax = 5
    private static let statuses: Set<Int> = [200, 303, 304, 400, 403, 404, 405, 409, 413, 415, 421, 422, 500, 503]

    private struct IgnoredNotices: RunListener {
        func notice(_ notice: ShopNotice) {}
    }

    /// The shift stays open after requests to close it.
    private struct StaysOpen: Error {}

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let shop = Shop(
            Environment(
                folder: folder.path, temporaryFolder: folder.path, processorCount: 1,
                now: { "2026-11-20T09:30:00Z" }, localTime: { "2026-11-20 18:30:00" },
                localTimeAt: { _ in "2026-11-20 18:30:00" }, wait: { _ in },
                makeSeed: { HashSeed(low: 1, high: 2) }, cancellation: CancellationToken(), disk: SystemDisk()))
        shift = try shop.openShift(
            on: LedgerRequest(path: "l.sqlite"), process: 1, notifying: IgnoredNotices())
        bookingQueue = BookingQueue(shift) { throw StaysOpen() }
        let count = Mutex(10_000_000)
        let makeSecret: @Sendable () -> String = {
            "secret"
                + String(
                    count.withLock { count in
                        count += 1
                        return count
                    })
        }
        let access = SessionStore(port: 8_300, names: [], home: "127.0.0.1", makeSecret: makeSecret)
        site = WebApp(bookingQueue, access, CounterPages(.english))
        guard let link = access.makeLinks().first?.split(separator: "8300").last else {
            throw BatchError.invariant("there is no link")
        }
        let greeting = try Self.answer(
            of: site, to: WebRequest(method: "GET", target: String(link), headers: [("Host", Self.host)]))
        cookie = greeting.headers.first { $0.name == "Set-Cookie" }.map { String($0.value.prefix { $0 != ";" }) } ?? ""
        let page = try Self.answer(
            of: site,
            to: WebRequest(method: "GET", target: "/", headers: [("Host", Self.host), ("Cookie", cookie)]))
        let text = String(decoding: page.body, as: UTF8.self)
        form = text.firstMatch(of: /name="form" value="(\w+)"/).map { String($0.output.1) } ?? ""
        guard !cookie.isEmpty, !form.isEmpty else { throw BatchError.invariant("no screen is connected") }
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let request = request(bytes)
        let response = try Self.answer(of: site, to: request)
        if !Self.statuses.contains(response.status) { return "answered with \(response.status)" }
        let text = String(decoding: response.body, as: UTF8.self)
        if text.contains(Self.mark) { return "what was sent stands in the page as it is" }
        if response.headers.contains(where: { $0.value.contains { $0.isNewline } }) { return "a header has two lines" }
        let isConnected = request.values(of: "cookie").contains { $0.contains(cookie) }
        if !isConnected && (text.contains(form) || text.contains("stock\":")) { return "a stranger sees the counter" }
        if request.values(of: "host") != [Self.host], ![400, 421].contains(response.status),
            !["localhost:8300", "[::1]:8300"].contains(request.value(of: "host")?.lowercased())
        {
            return "a foreign host is answered with \(response.status)"
        }
        return bookingQueue.view.fruits.contains { $0.stock < 0 } ? "stock is negative" : nil
    }

    private func request(_ bytes: [UInt8]) -> WebRequest {
        var lines: [String] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A), end > rest.startIndex {
            lines.append(filled(rest[..<end]))
            rest = rest[(end + 1)...]
        }
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let headers = lines.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(pair[0]), value: String((pair.count > 1 ? pair[1] : "").drop { $0 == " " }))
        }
        return WebRequest(
            method: String(words[0]), target: String(words.count > 1 ? words[1] : ""), headers: headers,
            body: Array(filled(rest.dropFirst()).utf8))
    }

    private func filled(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("@C", with: cookie).replacing("@F", with: form)
            .replacing("@S", with: bookingQueue.view.identity)
    }

    /// Runs requests apart from the threads on which tests block.
    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "requests")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let executor = Executor()

    /// The answer to a request.
    private static func answer(of site: WebApp, to request: WebRequest) throws -> WebResponse {
        let arrived = DispatchSemaphore(value: 0)
        let answer = Mutex<WebResponse?>(nil)
        Task(executorPreference: executor) {
            let response = await site.response(to: request)
            answer.withLock { $0 = response }
            arrived.signal()
        }
        guard arrived.wait(timeout: .now() + .seconds(secondsMax)) == .success,
            let response = answer.withLock({ $0 })
        else { throw BatchError.invariant("a request is not answered") }
        return response
    }
}
