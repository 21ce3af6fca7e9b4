/// Everything that can be asked for, by its path.
enum WebPlace: String, CaseIterable, Sendable {
    case orders = "/"
    case stock = "/stock"
    case order = "/order"
    case takeBack = "/take-back"
    case closing = "/closing"
    case close = "/close"
    case link = "/link"
    case state = "/state"
    case open = "/open"
    case health = "/healthz"
    case style = "/counter.css"
    case script = "/counter.js"
    case icon = "/icon.svg"

    /// The allowed HTTP methods.
    var methods: [String] {
        switch self {
        case .stock: ["GET", "HEAD", "POST"]
        case .order, .takeBack, .close, .link: ["POST"]
        case .orders, .closing, .state, .open, .health, .style, .script, .icon: ["GET", "HEAD"]
        }
    }

    /// Whether only a screen that is connected gets it.
    var isForScreens: Bool {
        switch self {
        case .orders, .stock, .order, .takeBack, .closing, .close, .link, .state: true
        case .open, .health, .style, .script, .icon: false
        }
    }
}
