internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

extension CounterSite {
    /// Does what was pressed.
    func press(_ place: WebPlace, _ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        switch place {
        case .order: order(fields, visit, send)
        case .takeBack: takeBack(fields, visit, send)
        case .stock: stock(fields, visit, send)
        case .link: send(page(pages.links(access.makeLinks())))
        case .close: close(send)
        default: preconditionFailure("nothing is pressed at \(place)")
        }
    }

    private func order(_ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        let juices = desk.view.juices
        guard let page = fields["page"], let number = fields["juice"].flatMap({ Int($0) }),
            juices.indices.contains(number - 1)
        else { return send(refusal(400, isConnected: true)) }
        // One id for each button of a page: if the user goes back to a page and orders another juice there, that is a
        // new order and not a repeated one.
        let press = Press(id: "\(page)-\(number)", .order(juice: juices[number - 1].name, cups: 1))
        book([press], visit, leadingTo: { _ in "/?said=\(press.id)" }, send)
    }

    private func takeBack(_ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        guard let id = fields["id"] else { return send(refusal(400, isConnected: true)) }
        // No row has this id: the row that takes a booking back has an id made from that of the booking.
        let press = Press(id: "take-back-\(makeID())", .takeBack(id: id))
        book([press], visit, leadingTo: { _ in "/?said=\(press.id)" }, send)
    }

    /// Hands in presses, and says what becomes of them: at once to a script, else on the page that is led to.
    private func book(
        _ presses: [Press], _ visit: Visit, leadingTo place: @escaping @Sendable ([Answer]) -> String,
        _ send: @escaping Sender
    ) {
        let isTaken = desk.book(presses) { [self] answers in
            for (press, answer) in zip(presses, answers) {
                memory.keep(answer, for: press.id, isFoundByID: booking(of: answer)?.id == press.id)
            }
            guard visit.isByScript else { return send(.leading(to: place(answers))) }
            let said = answers.map { Said($0, pages.wording) }
            let answer = JSONValue.object([
                ("answer", .string(pages.answer(said))),
                ("isShort", .bool(said.count == 1 && said.first?.short != nil)),
                ("state", pages.state(desk.view, ending: ending)),
            ])
            send(WebResponse(answer.text, type: "application/json"))
        }
        if !isTaken { send(refusal(503, pages.wording.crowded, isConnected: true)) }
    }

    private func booking(of answer: Answer) -> Booking? {
        guard case .booked(let booking, _) = answer else { return nil }
        return booking
    }

    // MARK: Stock

    private func stock(_ fields: FormFields, _ visit: Visit, _ send: @escaping Sender) {
        let view = desk.view
        guard var form = StockForm(fields, fruits: view.fruits.count) else {
            return send(refusal(400, isConnected: true))
        }
        if case .step(let index, let step) = form.deed {
            form.step(index, by: step)
            return show(form, view, visit, [], send)
        }
        guard let presses = form.presses(view.fruits) else {
            return show(form, view, visit, [Said(pages.wording.badNumber, .bad)], send)
        }
        if presses.isEmpty {
            guard form.deed == .count else { return send(.leading(to: "/")) }
            return show(form, view, visit, [Said(pages.wording.noCount, .bad)], send)
        }
        let changed = form.page
        book(
            presses, visit,
            leadingTo: { answers in
                let isRefused = answers.contains { if case .booked = $0 { false } else { true } }
                return "\(isRefused ? "/stock" : "/")?changed=\(changed)"
            }, send)
    }

    /// Shows the stock screen again as it was left.
    private func show(
        _ form: StockForm, _ view: ShiftView, _ visit: Visit, _ said: [Said], _ send: @escaping Sender
    ) {
        desk.look(for: form.short ?? "") { [self] booking in
            let frame = CounterPages.Frame(form: visit.session.form, page: form.page)
            send(page(pages.stock(view, frame, cells: form.cells, short: booking, said: said)))
        }
    }

    // MARK: The end

    private func close(_ send: @escaping Sender) {
        desk.close { [self] error in
            guard let error else { return send(.leading(to: "/")) }
            let text = (error as? BatchError).map { ErrorMessages(pages.wording.language).text($0) } ?? "\(error)"
            send(WebResponse(status: 500, pages.notClosed(text), type: "text/html"))
        }
    }
}
