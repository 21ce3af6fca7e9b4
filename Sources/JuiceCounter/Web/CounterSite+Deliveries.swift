internal import JuiceReports
internal import JuiceShop

/// Deliveries that come as a file: read and checked, then shown, then booked row by row.
extension CounterSite {
    /// How many refusals are told of a delivery; the others are like them.
    private static let refusalsMax = 5

    /// Reads a file in, and shows what it would book.
    func readDelivery(_ upload: UploadForm, _ visit: Visit, _ send: @escaping Sender) {
        let page = makeID()
        // Nothing but a name, wherever it lay.
        let name = upload.fileName.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "CSV"
        do throws(Delivery.Mistake) {
            let delivery = try desk.read(upload.file, name: name, language: pages.wording.language)
            deliveries.keep(delivery.presses, for: page)
            let frame = CounterPages.Frame(form: visit.session.form, page: page)
            send(self.page(pages.delivery(name, frame, rows: delivery.lines.map { ($0.fruit, $0.pieces) })))
        } catch {
            send(refusal(422, text(name, error), isConnected: true))
        }
    }

    private func text(_ name: String, _ mistake: Delivery.Mistake) -> String {
        switch mistake {
        case .unreadable(let text): text
        case .noRestock(let line): pages.wording.noRestock(name, line)
        case .repeated(let line): pages.wording.repeatedDelivery(name, line)
        case .empty: pages.wording.noDelivery(name)
        case .tooLong: pages.wording.longDelivery(name, max: Delivery.linesMax)
        }
    }

    /// Books a delivery that was shown.
    func bookDelivery(_ fields: FormFields, _ send: @escaping Sender) {
        guard let page = fields["page"], let presses = deliveries.presses(for: page) else {
            return send(refusal(409, pages.wording.deliveryForgotten, isConnected: true))
        }
        let isTaken = desk.book(presses) { [self] answers in
            let said = answers.map { Said($0, pages.wording) }
            let refused = said.filter { $0.kind == .bad }
            let pieces = presses.count - refused.count
            deliveries.keep(
                (pieces > 0 ? [Said(pages.wording.delivered(pieces), .good)] : [])
                    + refused.prefix(Self.refusalsMax), for: page)
            send(.leading(to: "/?delivered=\(page)"))
        }
        if !isTaken { send(refusal(503, pages.wording.crowded, isConnected: true)) }
    }
}
