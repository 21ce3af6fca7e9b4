/// Makes an axis of the times of a run's batches, which come in their order.
struct RunTimes {
    private var isUsable = true
    private var form: BatchTimes.Form?
    private var last = Moment.beforeAll
    /// The stretches by number; nil where none of a stretch's rows had a time.
    private var stretches: [TimeAxis.Stretch?] = []
    private var stretchRecords = 1
    private var lastSeconds: Int64?
    private var soldOut: [[TimeAxis.SoldOut]]

    init(fruitCount: Int) {
        soldOut = Array(repeating: [], count: fruitCount)
    }

    /// Takes a batch, the next of the run.
    mutating func take(_ batch: BatchTimes) {
        guard isUsable else { return }
        guard batch.isUsable else {
            isUsable = false
            return
        }
        if let own = batch.form {
            if form.map({ $0 != own || batch.first < last }) ?? false {
                isUsable = false
                return
            }
            form = own
            last = batch.last
        }
        for mark in batch.marks { take(mark) }
        while stretchRecords < batch.stretchRecords { halve() }
        for stretch in batch.stretches {
            while stretches.count <= stretch.number { stretches.append(nil) }
            let first = stretches[stretch.number]?.first ?? stretch.first
            stretches[stretch.number] = TimeAxis.Stretch(first: first, last: stretch.last)
            lastSeconds = stretch.last
        }
    }

    private mutating func take(_ mark: BatchTimes.TimedMark) {
        // Before the first time of all, it is that time.
        let edge = TimeAxis.SoldOut.Edge(row: mark.row, seconds: mark.seconds ?? lastSeconds ?? .min)
        if mark.isStart {
            soldOut[mark.fruit].append(TimeAxis.SoldOut(start: edge))
        } else if let place = soldOut[mark.fruit].indices.last {
            soldOut[mark.fruit][place].end = edge
        }
    }

    /// Makes one stretch of each two.
    private mutating func halve() {
        stretches = stride(from: 0, to: stretches.count, by: 2).map { number in
            let second = stretches.indices.contains(number + 1) ? stretches[number + 1] : nil
            guard let first = stretches[number] else { return second }
            return TimeAxis.Stretch(first: first.first, last: second?.last ?? first.last)
        }
        stretchRecords *= 2
    }

    /// The axis of the whole run; nil where there is none, or it would have no length.
    consuming func axis(_ history: StockTimeline) -> TimeAxis? {
        while stretchRecords < history.stretchRecords { halve() }
        guard isUsable, let form, let first = stretches.lazy.compactMap({ $0 }).first?.first, let lastSeconds,
            first < lastSeconds
        else { return nil }
        var open = first
        let filled = (0..<history.stretches).map { number in
            let known = stretches.indices.contains(number) ? stretches[number] : nil
            let stretch = known ?? TimeAxis.Stretch(first: open, last: open)
            open = stretch.last
            return stretch
        }
        func placed(_ edge: TimeAxis.SoldOut.Edge) -> TimeAxis.SoldOut.Edge {
            TimeAxis.SoldOut.Edge(row: edge.row, seconds: max(edge.seconds, first))
        }
        return TimeAxis(
            hasDate: form.kind.contains(.date), offset: form.kind.contains(.offset) ? form.offset : nil,
            stretches: filled,
            soldOut: soldOut.map { all in
                all.map { TimeAxis.SoldOut(start: placed($0.start), end: $0.end.map(placed)) }
            })
    }
}
