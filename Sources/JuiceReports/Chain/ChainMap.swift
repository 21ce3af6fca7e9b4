/// All shops of a chain as squares of a grid, by state.
struct ChainMap {
    /// The squares of a state, as one path.
    struct Squares {
        let state: ShopRunState
        let path: String
    }

    /// The number of squares in each row and column of the map.
    let across: Int
    let down: Int
    /// The number of shops that a square stands for; the square shows the worst of them.
    let shopsPerSquare: Int
    /// The states that have squares, the worst first.
    let squares: [Squares]

    /// - Parameters:
    ///   - states: those of all shops, at least one, in their order, which is that of reading.
    ///   - squaresMax: how many squares there may be.
    init(_ states: [ShopRunState], squaresMax: Int) {
        let perSquare = max(1, (states.count + squaresMax - 1) / squaresMax)
        let ranks = Dictionary(uniqueKeysWithValues: ShopRunState.allCases.enumerated().map { ($1, $0) })
        let places = stride(from: 0, to: states.count, by: perSquare).map { start in
            states[start..<min(start + perSquare, states.count)].compactMap { ranks[$0] }.min() ?? 0
        }
        var across = min(places.count, 10)
        while across * across * 4 < places.count * 5 { across += 1 }
        self.across = across
        down = (places.count + across - 1) / max(across, 1)
        shopsPerSquare = perSquare
        let paths = Self.paths(places, across: across)
        squares = zip(ShopRunState.allCases, paths).filter { !$1.isEmpty }.map { Squares(state: $0, path: $1) }
    }

    /// A path for each state: neighbours of one state in a line are one rectangle.
    private static func paths(_ places: [Int], across: Int) -> [String] {
        var paths = Array(repeating: "", count: ShopRunState.allCases.count)
        var start = 0
        while start < places.count {
            let (state, column) = (places[start], start % across)
            let lineEnd = min(start - column + across, places.count)
            var end = start + 1
            while end < lineEnd, places[end] == state { end += 1 }
            paths[state] += "M\(column) \(start / across)h\(end - start)v1h-\(end - start)z"
            start = end
        }
        return paths
    }
}
