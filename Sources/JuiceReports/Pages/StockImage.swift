internal import JuiceBatch

/// The image stock.svg for report.md, with the stock of each fruit over the run.
extension ReportViewModel {
    // Lengths in the units of the image.
    private static let (width, left, rowHeight, plotHeight, legendHeight) = (720, 120, 110, 76, 34)

    /// Renders the text of stock.svg.
    package func stockImage() -> String {
        let (width, left, ends) = (Self.width, Self.left, curveEnds)
        let height = Self.legendHeight + curves.count * Self.rowHeight + 24
        let legend = [
            ("band", 12, curveLegend.stock), ("gone", 252, curveLegend.soldOut), ("refused", 466, curveLegend.refused),
            ("in", 612, curveLegend.restocked),
        ].map { style, x, label -> HTML in
            """
            <rect class="\(raw: style)" x="\(x)" y="10" width="12" height="10"/><text class="small" x="\(x + 18)" y="20">\(label)</text>

            """
        }
        let drawings = curves.enumerated().map { drawing(of: $1, at: Self.legendHeight + $0 * Self.rowHeight) }
        let ticks = (scale?.ticks ?? []).map { tick -> HTML in
            let x = left + tick.position * (width - left - 12) / ClockScale.width
            return "<text class=\"small middle\" x=\"\(x)\" y=\"\(height - 8)\">\(tick.text)</text>\n"
        }
        let image: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
            height="\(height)" role="img" aria-labelledby="title">
            <title id="title">\(stockTitle)</title>
            \(raw: Self.imageStyle)
            <rect class="paper" width="\(width)" height="\(height)"/>
            \(legend)\(drawings)\(ticks)<text class="small" x="\(left)" y="\(height - 8)">\(ends.start)</text>
            <text class="small end" x="\(width - 12)" y="\(height - 8)">\(ends.end)</text>
            </svg>

            """
        return image.text
    }

    private static let imageStyle = """
        <style>
        .paper{fill:#fffdf8}.band{fill:#2c6fae;stroke:#2c6fae;stroke-width:1.5}.out{fill:#f6c9c0}.gone{fill:#b3261e}
        .refused{fill:#c77700}.in{fill:#1d7a46;stroke:#1d7a46;stroke-width:2}.axis{stroke:#8a8073;fill:none}
        .middle{text-anchor:middle}.tick{fill:none;stroke:#8a8073;opacity:.35}
        text{font:15px sans-serif;fill:#211d18}.small{font-size:12px;fill:#5a5248}.end{text-anchor:end}
        @media(prefers-color-scheme:dark){.paper{fill:#171512}.band{fill:#74b3ee;stroke:#74b3ee}.out{fill:#5a2720}
        .gone{fill:#ff8f80}.refused{fill:#f0b65a}.in{fill:#5cc78d;stroke:#5cc78d}text{fill:#f2ede4}.small{fill:#bdb3a5}.axis{stroke:#8f8577}}
        </style>
        """

    /// The curve of a fruit, with its upper edge at `y`.
    private func drawing(of fruit: FruitCurve, at y: Int) -> HTML {
        let (width, left, plotHeight) = (Self.width, Self.left, Self.plotHeight)
        let curve = fruit.shape
        let (upper, plotWidth) = (y + 22, width - left - 12)
        let path = (scale?.ticks ?? []).map { "M\($0.position) 0V\(StockCurve.height)" }.joined()
        let ticks: HTML? =
            path.isEmpty ? nil : "\n<path class=\"tick\" vector-effect=\"non-scaling-stroke\" d=\"\(raw: path)\"/>"
        let name = fruit.name.displayWidth > 24 ? fruit.name.prefix(10) + "…" : fruit.name
        return """
            <text x="12" y="\(y + 14)">\(name)<title>\(fruit.name)</title></text>
            <text class="small" x="\(left)" y="\(y + 14)">\(fruit.shortText)</text>
            <text class="small end" x="\(left - 8)" y="\(upper + 10)">\(grouped(curve.top))</text>
            <text class="small end" x="\(left - 8)" y="\(upper + plotHeight)">0</text>
            <svg x="\(left)" y="\(upper)" width="\(plotWidth)" height="\(plotHeight)" viewBox="0 0 \(curve.width) \
            \(StockCurve.height)" preserveAspectRatio="none">\(ticks)
            <path class="out" d="\(raw: curve.soldOutArea)"/>
            <path class="band" vector-effect="non-scaling-stroke" d="\(raw: curve.band)"/>
            </svg>
            <svg x="\(left)" y="\(upper + plotHeight)" width="\(plotWidth)" height="8" viewBox="0 0 \(curve.width) 2" \
            preserveAspectRatio="none">
            <path class="gone" d="\(raw: curve.soldOutMarks)"/>
            <path class="refused" d="\(raw: curve.refusedMarks)"/>
            <path class="in" vector-effect="non-scaling-stroke" d="\(raw: curve.restockedMarks)"/>
            </svg>
            <path class="axis" d="M\(left) \(upper)V\(upper + plotHeight)H\(width - 12)"/>

            """
    }
}
