internal import CBuild
internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports
internal import JuiceShop

/// The counter's web application, which answers requests without access to sockets.
package final class WebApp: WebResponder {
    typealias Sender = @Sendable (WebResponse) -> Void

    let bookingQueue: BookingQueue
    let access: SessionStore
    let pages: CounterPages
    let memory = LockedValue(ReplyCache())
    let makeID: @Sendable () -> String
    /// A random value that distinguishes the state of this process from that of an earlier one.
    private let epoch: String

    private static let formBytesMax = 64 << 10

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

    package func bodyBytesMax(_ head: WebRequest) -> Int { head.method == "POST" ? Self.formBytesMax : 0 }

    package func isPaired(_ head: WebRequest) -> Bool { access.session(of: head) != nil }

    package func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void) {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard request.target.hasPrefix("/"), let path = FormFields.decoded(parts[0].utf8, hasPlus: false),
            let query = FormFields(formEncoded: parts.count > 1 ? Array(parts[1].utf8) : [])
        else { return send(refusal(400)) }
        guard let webPath = WebPath(rawValue: path) else {
            // An unknown path needs no session, but the host name must still be valid.
            return send(refusal(access.rejectionStatus(to: request, .orders) ?? 404))
        }
        if let status = access.rejectionStatus(to: request, webPath) { return send(refusal(status)) }
        guard webPath.methods.contains(request.method) else {
            var response = refusal(405)
            response.headers.append(("Allow", webPath.methods.joined(separator: ", ")))
            return send(response)
        }
        guard webPath.isForScreens else { return send(open(webPath, request, query)) }
        guard let session = access.session(of: request) else { return send(refusal(403, pages.messages.notConnected)) }
        if request.method == "POST" {
            return receive(webPath, request, (session, request.value(of: "accept") == "application/json"), send)
        }
        show(webPath, request, query, session, send)
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
        case .style: return asset(.counterStyle, "text/css; charset=utf-8")
        case .script: return asset(.counterScript, "text/javascript; charset=utf-8")
        case .icon: return asset(.counterIcon, "image/svg+xml")
        case .open: return connect(request, query)
        default:
            let isHealthy = bookingQueue.ending == nil && bookingQueue.view.status == .open
            return WebResponse(status: isHealthy ? 200 : 503, isHealthy ? "ok\n" : "unwell\n", type: "text/plain")
        }
    }

    private func asset(_ file: EmbeddedFile, _ type: String) -> WebResponse {
        let text = embeddedText(file)
        return WebResponse(status: 200, headers: [("Content-Type", type)], body: Array(text.utf8))
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
        _ webPath: WebPath, _ request: WebRequest, _ query: FormFields, _ session: SessionStore.Session,
        _ send: @escaping Sender
    ) {
        if webPath == .state { return send(state(request)) }
        if let text = ending {
            return findRequests(for: ids(query), reportsRepeats: false) { [self] replies in
                send(page(pages.ended(text, bookingQueue.view, report, replies: replies)))
            }
        }
        let frame = (form: session.form, page: makeID())
        switch webPath {
        case .stock: showStock(query, frame, send)
        case .closing: send(page(pages.closing(bookingQueue.view, form: session.form)))
        case .day: send(page(pages.day(bookingQueue.view)))
        default:
            // The script requests the answers to several requests, which arrived while another screen was shown.
            let short = Self.list(query["short"])
            findRequests(for: ids(query), reportsRepeats: false) { [self] replies in
                let again = bookingQueue.lookUp(short).shortage
                send(page(pages.orders(bookingQueue.view, frame, replies: replies, again: again)))
            }
        }
    }

    /// The message about the end of the shift; nil while it is open.
    var ending: String? {
        switch bookingQueue.ending {
        case .atThisCounter: pages.messages.closedHere
        case .byAnotherProcess: pages.messages.closedElsewhere
        case .withoutRun(let error): text(error)
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

    private func showStock(_ query: FormFields, _ frame: CounterPages.Frame, _ send: @escaping Sender) {
        let (short, answeredIDs) = (Self.list(query["short"]), ids(query))
        bookingQueue.findRequests(for: short) { [self] lookup in
            let notices = notices(answeredIDs, bookingQueue.lookUp(answeredIDs), reportsRepeats: true)
            let view = bookingQueue.view
            let cells = view.fruits.map { CellState(shownStock: $0.stock, text: String($0.stock)) }
            send(page(pages.stock(view, frame, cells: cells, shortage: lookup.shortage, replies: notices)))
        }
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

    /// Looks up the messages about requests, and passes them to a receiver.
    private func findRequests(
        for ids: [String], reportsRepeats: Bool, _ receiver: @escaping @Sendable ([Notice]) -> Void
    ) {
        if ids.isEmpty { return receiver([]) }
        bookingQueue.findRequests(for: ids) { [self] in receiver(notices(ids, $0, reportsRepeats: reportsRepeats)) }
    }

    /// The messages about requests, from the cache and the shift; unknown requests are left out.
    private func notices(_ ids: [String], _ lookup: BookingQueue.BookingLookup, reportsRepeats: Bool) -> [Notice] {
        let answers = zip(ids, lookup.bookings).compactMap { id, booking in
            memory.withLock { $0.answers[id] } ?? booking.map { Answer.booked($0, isRepeat: false) }
        }
        return Notice.all(answers, lookup.shortage, pages.messages, reportsRepeats: reportsRepeats)
    }
}

extension WebApp {
    private func receive(_ webPath: WebPath, _ request: WebRequest, _ visit: Visit, _ send: @escaping Sender) {
        guard let fields = form(of: request) else { return send(refusal(400)) }
        guard access.isSameSite(request, fields, visit.session) else { return send(refusal(403)) }
        // A page names juices and fruits by their numbers on the menu of its shift.
        if webPath != .link, fields["shift"] != bookingQueue.view.identity {
            return answerLate(webPath, fields, visit, send)
        }
        switch webPath {
        case .order: order(fields, visit, send)
        case .undo: undo(fields, visit, send)
        case .requests: book(fields, send)
        case .stock: stock(fields, visit, send)
        case .link: send(page(pages.links(access.makeLinks())))
        case .close: close(send)
        default: preconditionFailure("\(webPath) does not accept counter requests")
        }
    }

    /// Answers the requests of a page from an earlier shift, without booking them.
    private func answerLate(_ webPath: WebPath, _ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        let ids: [String] =
            switch webPath {
            case .requests: Self.list(fields["presses"]).map { String($0.prefix { $0 != ":" }) }
            case .order: ["\(fields["page"] ?? "")-\(fields["juice"] ?? "")"]
            default: ["late-\(makeID())"]
            }
        let requests = ids.map { CounterRequest(id: $0, .late) }
        book(requests, visit, leadingTo: { _ in "/?said=" + ids.joined(separator: ",") }, send)
    }

    private func order(_ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        let juices = bookingQueue.view.juices
        guard let page = fields["page"], let number = fields["juice"].flatMap({ Int($0) }),
            juices.indices.contains(number - 1)
        else { return send(refusal(400, isConnected: true)) }
        // Each button of a page has its own id: if the user goes back to a page and orders another juice there, that is
        // a new order and not a repeated one. The number of cups is given only if short orders are repeated.
        let cups = fields["cups"].map { Int($0) ?? 0 } ?? 1
        let counterRequest = CounterRequest(id: "\(page)-\(number)", .row(.order, juices[number - 1].name, cups))
        book([counterRequest], visit, leadingTo: { _ in "/?said=\(counterRequest.id)" }, send)
    }

    private func undo(_ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        guard let id = fields["id"] else { return send(refusal(400, isConnected: true)) }
        // No row has this id: the id of the row that undoes a booking is derived from that of the booking.
        let counterRequest = CounterRequest(id: "take-back-\(makeID())", .undo(id: id))
        book([counterRequest], visit, leadingTo: { _ in "/?said=\(counterRequest.id)" }, send)
    }

    /// Books the requests of a script, and answers with the messages about its complete burst.
    private func book(_ fields: FormFields, _ send: @escaping Sender) {
        guard let (requests, burst) = Self.requests(fields, bookingQueue.view.juices) else {
            return send(refusal(400, isConnected: true))
        }
        let isAccepted = bookingQueue.book(requests) { [self] answers in
            keep(answers, of: requests)
            let ids = burst + requests.map(\.id)
            send(answer(notices(ids, bookingQueue.lookUp(ids), reportsRepeats: false)))
        }
        if !isAccepted { send(refusal(503, pages.messages.crowded, isConnected: true)) }
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
    private func book(
        _ requests: [CounterRequest], _ visit: Visit, leadingTo location: @escaping @Sendable ([Answer]) -> String,
        _ send: @escaping Sender
    ) {
        let isAccepted = bookingQueue.book(requests) { [self] answers in
            keep(answers, of: requests)
            guard visit.isByScript else { return send(.leading(to: location(answers))) }
            let shortage = bookingQueue.lookUp(requests.map(\.id)).shortage
            send(answer(Notice.all(answers, shortage, pages.messages, reportsRepeats: true)))
        }
        if !isAccepted { send(refusal(503, pages.messages.crowded, isConnected: true)) }
    }

    /// Caches the answers that cannot be found in the shift log.
    private func keep(_ answers: [Answer], of requests: [CounterRequest]) {
        memory.withLock { memory in
            for (request, answer) in zip(requests, answers) {
                let isInShift = if case .booked(let booking, _) = answer { booking.id == request.id } else { false }
                memory.keep(answer, for: request.id, isInShift: isInShift)
            }
        }
    }

    /// The response to a script: the messages, and the state of the shift.
    private func answer(_ replies: [Notice]) -> WebResponse {
        let answer: JSONValue = [
            "answer": pages.answer(replies).text, "isShort": replies.contains { $0.shortage != nil },
            "isGood": replies.allSatisfy { $0.kind == .good }, "state": pages.state(bookingQueue.view, ending: ending),
        ]
        return WebResponse(answer.text, type: "application/json")
    }

    // MARK: Stock

    private func stock(_ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        let view = bookingQueue.view
        guard var form = StockForm(fields, fruits: view.fruits.count) else {
            return send(refusal(400, isConnected: true))
        }
        if case .step(let index, let step) = form.submission {
            form.step(index, by: step)
            return show(form, view, visit, [], send)
        }
        guard let requests = form.requests(view.fruits) else {
            return show(form, view, visit, [Notice(text: pages.messages.badNumber, kind: .bad)], send)
        }
        if requests.isEmpty {
            guard form.submission == .count else { return send(.leading(to: "/")) }
            return show(form, view, visit, [Notice(text: pages.messages.noCount, kind: .bad)], send)
        }
        bookingQueue.findRequests(for: requests.map(\.id)) { [self, form] lookup in
            // A form that is sent again gets the same answer, regardless of the current stock.
            if form.submission != .count, lookup.bookings.allSatisfy({ $0 == nil }) {
                var form = form
                let view = bookingQueue.view
                let moved = form.rebase(on: view.fruits).map { view.fruits[$0] }
                if !moved.isEmpty {
                    let replies = moved.map {
                        Notice(text: pages.messages.stockChanged($0.name, stock: $0.stock), kind: .short)
                    }
                    return show(form, view, visit, replies, send)
                }
                if form.submission == .close, !form.decreases.isEmpty {
                    return show(form, view, visit, [], confirmsDecreases: true, send)
                }
            }
            book(requests, visit, leadingTo: { Self.location(after: $0, of: form) }, send)
        }
    }

    private static func location(after answers: [Answer], of form: StockForm) -> String {
        let isRefused = answers.contains { if case .booked = $0 { false } else { true } }
        let short = form.short.map { "&short=" + $0 } ?? ""
        return "\(isRefused ? "/stock" : "/")?changed=\(form.page)\(short)"
    }

    private func show(
        _ form: StockForm, _ view: ShiftView, _ visit: Visit, _ replies: [Notice], confirmsDecreases: Bool = false,
        _ send: @escaping Sender
    ) {
        bookingQueue.findRequests(for: Self.list(form.short)) { [self] lookup in
            let frame = (form: visit.session.form, page: form.page)
            let decreases = confirmsDecreases ? form.decreases : []
            let screen = pages.stock(
                view, frame, cells: form.cells, shortage: lookup.shortage, replies: replies, decreases: decreases)
            send(page(screen))
        }
    }

    // MARK: The end

    private func close(_ send: @escaping Sender) {
        bookingQueue.close { [self] error in
            // The page is sent directly, since the counter may end before another page is requested.
            guard let error, ending == nil else {
                return send(page(pages.ended(ending ?? pages.messages.closedHere, bookingQueue.view, report)))
            }
            var text = text(error)
            if case BatchError.interrupted = error { text = pages.messages.counterEnds }
            send(WebResponse(status: 500, pages.notClosed(text), type: "text/html"))
        }
    }

    private func text(_ error: any Error) -> String {
        (error as? BatchError).map { pages.messages.language.text($0) } ?? "\(error)"
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
