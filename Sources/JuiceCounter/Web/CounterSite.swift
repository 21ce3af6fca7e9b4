package import JuiceReports
internal import JuiceShop

/// The counter's web application, from a request's address to a page, without a socket.
package final class CounterSite: WebResponder {
    /// Is given the answer.
    typealias Sender = @Sendable (WebResponse) -> Void

    let desk: Desk
    let access: Access
    let pages: CounterPages
    let memory = AnswerMemory()
    let makeID: @Sendable () -> String
    /// The value that distinguishes this process' states from another one's.
    private let epoch: String

    /// The maximum size of a form, in bytes.
    private static let formBytesMax = 64 << 10

    /// The site of a counter.
    ///
    /// - Parameter makeID: makes what the ids of a page's presses begin with: 128 random bits, as letters and digits.
    package init(
        _ desk: Desk, _ access: Access, _ wording: CounterWording, makeID: @escaping @Sendable () -> String
    ) throws {
        self.desk = desk
        self.access = access
        self.makeID = makeID
        pages = try CounterPages(wording)
        epoch = makeID()
    }

    package func bodyBytesMax(_ head: WebRequest) -> Int {
        head.method == "POST" ? Self.formBytesMax : 0
    }

    package func respond(to request: WebRequest, _ send: @escaping @Sendable (WebResponse) -> Void) {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard request.target.hasPrefix("/"), let path = FormFields.decoded(parts[0].utf8, hasPlus: false),
            let query = FormFields(parts.count > 1 ? Array(parts[1].utf8) : [])
        else { return send(refusal(400)) }
        guard let place = WebPlace(rawValue: path) else {
            // Who it is does not matter, but what name is asked for does.
            return send(refusal(access.objection(to: request, .orders) ?? 404))
        }
        if let status = access.objection(to: request, place) { return send(refusal(status)) }
        guard place.methods.contains(request.method) else {
            var response = refusal(405)
            response.headers.append(("Allow", place.methods.joined(separator: ", ")))
            return send(response)
        }
        guard place.isForScreens else { return send(open(place, request, query)) }
        guard let session = access.session(of: request) else {
            return send(refusal(403, pages.wording.notConnected))
        }
        if request.method == "POST" {
            let visit = Visit(session: session, isByScript: isByScript(request))
            return receive(place, request, visit, send)
        }
        show(place, request, query, session, send)
    }

    /// The sender of a request, and the form of the answer.
    struct Visit: Sendable {
        let session: Access.Session
        /// Whether a script asks, which does not want a whole page.
        let isByScript: Bool
    }

    private func receive(_ place: WebPlace, _ request: WebRequest, _ visit: Visit, _ send: @escaping Sender) {
        guard let fields = form(of: request) else { return send(refusal(400)) }
        guard access.isOwn(request, fields, visit.session) else { return send(refusal(403)) }
        press(place, fields, visit, send)
    }

    private func isByScript(_ request: WebRequest) -> Bool { request.value(of: "accept") == "application/json" }

    private func form(of request: WebRequest) -> FormFields? {
        let type = request.value(of: "content-type")?.split(separator: ";").first?.lowercased()
        guard type == "application/x-www-form-urlencoded" else { return nil }
        return FormFields(request.body)
    }

    // MARK: For everyone

    private func open(_ place: WebPlace, _ request: WebRequest, _ query: FormFields) -> WebResponse {
        switch place {
        case .style: return asset(.style)
        case .script: return asset(.script)
        case .icon: return asset(.icon)
        case .open: return connect(request, query)
        default:
            let isWell = desk.ending == nil && desk.view.status == .open
            return WebResponse(status: isWell ? 200 : 503, isWell ? "ok\n" : "unwell\n", type: "text/plain")
        }
    }

    private func asset(_ asset: Asset) -> WebResponse {
        WebResponse(status: 200, headers: [("Content-Type", asset.type)], body: asset.bytes)
    }

    private func connect(_ request: WebRequest, _ query: FormFields) -> WebResponse {
        // A HEAD request must not use up the one-time link.
        guard request.method == "GET", let token = query["token"], let session = access.connect(token) else {
            // The page of a link that is loaded again.
            if access.session(of: request) != nil { return .leading(to: "/") }
            return refusal(403, pages.wording.linkUsed)
        }
        // A page in between: a cookie of this kind does not go with an address that another page has led to.
        var response = WebResponse(pages.connected(), type: "text/html")
        response.headers.append(access.header(for: session))
        return response
    }

    /// A page that says why nothing is given.
    func refusal(_ status: Int, _ text: String? = nil, isConnected: Bool = false) -> WebResponse {
        WebResponse(
            status: status, pages.refusal(text ?? pages.wording.refusedRequest, isConnected: isConnected),
            type: "text/html")
    }

    // MARK: For screens that are connected

    private func show(
        _ place: WebPlace, _ request: WebRequest, _ query: FormFields, _ session: Access.Session,
        _ send: @escaping Sender
    ) {
        if place == .state { return send(state(request)) }
        if let text = ending { return send(page(pages.ended(text))) }
        let frame = CounterPages.Frame(form: session.form, page: makeID())
        switch place {
        case .stock: showStock(query, frame, send)
        case .closing: send(page(pages.closing(form: session.form)))
        default:
            look(for: ids(query)) { [self] in send(page(pages.orders(desk.view, frame, said: $0))) }
        }
    }

    /// The message once the shift has ended; nil before.
    var ending: String? {
        switch desk.ending {
        case .here: pages.wording.closedHere
        case .elsewhere: pages.wording.closedElsewhere
        case nil: nil
        }
    }

    func page(_ text: String) -> WebResponse { WebResponse(text, type: "text/html") }

    private func state(_ request: WebRequest) -> WebResponse {
        let (view, ending) = (desk.view, ending)
        // Whatever is shown changes with one of these.
        let tag = "\"\(epoch)-\(view.rows)-\(view.clock)-\(view.status == .open)-\(ending != nil)\""
        let headers = [(name: "ETag", value: tag)]
        if request.value(of: "if-none-match") == tag { return WebResponse(status: 304, headers: headers) }
        var response = WebResponse(pages.state(view, ending: ending).text, type: "application/json")
        response.headers += headers
        return response
    }

    private func showStock(_ query: FormFields, _ frame: CounterPages.Frame, _ send: @escaping Sender) {
        let short = query["short"] ?? ""
        look(for: ids(query)) { [self] said in
            desk.look(for: short) { [self] booking in
                let view = desk.view
                let cells = view.fruits.map { CellState(stock: $0.stock) }
                send(page(pages.stock(view, frame, cells: cells, short: booking, said: said)))
            }
        }
    }

    // MARK: What was said

    /// The ids of the presses whose answers an address asks for.
    private func ids(_ query: FormFields) -> [String] {
        if let id = query["said"] { return [id] }
        return query["changed"].map { page in desk.view.fruits.indices.map { StockForm.id(page, $0) } } ?? []
    }

    /// Looks up the answers to presses, in the kept answers and in the shift; leaves out presses that neither has.
    private func look(for ids: [String], _ receiver: @escaping @Sendable ([Said]) -> Void) {
        if ids.isEmpty { return receiver([]) }
        look(for: ids[...], found: [], receiver)
    }

    private func look(
        for ids: ArraySlice<String>, found: [Said], _ receiver: @escaping @Sendable ([Said]) -> Void
    ) {
        guard let id = ids.first else { return receiver(found) }
        desk.look(for: id) { [self] booking in
            let answer = memory.answer(for: id) ?? booking.map { Answer.booked($0, isRepeat: false) }
            let said = answer.map { [Said($0, pages.wording)] } ?? []
            look(for: ids.dropFirst(), found: found + said, receiver)
        }
    }
}
