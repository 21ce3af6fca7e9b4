internal import JuiceBatch

/// The orders of each hour as bars, in the order of the business day.
extension PageContent {
    /// The chart of the hours; nil where no order has a time.
    var hours: PageNode? {
        let hours = story.hours
        guard let most = hours.map(\.orders).max(), let text = story.hoursText else { return nil }
        // So many labels of two digits stand beside each other on a phone.
        let step = hours.count > 12 ? 3 : 1
        let legend = story.hoursLegend
        return PageNode(
            texts: [
                "title": story.hoursTitle, "words": text, "most": grouped(most), "legendServed": legend.served,
                "legendShort": legend.short,
            ],
            shapes: ["across": String(hours.count * 10)],
            lists: [
                "bars": hours.enumerated().map { bar($0.element, $0.offset, of: most) },
                "labels": hours.map { PageNode(texts: ["text": $0.hour % step == 0 ? String($0.hour) : ""]) },
            ])
    }

    /// The bar of an hour: across, it has 10 units; its heights are in thousandths of the highest bar.
    private func bar(_ hour: HourCounts.Hour, _ place: Int, of most: Int) -> PageNode {
        let all = permille(hour.orders, of: most)
        let short = permille(hour.short, of: most)
        let legend = story.hoursLegend
        return PageNode(
            texts: [
                "words": "\(story.name(hour.hour)): \(legend.served) \(grouped(hour.served)), \(legend.short) "
                    + grouped(hour.short)
            ],
            shapes: [
                "left": String(place * 10 + 1), "top": String(1_000 - all), "shortHeight": String(short),
                "servedTop": String(1_000 - all + short), "servedHeight": String(all - short),
            ])
    }
}
