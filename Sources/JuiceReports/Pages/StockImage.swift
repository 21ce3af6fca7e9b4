internal import JuiceBatch

/// The image stock.svg for report.md, with the stock of each fruit over the run.
extension ReportViewModel {
    // Lengths in the units of the image.
    private static let (width, left, rowHeight, plotHeight, legendHeight) = (720, 120, 110, 76, 34)

    /// Renders the text of stock.svg.
    package func stockImage() -> String {
        let (width, left) = (Self.width, Self.left)
        let height = Self.legendHeight + curves.count * Self.rowHeight + 24
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
            height="\(height)" role="img" aria-labelledby="title">
            """,
            "<title id=\"title\">\(Self.escaped(stockTitle))</title>",
            Self.imageStyle + (scale == nil ? "" : Self.imageClockStyle),
            "<rect class=\"paper\" width=\"\(width)\" height=\"\(height)\"/>",
            imageLegend,
        ]
        for (index, item) in curves.enumerated() {
            lines.append(Self.drawing(of: item, at: Self.legendHeight + index * Self.rowHeight, scale?.ticks ?? []))
        }
        for tick in scale?.ticks ?? [] {
            let x = left + tick.position * (width - left - 12) / ClockScale.width
            lines.append(
                "<text class=\"small middle\" x=\"\(x)\" y=\"\(height - 8)\">\(Self.escaped(tick.text))</text>")
        }
        let ends = curveEnds
        lines.append("<text class=\"small\" x=\"\(left)\" y=\"\(height - 8)\">\(Self.escaped(ends.start))</text>")
        lines.append(
            "<text class=\"small end\" x=\"\(width - 12)\" y=\"\(height - 8)\">\(Self.escaped(ends.end))</text>")
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private var imageLegend: String {
        let words = curveLegend
        return """
            <rect class="band" x="12" y="10" width="12" height="10"/><text class="small" x="30" y="20">\(Self.escaped(words.stock))</text>
            <rect class="gone" x="252" y="10" width="12" height="10"/><text class="small" x="270" y="20">\(Self.escaped(words.soldOut))</text>
            <rect class="refused" x="466" y="10" width="12" height="10"/><text class="small" x="484" y="20">\(Self.escaped(words.refused))</text>
            <rect class="in" x="612" y="10" width="12" height="10"/><text class="small" x="630" y="20">\(Self.escaped(words.restocked))</text>
            """
    }

    private static let imageStyle = """
        <style>
        .paper{fill:#fffdf8}.band{fill:#2c6fae;stroke:#2c6fae;stroke-width:1.5}.out{fill:#f6c9c0}.gone{fill:#b3261e}
        .refused{fill:#c77700}.in{fill:#1d7a46;stroke:#1d7a46;stroke-width:2}.axis{stroke:#8a8073;fill:none}
        text{font:15px sans-serif;fill:#211d18}.small{font-size:12px;fill:#5a5248}.end{text-anchor:end}
        @media(prefers-color-scheme:dark){.paper{fill:#171512}.band{fill:#74b3ee;stroke:#74b3ee}.out{fill:#5a2720}
        .gone{fill:#ff8f80}.refused{fill:#f0b65a}.in{fill:#5cc78d;stroke:#5cc78d}text{fill:#f2ede4}.small{fill:#bdb3a5}.axis{stroke:#8f8577}}
        </style>
        """

    private static let imageClockStyle = """

        <style>.middle{text-anchor:middle}.tick{fill:none;stroke:#8a8073;opacity:.35}</style>
        """

    /// The curve of a fruit, with its upper edge at `y`.
    private static func drawing(of fruit: FruitCurve, at y: Int, _ ticks: [ClockScale.Tick]) -> String {
        let (name, curve) = (fruit.name, fruit.shape)
        let wide = width - left - 12
        let upper = y + 22
        let places = ticks.map { "M\($0.position) 0V\(StockCurve.height)" }.joined()
        let lines =
            places.isEmpty ? "" : "\n<path class=\"tick\" vector-effect=\"non-scaling-stroke\" d=\"\(places)\"/>"
        let short = name.displayWidth > 24 ? name.prefix(10) + "…" : name
        return """
            <text x="12" y="\(y + 14)">\(escaped(String(short)))<title>\(escaped(name))</title></text>
            <text class="small" x="\(left)" y="\(y + 14)">\(escaped(fruit.shortText))</text>
            <text class="small end" x="\(left - 8)" y="\(upper + 10)">\(grouped(curve.top))</text>
            <text class="small end" x="\(left - 8)" y="\(upper + plotHeight)">0</text>
            <svg x="\(left)" y="\(upper)" width="\(wide)" height="\(plotHeight)" viewBox="0 0 \(curve.width) \
            \(StockCurve.height)" preserveAspectRatio="none">\(lines)
            <path class="out" d="\(curve.soldOut)"/>
            <path class="band" vector-effect="non-scaling-stroke" d="\(curve.band)"/>
            </svg>
            <svg x="\(left)" y="\(upper + plotHeight)" width="\(wide)" height="8" viewBox="0 0 \(curve.width) 2" \
            preserveAspectRatio="none">
            <path class="gone" d="\(curve.soldOutPath)"/>
            <path class="refused" d="\(curve.refusedPath)"/>
            <path class="in" vector-effect="non-scaling-stroke" d="\(curve.restockedPath)"/>
            </svg>
            <path class="axis" d="M\(left) \(upper)V\(upper + plotHeight)H\(width - 12)"/>
            """
    }

    private static func escaped(_ text: String) -> String { Escaping.markup(text) }
}
