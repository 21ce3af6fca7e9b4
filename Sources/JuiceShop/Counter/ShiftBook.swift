internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The bookings of a shift and their results, computed with the code of the run that will apply the shift log.
struct ShiftBook: ~Copyable {
    let menu: Menu
    private let run: LiveRun
    private(set) var bookings: [Booking] = []
    private var dailyCourse: ShiftView.DailyCourse = (Array(repeating: 0, count: 24), [], 0)
    private var indices: [String: Int] = [:]

    /// The outcomes of the bookings: an order that is short is booked as well, since it counts as demand.
    var codes: [OutcomeCode] { bookings.map { $0.isDone ? .success : .insufficientStock } }
    /// The stock after the bookings, by the fruit's index on the menu.
    var stock: [Int] { run.stock }
    /// The time of the latest row; empty if there are no rows.
    private var latestTime: String { bookings.last?.time ?? "" }

    /// Creates the book of a shift without rows, with the settings of the run that will apply the shift log.
    init(_ settings: RunSettings, of shift: OpenShift, in environment: Environment) throws {
        menu = settings.menu
        let shiftLog = try InputFile(
            path: shift.shiftLog, name: InputSteps.names(of: [shift.shiftLog]).joined(),
            spillFolder: environment.temporaryFolder, cancellation: environment.cancellation)
        run = try LiveRun(settings, header: shiftLog)
    }

    /// Adds the rows of a shift log, and cuts off an incomplete last line, which was never confirmed.
    ///
    /// - Returns: the line, from 1, on which a row starts that no counter has written; nil if the log is valid.
    mutating func replay(_ shiftLog: ShiftLog) throws -> Int? {
        let bytes = try shiftLog.read()
        var start = ShiftLog.header.count
        while let end = bytes[start...].firstIndex(of: Ascii.lineFeed) {
            let line = Array(bytes[start...end])
            guard let applied = try run.apply(line),
                let row = Booking(line: line, cells: applied.cells, number: bookings.count + 1),
                let instruction = applied.instruction, Self.isWritten(applied.code, row.action),
                indices[row.id] == nil, index(of: row.item, row.action) == instruction.item, row.time >= latestTime
            else {
                // Each booking is one line, after the header.
                return bookings.count + 2
            }
            append(row, applied)
            start = end + 1
        }
        if start < bytes.count { try shiftLog.truncate(to: start) }
        return nil
    }

    /// Whether the row of a booking is written: also orders that are short, since they count as demand.
    private static func isWritten(_ code: OutcomeCode, _ action: Action) -> Bool {
        code == .success || code == .insufficientStock && action == .order
    }

    /// Adds a booking for a row that was applied; returns it with its outcome.
    @discardableResult
    private mutating func append(_ row: Booking, _ applied: LiveRun.Row) -> Booking {
        var booking = row
        booking.missing = applied.shortages.map { FruitStock(fruit: menu.fruits[$0.fruit].name, pieces: $0.pieces) }
        booking.change = booking.action == .count ? applied.change : 0
        indices[booking.id] = bookings.count
        bookings.append(booking)
        let hour = Self.hour(of: booking)
        if dailyCourse.hours.last != hour, !dailyCourse.hours.contains(hour) { dailyCourse.hours.append(hour) }
        dailyCourse.minutes = ((booking.seconds ?? 0) / 60) - ((bookings.first?.seconds ?? 0) / 60)
        let undone = booking.isUndo ? indices[String(booking.id.dropLast(Booking.undoSuffix.count))] : nil
        if booking.isDone, let sign = booking.action.cupSign {
            // A cup that was cancelled is subtracted from the hour in which it was ordered.
            dailyCourse.netCups[undone.map { Self.hour(of: bookings[$0]) } ?? hour] += sign * booking.quantity
        }
        if let undone { bookings[undone].isUndone = true }
        return booking
    }

    /// The hour of a booking's local time, 0 to 23.
    private static func hour(of booking: Booking) -> Int { min(23, Int(booking.time.dropFirst(11).prefix(2)) ?? 0) }

    /// Books a request in memory, unless a run before the shift used its id.
    ///
    /// - Returns: the answer, and the line of a new booking, to be on disk before it is confirmed; empty if none.
    mutating func book(
        _ request: CounterRequest, now: String, used: Set<String>
    ) throws -> (answer: Answer, line: [UInt8]) {
        guard request.hasValidID else { return (.refused(.unknown), []) }
        if case .late = request.effect {
            return (.refused(used.contains(request.id) ? .usedBefore : .earlierShift), [])
        }
        guard let (id, action, item, quantity) = row(of: request) else { return (.refused(.notUndone), []) }
        if let index = indices[id] {
            let found = bookings[index]
            let isSame = found.action == action && found.item == item && found.quantity == quantity
            return (isSame ? .booked(found, isRepeat: true) : .idInUse(by: found), [])
        }
        if used.contains(id) { return (.refused(.usedBefore), []) }
        guard action.quantities.contains(quantity), let index = index(of: item, action) else {
            let isTooLarge = !action.concernsJuice && quantity > action.quantities.upperBound
            return (.refused(isTooLarge ? .limit : .unknown), [])
        }
        if !action.concernsJuice {
            let (fruit, stock) = (menu.fruits[index].name, run.stock[index])
            if case .row(_, _, _, let shown?) = request.effect, shown != stock {
                return (.refused(.stockChanged(fruit: fruit, stock: stock)), [])
            }
            if run.isShort(of: Instruction(action, item: index, quantity: quantity)) {
                return (.refused(.tooFew(fruit: fruit, stock: stock)), [])
            }
        }
        let row = Booking(
            number: bookings.count + 1, time: max(now, latestTime), id: id, action: action, item: item,
            quantity: quantity)
        guard let applied = try run.apply(row.line) else {
            throw BatchError.invariant("a row of the shift log cannot be read")
        }
        switch applied.code {
        case .stockLimit: return (.refused(.limit), [])
        case .nothingToCancel: return (.refused(.notUndone), [])
        case let code where Self.isWritten(code, action):
            return (.booked(append(row, applied), isRepeat: false), row.line)
        case let code: throw BatchError.invariant("a row of the shift log is \(code)")
        }
    }

    /// The answer to a request that arrives after the shift was closed.
    func answerAfterEnd(_ request: CounterRequest) -> Answer {
        if case .late = request.effect { return .refused(.earlierShift) }
        guard let (id, _, _, _) = row(of: request), let booking = booking(id) else { return .refused(.closed) }
        return .booked(booking, isRepeat: true)
    }

    private func row(of request: CounterRequest) -> (id: String, action: Action, item: String, quantity: Int)? {
        switch request.effect {
        case .row(let action, let item, let quantity, _): return (request.id, action, item, quantity)
        case .undo(let id):
            let undoID = id + Booking.undoSuffix
            if let undo = booking(undoID) { return (undoID, undo.action, undo.item, undo.quantity) }
            guard let booking = booking(id), booking.isDone, let opposite = booking.opposite else { return nil }
            // A count is undone by a count, so that reports show neither missing fruit nor a delivery.
            if booking.action == .count, let fruit = index(of: booking.item, .count) {
                let pieces = run.stock[fruit] - booking.change
                if Action.count.quantities.contains(pieces) { return (undoID, .count, booking.item, pieces) }
            }
            return (undoID, opposite.action, booking.item, opposite.quantity)
        case .late: return nil
        }
    }

    private func index(of item: String, _ action: Action) -> Int? {
        action.concernsJuice
            ? menu.juices.firstIndex { $0.name == item } : menu.fruits.firstIndex { $0.name == item }
    }

    func view(of shift: OpenShift, now: String) -> ShiftView {
        // The identity distinguishes even shifts that were opened in the same second: each closed shift is a run, so
        // the next shift has another number. A shift that ended without a run may be followed by one with the same
        // identity only if both have the same menu.
        ShiftView(
            date: shift.date, identity: SHA256.hex(of: "\(shift.run) \(shift.openedAt) \(shift.menu)"), status: .open,
            rows: bookings.count, fruits: zip(menu.fruits, run.stock).map { ($0.name, $1) },
            juices: zip(menu.juices, menu.cupsPossible(stock: run.stock)).map { ($0.name, $0.price, $1) },
            latest: bookings.suffix(10).reversed(), tally: run.tally, dailyCourse: dailyCourse,
            clock: clock(of: shift, now))
    }

    private func clock(of shift: OpenShift, _ now: String) -> ShiftView.Clock {
        let day = now.prefix(shift.date.count)
        if now < latestTime || day < shift.date { return .isEarlier }
        return day > shift.date ? .dayHasPassed : .onTheDay
    }

    /// The fruits that the current stock lacks for all short orders among some bookings; nil if none of them is short.
    func shortage(_ ids: [String]) -> ShortOrders? {
        let orders = ids.compactMap { booking($0) }.filter { $0.action == .order && !$0.isDone }
        if orders.isEmpty { return nil }
        var needs = Array(repeating: Int128(0), count: menu.fruits.count)
        for order in orders {
            guard let juice = index(of: order.item, .order) else { continue }
            for ingredient in menu.juices[juice].recipe.ingredients {
                needs[ingredient.fruit] += Int128(ingredient.quantity) * Int128(order.quantity)
            }
        }
        let missing = menu.fruits.indices.compactMap { fruit -> FruitStock? in
            let lackingPieces = needs[fruit] - Int128(run.stock[fruit])
            return lackingPieces > 0
                ? FruitStock(fruit: menu.fruits[fruit].name, pieces: Int(clamping: lackingPieces)) : nil
        }
        return ShortOrders(orders: orders, missing: missing)
    }

    func booking(_ id: String) -> Booking? { indices[id].map { bookings[$0] } }
}
