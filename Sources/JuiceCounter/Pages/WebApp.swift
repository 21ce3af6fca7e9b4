internal import CBuild
internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports
internal import JuiceShop

/// The counter's web application, which answers requests without access to sockets.
package final class WebApp: WebResponder {
    let bookingQueue: BookingQueue
    let access: SessionStore
    let pages: CounterPages
    let memory = LockedValue(ReplyCache())
    let makeID: @Sendable () -> String
    /// A random value that distinguishes the state of this process from that of an earlier one.
    private let epoch: String

    /// Creates the web application of a counter; `makeID` returns 128 random bits as letters and digits.
    package init(
        _ bookingQueue: BookingQueue, _ access: SessionStore, _ pages: CounterPages,
        makeID: @escaping @Sendable () -> String
    ) {
        self.bookingQueue = bookingQueue
        self.access = access
        self.makeID = makeID
        self.pages = pages
        epoch = makeID()
    }

    package func isPaired(_ head: WebRequest) -> Bool { access.session(of: head) != nil }

    package func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void) {
        Task { send(await response(to: request)) }
    }

    /// Returns the response to a request.
    package func response(to request: WebRequest) async -> WebResponse {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard request.target.hasPrefix("/"), let path = FormFields.decoded(parts[0].utf8, hasPlus: false),
            let query = FormFields(formEncoded: parts.count > 1 ? Array(parts[1].utf8) : [])
        else { return refusal(400) }
        guard let webPath = WebPath(rawValue: path) else {
            // An unknown path needs no session, but the host name must still be valid.
            return refusal(access.rejectionStatus(to: request, .orders) ?? 404)
        }
        if let status = access.rejectionStatus(to: request, webPath) { return refusal(status) }
        guard webPath.methods.contains(request.method) else {
            var response = refusal(405)
            response.headers.append(("Allow", webPath.methods.joined(separator: ", ")))
            return response
        }
        guard webPath.isForScreens else { return open(webPath, request, query) }
        guard let session = access.session(of: request) else { return refusal(403, pages.messages.notConnected) }
        return request.method == "POST"
            ? await receive(webPath, request, (session, request.value(of: "accept") == "application/json"))
            : await show(webPath, request, query, session)
    }

    /// The session of a request, and whether it was sent by a script, which expects JSON instead of a page.
    typealias Visit = (session: SessionStore.Session, isByScript: Bool)

    private func form(of request: WebRequest) -> FormFields? {
        let type = request.value(of: "content-type")?.split(separator: ";").first?.lowercased()
        guard type == "application/x-www-form-urlencoded" else { return nil }
        return FormFields(formEncoded: request.body)
    }

    // MARK: Requests without a session

    private func open(_ webPath: WebPath, _ request: WebRequest, _ query: FormFields) -> WebResponse {
        switch webPath {
        case .style: return WebResponse(embeddedText(.counterStyle), type: "text/css")
        case .script: return WebResponse(embeddedText(.counterScript), type: "text/javascript")
        case .icon:
            let icon = Array(embeddedText(.counterIcon).utf8)
            return WebResponse(status: 200, headers: [("Content-Type", "image/svg+xml")], body: icon)
        case .open: return connect(request, query)
        default:
            let isHealthy = bookingQueue.ending == nil && bookingQueue.view.status == .open
            return WebResponse(status: isHealthy ? 200 : 503, isHealthy ? "ok\n" : "unwell\n", type: "text/plain")
        }
    }

    private func connect(_ request: WebRequest, _ query: FormFields) -> WebResponse {
        // A HEAD request must not use up the one-time link.
        guard request.method == "GET", let token = query["token"], let session = access.connect(token) else {
            // The link was opened again in a browser that is already connected.
            if access.session(of: request) != nil { return .leading(to: "/") }
            return refusal(403, pages.messages.linkUsed)
        }
        // The page is needed in between: after a link from another site, browsers do not send a SameSite cookie with a
        // redirect.
        var response = WebResponse(pages.connected(), type: "text/html")
        response.headers.append(access.header(for: session))
        return response
    }

    func refusal(_ status: Int, _ text: String? = nil, isConnected: Bool = false) -> WebResponse {
        WebResponse(
            status: status, pages.refusal(text ?? pages.messages.refusedRequest, isConnected: isConnected),
            type: "text/html")
    }

    // MARK: Requests of connected screens

    private func show(
        _ webPath: WebPath, _ request: WebRequest, _ query: FormFields, _ session: SessionStore.Session
    ) async -> WebResponse {
        if webPath == .state { return state(request) }
        if let text = ending {
            let replies = await notices(ids(query), reportsRepeats: false)
            return page(pages.ended(text, bookingQueue.view, report, replies: replies))
        }
        let frame = (form: session.form, page: makeID())
        switch webPath {
        case .closing: return page(pages.closing(bookingQueue.view, form: session.form))
        case .day: return page(pages.day(bookingQueue.view))
        case .stock:
            let replies = await notices(ids(query), reportsRepeats: true)
            let shortage = await bookingQueue.lookUp(Self.list(query["short"])).shortage
            let view = bookingQueue.view
            let cells = view.fruits.map { CellState(shownStock: $0.stock, text: String($0.stock)) }
            return page(pages.stock(view, frame, cells: cells, shortage: shortage, replies: replies))
        default:
            // The script requests the answers to several requests, which arrived while another screen was shown.
            let replies = await notices(ids(query), reportsRepeats: false)
            let again = await bookingQueue.lookUp(Self.list(query["short"])).shortage
            return page(pages.orders(bookingQueue.view, frame, replies: replies, again: again))
        }
    }

    /// The message about the end of the shift; nil while it is open.
    var ending: String? {
        switch bookingQueue.ending {
        case .atThisCounter: pages.messages.closedHere
        case .byAnotherProcess: pages.messages.closedElsewhere
        case .withoutRun(let error): pages.messages.text(of: error)
        case nil: nil
        }
    }

    /// The report of the shift; nil while it is open, or if another process has closed it.
    var report: ShiftReport? {
        guard case .atThisCounter(let report)? = bookingQueue.ending else { return nil }
        return report
    }

    func page(_ text: String) -> WebResponse { WebResponse(text, type: "text/html") }

    private func state(_ request: WebRequest) -> WebResponse {
        let (view, ending) = (bookingQueue.view, ending)
        // Every visible change of the state changes one of these values.
        let tag = "\"\(epoch)-\(view.rows)-\(view.clock)-\(view.status == .open)-\(ending != nil)\""
        let headers = [(name: "ETag", value: tag)]
        if request.value(of: "if-none-match") == tag { return WebResponse(status: 304, headers: headers) }
        var response = WebResponse(pages.state(view, ending: ending).text, type: "application/json")
        response.headers += headers
        return response
    }

    // MARK: Messages about requests

    private static let listMax = 1_000

    /// The ids in a field, which are separated by commas.
    static func list(_ field: String?) -> [String] {
        (field ?? "").split(separator: ",").prefix(listMax).map(String.init)
    }

    /// The ids of the requests whose answers a URL asks for.
    private func ids(_ query: FormFields) -> [String] {
        if let ids = query["said"] { return Self.list(ids) }
        return query["changed"].map { page in bookingQueue.view.fruits.indices.map { StockForm.id(page, $0) } } ?? []
    }

    /// The messages about requests, from the cache and the shift; unknown requests are left out.
    private func notices(_ ids: [String], reportsRepeats: Bool) async -> [Notice] {
        let lookup = await bookingQueue.lookUp(ids)
        let answers = zip(ids, lookup.bookings).compactMap { id, booking in
            memory.withLock { $0.answers[id] } ?? booking.map { Answer.booked($0, isRepeat: false) }
        }
        return Notice.all(answers, lookup.shortage, pages.messages, reportsRepeats: reportsRepeats)
    }
}

extension WebApp {
    private func receive(_ webPath: WebPath, _ request: WebRequest, _ visit: Visit) async -> WebResponse {
        guard let fields = form(of: request) else { return refusal(400) }
        guard access.isSameSite(request, fields, visit.session) else { return refusal(403) }
        // A page names juices and fruits by their numbers on the menu of its shift.
        if webPath != .link, fields["shift"] != bookingQueue.view.identity {
            return await answerLate(webPath, fields, visit)
        }
        switch webPath {
        case .order: return await order(fields, visit)
        case .undo: return await undo(fields, visit)
        case .requests: return await book(fields)
        case .stock: return await stock(fields, visit)
        case .link: return page(pages.links(access.makeLinks()))
        case .close: return await close()
        default: preconditionFailure("\(webPath) does not accept counter requests")
        }
    }

    /// Answers the requests of a page from an earlier shift, without booking them.
    private func answerLate(_ webPath: WebPath, _ fields: FormFields, _ visit: Visit) async -> WebResponse {
        let ids: [String] =
            switch webPath {
            case .requests: Self.list(fields["presses"]).map { String($0.prefix { $0 != ":" }) }
            case .order: ["\(fields["page"] ?? "")-\(fields["juice"] ?? "")"]
            default: ["late-\(makeID())"]
            }
        return await book(ids.map { CounterRequest(id: $0, .late) }, visit)
    }

    private func order(_ fields: FormFields, _ visit: Visit) async -> WebResponse {
        let juices = bookingQueue.view.juices
        guard let page = fields["page"], let number = fields["juice"].flatMap({ Int($0) }),
            juices.indices.contains(number - 1)
        else { return refusal(400, isConnected: true) }
        // Each button of a page has its own id: if the user goes back to a page and orders another juice there, that is
        // a new order and not a repeated one. The number of cups is given only if short orders are repeated.
        let cups = fields["cups"].map { Int($0) ?? 0 } ?? 1
        return await book(
            [CounterRequest(id: "\(page)-\(number)", .row(.order, juices[number - 1].name, cups))], visit)
    }

    private func undo(_ fields: FormFields, _ visit: Visit) async -> WebResponse {
        guard let id = fields["id"] else { return refusal(400, isConnected: true) }
        // No row has this id: the id of the row that undoes a booking is derived from that of the booking.
        return await book([CounterRequest(id: "take-back-\(makeID())", .undo(id: id))], visit)
    }

    /// Books the requests of a script, and answers with the messages about its complete burst.
    private func book(_ fields: FormFields) async -> WebResponse {
        guard let (requests, burst) = Self.requests(fields, bookingQueue.view.juices) else {
            return refusal(400, isConnected: true)
        }
        guard await answers(to: requests) != nil else { return crowded }
        return answer(await notices(burst + requests.map(\.id), reportsRepeats: false))
    }

    private static let requestsMax = 200

    /// Parses the form with the requests of a script, and the ids of those in the same burst that are already answered.
    ///
    /// A request is `ID:JUICE` with the juice's number on the menu, or `ID:back:ID` with the id of the booking to undo.
    /// The result is nil if the form does not come from the script of this server.
    private static func requests(
        _ fields: FormFields, _ juices: [ShiftView.JuiceView]
    ) -> (requests: [CounterRequest], burst: [String])? {
        guard let list = fields["presses"] else { return nil }
        let texts = list.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...requestsMax).contains(texts.count) else { return nil }
        var requests: [CounterRequest] = []
        for text in texts {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 3, parts[1] == "back" {
                requests.append(CounterRequest(id: parts[0], .undo(id: parts[2])))
            } else if parts.count == 2, let number = Int(parts[1]), juices.indices.contains(number - 1) {
                requests.append(CounterRequest(id: parts[0], .row(.order, juices[number - 1].name, 1)))
            } else {
                return nil
            }
        }
        guard Set(requests.map(\.id)).count == requests.count else { return nil }
        return (requests, Self.list(fields["burst"]))
    }

    /// Books requests, and answers a script directly, or a browser by a redirect to a page with the answers.
    ///
    /// - Parameter location: the page for some answers; nil for the order screen with all of them.
    private func book(
        _ requests: [CounterRequest], _ visit: Visit, leadingTo location: (([Answer]) -> String)? = nil
    ) async -> WebResponse {
        guard let answers = await answers(to: requests) else { return crowded }
        let ids = requests.map(\.id)
        guard visit.isByScript else {
            return .leading(to: location?(answers) ?? "/?said=" + ids.joined(separator: ","))
        }
        let shortage = await bookingQueue.lookUp(ids).shortage
        return answer(Notice.all(answers, shortage, pages.messages, reportsRepeats: true))
    }

    /// Books requests, and caches the answers that cannot be found in the shift log; nil if too many are waiting.
    private func answers(to requests: [CounterRequest]) async -> [Answer]? {
        guard let answers = await bookingQueue.book(requests) else { return nil }
        memory.withLock { memory in
            for (request, answer) in zip(requests, answers) {
                let isInShift = if case .booked(let booking, _) = answer { booking.id == request.id } else { false }
                memory.keep(answer, for: request.id, isInShift: isInShift)
            }
        }
        return answers
    }

    private var crowded: WebResponse { refusal(503, pages.messages.crowded, isConnected: true) }

    /// The response to a script: the messages, and the state of the shift.
    private func answer(_ replies: [Notice]) -> WebResponse {
        let answer: JSONValue = [
            "answer": pages.answer(replies).text, "isShort": replies.contains { $0.shortage != nil },
            "isGood": replies.allSatisfy { $0.kind == .good }, "state": pages.state(bookingQueue.view, ending: ending),
        ]
        return WebResponse(answer.text, type: "application/json")
    }

    // MARK: Stock

    private func stock(_ fields: FormFields, _ visit: Visit) async -> WebResponse {
        let view = bookingQueue.view
        guard var form = StockForm(fields, fruits: view.fruits.count) else { return refusal(400, isConnected: true) }
        if case .step(let index, let step) = form.submission {
            form.step(index, by: step)
            return await show(form, view, visit, [])
        }
        guard let requests = form.requests(view.fruits) else {
            return await show(form, view, visit, [Notice(text: pages.messages.badNumber, kind: .bad)])
        }
        if requests.isEmpty {
            guard form.submission == .count else { return .leading(to: "/") }
            return await show(form, view, visit, [Notice(text: pages.messages.noCount, kind: .bad)])
        }
        // A form that is sent again gets the same answer, regardless of the current stock.
        let isNew = await bookingQueue.lookUp(requests.map(\.id)).bookings.allSatisfy { $0 == nil }
        if isNew, form.submission != .count {
            let view = bookingQueue.view
            let moved = form.rebase(on: view.fruits).map { view.fruits[$0] }
            if !moved.isEmpty {
                let replies = moved.map {
                    Notice(text: pages.messages.stockChanged($0.name, stock: $0.stock), kind: .short)
                }
                return await show(form, view, visit, replies)
            }
            if form.submission == .close, !form.decreases.isEmpty {
                return await show(form, view, visit, [], decreases: form.decreases)
            }
        }
        return await book(requests, visit) { Self.location(after: $0, of: form) }
    }

    private static func location(after answers: [Answer], of form: StockForm) -> String {
        let isRefused = answers.contains { if case .booked = $0 { false } else { true } }
        let short = form.short.map { "&short=" + $0 } ?? ""
        return "\(isRefused ? "/stock" : "/")?changed=\(form.page)\(short)"
    }

    private func show(
        _ form: StockForm, _ view: ShiftView, _ visit: Visit, _ replies: [Notice], decreases: [Int] = []
    ) async -> WebResponse {
        let shortage = await bookingQueue.lookUp(Self.list(form.short)).shortage
        let frame = (form: visit.session.form, page: form.page)
        return page(
            pages.stock(
                view, frame, cells: form.cells, shortage: shortage, replies: replies, decreases: decreases))
    }

    // MARK: The end

    private func close() async -> WebResponse {
        do {
            try await bookingQueue.close()
        } catch  where ending == nil {
            var text = pages.messages.text(of: error)
            if case BatchError.interrupted = error { text = pages.messages.counterEnds }
            return WebResponse(status: 500, pages.notClosed(text), type: "text/html")
        } catch {
            // The shift has ended without a run, which `ending` tells.
        }
        // The page is sent directly, since the counter may end before another page is requested.
        return page(pages.ended(ending ?? pages.messages.closedHere, bookingQueue.view, report))
    }
}

/// The paths of the web application.
enum WebPath: String, CaseIterable, Sendable {
    case orders = "/"
    case stock = "/stock"
    case order = "/order"
    case undo = "/take-back"
    case requests = "/presses"
    case closing = "/closing"
    case day = "/day"
    case close = "/close"
    case link = "/link"
    case state = "/state"
    case open = "/open"
    case health = "/healthz"
    case style = "/counter.css"
    case script = "/counter.js"
    case icon = "/icon.svg"

    var methods: [String] {
        switch self {
        case .stock: ["GET", "HEAD", "POST"]
        case .order, .undo, .requests, .close, .link: ["POST"]
        case .orders, .closing, .day, .state, .open, .health, .style, .script, .icon: ["GET", "HEAD"]
        }
    }

    /// Whether the path requires a connected screen.
    var isForScreens: Bool { ![.open, .health, .style, .script, .icon].contains(self) }
}

/// The answers to refused requests, for the page to which their screen is redirected.
struct ReplyCache {
    private static let countMax = 1_000

    private(set) var answers: [String: Answer] = [:]
    /// The ids, oldest first.
    private var ids: [String] = []

    /// Stores the answer to a request, unless the shift can find it by the request's id.
    mutating func keep(_ answer: Answer, for id: String, isInShift: Bool) {
        if isInShift {
            if answers.removeValue(forKey: id) != nil { ids.removeAll { $0 == id } }
            return
        }
        if answers.updateValue(answer, forKey: id) == nil { ids.append(id) }
        if ids.count > Self.countMax { answers[ids.removeFirst()] = nil }
    }
}
