internal import JuiceBatch

/// What the template of report.html can name. Every text is harmless once the template has escaped it; the shapes of
/// charts are numbers that need no escaping.
struct PageContent {
    struct Cell {
        let text: String
        let kind: String
    }

    struct Bar {
        /// In thousandths.
        let part: Int
        let text: String
    }

    struct Row {
        /// The first cell, which names the row.
        let head: String
        let bar: Bar?
        let cells: [Cell]
    }

    struct Table {
        let title: String
        let columns: [Cell]
        let rows: [Row]
        let rest: String?
    }

    struct Need {
        let fruit: String
        let pieces: String
    }

    struct Todo {
        let restock: String?
        let needs: [Need]
        let moreNeeds: String?
        let promise: String?
        let correction: String?
        let rerun: String
        let command: String
        let note: String
    }

    struct Figure {
        let name: String
        let value: String
        let remark: String
    }

    struct Curve {
        let name: String
        let words: String
        let top: String
        let width: Int
        let height: Int
        let band: String
        let soldOut: String
        let soldOutLane: String
        let restockedLane: String
    }

    struct Stock {
        let title: String
        let legendStock: String
        let legendSoldOut: String
        let legendRestocked: String
        let start: String
        let end: String
        let curves: [Curve]
        let moreCurves: String?
    }

    struct Loss {
        let title: String
        let byFruit: Table?
        let sentences: [String]
        let restocks: Table?
        let hindsight: String?
        let orders: Table?
    }

    struct Failure {
        let advice: String
        let table: Table
    }

    struct Failures {
        let title: String
        let causes: [Failure]
    }

    struct Trend {
        let table: Table
        let introduction: String
        let chart: TrendChart
    }

    struct Link {
        let target: String
        let text: String
    }

    /// The style sheet; like the charts' shapes it goes into the page as it is.
    let style: String
    let languageCode: String
    let title: String
    let date: String?
    let status: String
    let statusWord: String
    let headline: String
    let skipWord: String
    let contentsWord: String
    let contents: [Link]
    let todoTitle: String
    let nothing: String?
    let todo: Todo?
    let figuresTitle: String
    let figures: [Figure]
    let stock: Stock?
    let juices: Table?
    let loss: Loss?
    let fruits: Table
    let reconciliation: String
    let failures: Failures?
    let trend: Trend?
    let inputs: Table
    let provenance: String
}
