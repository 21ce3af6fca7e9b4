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
    /// The answers to requests that the shift has not booked, oldest first, for pages to which screens are redirected.
    private let otherAnswers = LockedValue<[(id: String, answer: Answer)]>([])
    /// A random value that distinguishes the state of this process from that of an earlier one.
    private let epoch: String

    /// Creates the web application of a counter.
    package init(_ bookingQueue: BookingQueue, _ access: SessionStore, _ pages: CounterPages) {
        self.bookingQueue = bookingQueue
        self.access = access
        self.pages = pages
        epoch = access.makeSecret()
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

    /// The session of a screen, and whether its script sent the request, which expects JSON instead of a page.
    typealias Client = (session: SessionStore.Session, isScript: Bool)

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
            let isHealthy = bookingQueue.shiftEnd == nil && bookingQueue.view.status == .open
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
        // A page, not a redirect: after a link from another site, browsers send no SameSite cookie with a redirect.
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
        // The URL names the requests of the page before, whose answers this page shows.
        let replies = await notices(ids(query), reportsRepeats: webPath == .stock && endMessage == nil)
        let shortage = await bookingQueue.lookUp(Self.list(query["short"])).shortage
        // The end is read before the view, so that the last page shows all bookings.
        let (end, view) = (endMessage, bookingQueue.view)
        if let end { return page(pages.ended(end, view, report, replies: replies)) }
        let tokens = (form: session.form, page: access.makeSecret())
        switch webPath {
        case .closing: return page(pages.closing(view, form: session.form))
        case .day: return page(pages.day(view))
        case .stock:
            let cells = view.fruits.map { CellState(shownStock: $0.stock, text: String($0.stock)) }
            return page(pages.stock(view, tokens, cells: cells, shortage: shortage, replies: replies))
        default: return page(pages.orders(view, tokens, replies: replies, again: shortage))
        }
    }

    /// The message about the end of the shift; nil while it is open.
    var endMessage: String? {
        switch bookingQueue.shiftEnd {
        case .atThisCounter: pages.messages.closedHere
        case .byAnotherProcess: pages.messages.closedElsewhere
        case .withoutRun(let error): pages.messages.text(of: error)
        case nil: nil
        }
    }

    /// The report of the shift; nil while it is open, or if another process has closed it.
    var report: ShiftReport? {
        guard case .atThisCounter(let report)? = bookingQueue.shiftEnd else { return nil }
        return report
    }

    func page(_ text: String) -> WebResponse { WebResponse(text, type: "text/html") }

    private func state(_ request: WebRequest) -> WebResponse {
        let (view, endMessage) = (bookingQueue.view, endMessage)
        // Every visible change of the state changes one of these values.
        let tag = "\"\(epoch)-\(view.rows)-\(view.clock)-\(view.status == .open)-\(endMessage != nil)\""
        if request.value(of: "if-none-match") == tag { return WebResponse(status: 304, headers: [("ETag", tag)]) }
        var response = WebResponse(pages.state(view, ending: endMessage).text, type: "application/json")
        response.headers.append(("ETag", tag))
        return response
    }

    // MARK: Messages about requests

    /// The maximum number of ids in a field, and of kept answers.
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

    /// The messages about requests, from the kept answers and the shift; unknown requests are left out.
    private func notices(_ ids: [String], reportsRepeats: Bool) async -> [Notice] {
        let lookup = await bookingQueue.lookUp(ids)
        let answers = zip(ids, lookup.bookings).compactMap { id, booking in
            otherAnswers.withLock { $0.first { $0.id == id }?.answer } ?? booking.map { .booked($0, isRepeat: false) }
        }
        return Notice.all(answers, lookup.shortage, pages.messages, reportsRepeats: reportsRepeats)
    }

    // MARK: Requests that change the shift

    private func receive(_ webPath: WebPath, _ request: WebRequest, _ client: Client) async -> WebResponse {
        let type = request.value(of: "content-type")?.split(separator: ";").first?.lowercased()
        guard type == "application/x-www-form-urlencoded", let fields = FormFields(formEncoded: request.body) else {
            return refusal(400)
        }
        // A form must come from a page of this server. An `Origin` header, checked before, shows it, or else the token.
        let isSameSite = request.value(of: "origin") != nil
        guard isSameSite || SessionStore.isSame(fields["form"] ?? "", client.session.form) else { return refusal(403) }
        // A page of another shift numbers juices and fruits by the menu of that shift, so nothing is booked.
        if webPath != .link, fields["shift"] != bookingQueue.view.identity {
            let ids: [String] =
                switch webPath {
                case .requests: Self.list(fields["presses"]).map { String($0.prefix { $0 != ":" }) }
                case .order: ["\(fields["page"] ?? "")-\(fields["juice"] ?? "")"]
                default: ["late-\(access.makeSecret())"]
                }
            return await book(ids.map { CounterRequest(id: $0, .late) }, client)
        }
        switch webPath {
        case .order: return await order(fields, client)
        case .undo: return await undo(fields, client)
        case .requests: return await book(fields)
        case .stock: return await stock(fields, client)
        case .link: return page(pages.links(access.makeLinks()))
        case .close: return await close()
        default: preconditionFailure("\(webPath) does not accept counter requests")
        }
    }

    private func order(_ fields: FormFields, _ client: Client) async -> WebResponse {
        let juices = bookingQueue.view.juices
        guard let page = fields["page"], let number = fields["juice"].flatMap({ Int($0) }),
            juices.indices.contains(number &- 1)
        else { return refusal(400, isConnected: true) }
        // Each button of a page has its own id: if the user goes back to a page and orders another juice there, that is
        // a new order and not a repeated one. The number of cups is given only if short orders are repeated.
        let cups = fields["cups"].map { Int($0) ?? 0 } ?? 1
        return await book(
            [CounterRequest(id: "\(page)-\(number)", .row(.order, juices[number - 1].name, cups))], client)
    }

    private func undo(_ fields: FormFields, _ client: Client) async -> WebResponse {
        guard let id = fields["id"] else { return refusal(400, isConnected: true) }
        // No row has this id: the id of the row that undoes a booking is derived from that of the booking.
        return await book([CounterRequest(id: "take-back-\(access.makeSecret())", .undo(id: id))], client)
    }

    /// Books the requests of a script, and answers with the messages about its complete burst.
    ///
    /// A request is `ID:JUICE` with the juice's number on the menu, or `ID:back:ID` with the id of the booking to undo.
    private func book(_ fields: FormFields) async -> WebResponse {
        let juices = bookingQueue.view.juices
        let texts = (fields["presses"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let requests = texts.prefix(200).compactMap { text -> CounterRequest? in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 3, parts[1] == "back" { return CounterRequest(id: parts[0], .undo(id: parts[2])) }
            guard parts.count == 2, let number = Int(parts[1]), juices.indices.contains(number &- 1) else { return nil }
            return CounterRequest(id: parts[0], .row(.order, juices[number - 1].name, 1))
        }
        // The script sends only valid requests with different ids, and at most 200 of them.
        guard Set(requests.map(\.id)).count == texts.count else { return refusal(400, isConnected: true) }
        guard await answers(to: requests) != nil else { return crowded }
        let burst = Self.list(fields["burst"])
        return answer(await notices(burst + requests.map(\.id), reportsRepeats: false))
    }

    /// Books requests, and answers a script directly, or a browser by a redirect to `location` or the order screen.
    private func book(
        _ requests: [CounterRequest], _ client: Client, leadingTo location: (([Answer]) -> String)? = nil
    ) async -> WebResponse {
        guard let answers = await answers(to: requests) else { return crowded }
        let ids = requests.map(\.id)
        guard client.isScript else {
            return .leading(to: location?(answers) ?? "/?said=" + ids.joined(separator: ","))
        }
        let shortage = await bookingQueue.lookUp(ids).shortage
        return answer(Notice.all(answers, shortage, pages.messages, reportsRepeats: true))
    }

    /// Books requests, and keeps the answers that cannot be found in the shift log; nil if too many are waiting.
    private func answers(to requests: [CounterRequest]) async -> [Answer]? {
        guard let answers = await bookingQueue.book(requests) else { return nil }
        otherAnswers.withLock { kept in
            for (id, answer) in zip(requests.map(\.id), answers) {
                kept.removeAll { $0.id == id }
                if case .booked(let booking, _) = answer, booking.id == id { continue }
                kept.append((id, answer))
            }
            kept.removeFirst(max(0, kept.count - Self.listMax))
        }
        return answers
    }

    private var crowded: WebResponse { refusal(503, pages.messages.crowded, isConnected: true) }

    /// The response to a script: the messages, and the state of the shift.
    private func answer(_ replies: [Notice]) -> WebResponse {
        let answer: JSONValue = [
            "answer": pages.answer(replies).text, "isShort": replies.contains { $0.shortage != nil },
            "isGood": replies.allSatisfy { $0.kind == .good },
            "state": pages.state(bookingQueue.view, ending: endMessage),
        ]
        return WebResponse(answer.text, type: "application/json")
    }

    private func close() async -> WebResponse {
        do {
            try await bookingQueue.close()
        } catch  where endMessage == nil {
            var text = pages.messages.text(of: error)
            if case BatchError.interrupted = error { text = pages.messages.counterEnds }
            return WebResponse(status: 500, pages.notClosed(text), type: "text/html")
        } catch {
            // The shift has ended without a run, which `endMessage` tells.
        }
        // The page is sent directly, since the counter may end before another page is requested.
        return page(pages.ended(endMessage ?? pages.messages.closedHere, bookingQueue.view, report))
    }

    // MARK: Stock

    private func stock(_ fields: FormFields, _ client: Client) async -> WebResponse {
        let view = bookingQueue.view
        guard var form = StockForm(fields, fruits: view.fruits.count) else { return refusal(400, isConnected: true) }
        guard let submission = form.submission else { return await show(form, view, client, []) }
        guard let requests = form.requests(view.fruits) else {
            return await show(form, view, client, [Notice(text: pages.messages.badNumber, kind: .bad)])
        }
        if requests.isEmpty {
            guard submission == .count else { return .leading(to: "/") }
            return await show(form, view, client, [Notice(text: pages.messages.noCount, kind: .bad)])
        }
        // A form that is sent again gets the same answer, regardless of the current stock.
        let isNew = await bookingQueue.lookUp(requests.map(\.id)).bookings.allSatisfy { $0 == nil }
        if isNew, submission != .count {
            let view = bookingQueue.view
            let replies = form.rebase(on: view.fruits).map {
                Notice(text: pages.messages.stockChangedMeanwhile($0.name, stock: $0.stock), kind: .short)
            }
            if !replies.isEmpty { return await show(form, view, client, replies) }
            if submission == .close, !form.decreases.isEmpty {
                return await show(form, view, client, [], decreases: form.decreases)
            }
        }
        return await book(requests, client) { answers in
            let isRefused = answers.contains { if case .booked = $0 { false } else { true } }
            let short = form.short.map { "&short=" + $0 } ?? ""
            return "\(isRefused ? "/stock" : "/")?changed=\(form.page)\(short)"
        }
    }

    private func show(
        _ form: StockForm, _ view: ShiftView, _ client: Client, _ replies: [Notice], decreases: [Int] = []
    ) async -> WebResponse {
        let shortage = await bookingQueue.lookUp(Self.list(form.short)).shortage
        let tokens = (form: client.session.form, page: form.page)
        return page(
            pages.stock(
                view, tokens, cells: form.cells, shortage: shortage, replies: replies, decreases: decreases))
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

    /// The HTTP methods that the path accepts.
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
