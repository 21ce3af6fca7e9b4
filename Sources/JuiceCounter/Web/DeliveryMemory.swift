internal import JuiceBatch
internal import JuiceShop

/// Deliveries that were read in and checked, until somebody says that they are to be booked.
final class DeliveryMemory: Sendable {
    private struct Delivery {
        let page: String
        let presses: [Press]
        var said: [Said] = []
    }

    /// How many are kept; the oldest one makes way.
    private static let countMax = 8

    private let deliveries = Guarded<[Delivery]>([])

    /// Keeps what a delivery is to be booked as.
    ///
    /// - Parameter page: the page on which it is shown.
    func keep(_ presses: [Press], for page: String) {
        deliveries.withLock { deliveries in
            deliveries.append(Delivery(page: page, presses: presses))
            if deliveries.count > Self.countMax { deliveries.removeFirst() }
        }
    }

    /// What a delivery is to be booked as; nil if it is not known any more.
    func presses(for page: String) -> [Press]? {
        deliveries.withLock { $0.first { $0.page == page }?.presses }
    }

    /// Keeps what was said when a delivery was booked.
    func keep(_ said: [Said], for page: String) {
        deliveries.withLock { deliveries in
            guard let place = deliveries.firstIndex(where: { $0.page == page }) else { return }
            deliveries[place].said = said
        }
    }

    /// What was said when a delivery was booked.
    func said(for page: String) -> [Said] {
        deliveries.withLock { $0.first { $0.page == page }?.said ?? [] }
    }
}
