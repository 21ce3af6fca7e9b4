internal import JuiceBatch

/// The last runs of a ledger as bars, the oldest first.
extension PageContent {
    /// Cups served, and rows that were short or rejected, beside the table of nights; nil without a ledger.
    var trend: PageNode? {
        guard let ledger = story.model.ledger, let nights = story.nights else { return nil }
        // Only what applied inputs and was not reversed.
        let standing = ledger.past.filter { $0.reverses == nil && $0.reversedBy == nil && $0.settles == nil }
        let runs = Array(([ledger.current(story.model)] + standing).prefix(LedgerView.pastMax).reversed())
        let words = story.trendWords
        return PageNode(
            texts: [
                "title": nights.title, "note": story.nightsIntroduction, "first": runs.first.map { "#\($0.number)" },
                "last": runs.last.map { "#\($0.number)" },
            ],
            nodes: ["nights": PageContent.table(nights)],
            lists: [
                "charts": [
                    chart(words.cups, runs.map(\.cupsServed), kind: "cups"),
                    chart(words.trouble, runs.map { $0.shortage + $0.rejected }, kind: "gone"),
                ]
            ])
    }

    /// Heights in thousandths of the highest; across, a run has 10 units.
    private func chart(_ words: String, _ figures: [Int], kind: String) -> PageNode {
        let most = figures.max() ?? 0
        let bars = figures.enumerated().map { index, figure in
            let height = max(0, permille(figure, of: max(1, most)))
            return PageNode(
                shapes: ["left": String(index * 10 + 1), "top": String(1_000 - height), "height": String(height)])
        }
        return PageNode(
            texts: ["words": words, "most": grouped(most)],
            // A few runs make no broad bars.
            shapes: ["kind": kind, "across": String(max(10, figures.count) * 10)],
            lists: ["runs": bars])
    }
}
