import JuiceCounter
import JuiceReports
import JuiceShop
import Testing

/// The screens of a counter without a terminal: keys go in, what is wished is booked at once.
struct GivenTerminal {
    let counter: GivenCounter
    let shift: Shift
    var model: TerminalModel
    /// Every press comes so much later than the one before, in milliseconds.
    var gapMs = 2_000
    private(set) var nowMs = 0
    /// What was booked so far.
    private(set) var wishes: [Press.Wish] = []
    private(set) var isEnded = false

    init(_ language: MessageLanguage = .korean, menu: String? = nil) throws {
        counter = try GivenCounter()
        shift = try counter.open(menu: menu)
        model = TerminalModel(CounterWording(language), shift.view)
    }

    /// Presses keys one after the other.
    mutating func press(_ keys: String) { press(keys.map(Key.character)) }

    mutating func press(_ keys: [Key]) {
        for key in keys {
            nowMs += gapMs
            perform(model.press(key, atMs: nowMs))
        }
    }

    /// Lets time pass.
    mutating func wait(ms: Int) {
        nowMs += ms
        perform(model.tick(atMs: nowMs))
    }

    /// Books something at another screen.
    mutating func bookElsewhere(_ wish: Press.Wish) {
        _ = shift.book([Press(id: "elsewhere-\(shift.view.rows)", wish)])
        model.update(shift.view)
    }

    private mutating func perform(_ wish: TerminalModel.Wish?) {
        switch wish {
        case .book(let wishes):
            let first = self.wishes.count
            self.wishes += wishes
            let presses = wishes.enumerated().map { Press(id: "pressed-\(first + $0.offset)", $0.element) }
            model.take(Array(zip(wishes, shift.book(presses))).map { (wish: $0.0, answer: $0.1) })
            model.update(shift.view)
        case .end: isEnded = true
        case .redraw, nil: break
        }
    }

    /// What the screen shows in a window.
    func text(columns: Int = 80, rows: Int = 24) -> String {
        TerminalRenderer(CounterWording(.korean)).lines(model, columns: columns, rows: rows).map(\.text)
            .joined(separator: "\n")
    }

    /// The stock of a fruit.
    func stock(_ fruit: String) -> Int? { shift.view.fruits.first { $0.name == fruit }?.stock }

    /// The cells of the stock screen; empty on the other one.
    var cells: [StockDraft.Cell] {
        guard case .stock(let draft) = model.page else { return [] }
        return draft.cells
    }
}
