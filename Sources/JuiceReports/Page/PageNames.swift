internal import Mustache

/// What a name of the template stands for. The library's protocol leaves it open.
typealias TemplateValue = Any

// What the template names, looked up by a switch: left to itself the library reflects each value for each name, which
// took longer than everything else about the page.
extension PageContent: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "style": style
        case "languageCode": languageCode
        case "title": title
        case "date": date
        case "status": status
        case "statusWord": statusWord
        case "headline": headline
        case "skipWord": skipWord
        case "contentsWord": contentsWord
        case "contents": contents
        case "todoTitle": todoTitle
        case "nothing": nothing
        case "todo": todo
        case "figuresTitle": figuresTitle
        case "figures": figures
        case "stock": stock
        case "juices": juices
        case "loss": loss
        case "fruits": fruits
        case "reconciliation": reconciliation
        case "failures": failures
        case "trend": trend
        case "inputs": inputs
        case "provenance": provenance
        default: nil
        }
    }
}

extension PageContent.Cell: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "text": text
        case "kind": kind
        default: nil
        }
    }
}

extension PageContent.Bar: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "part": part
        case "text": text
        default: nil
        }
    }
}

extension PageContent.Row: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "head": head
        case "bar": bar
        case "cells": cells
        default: nil
        }
    }
}

extension PageContent.Table: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "title": title
        case "columns": columns
        case "rows": rows
        case "rest": rest
        default: nil
        }
    }
}

extension PageContent.Need: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "fruit": fruit
        case "pieces": pieces
        default: nil
        }
    }
}

extension PageContent.Todo: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "restock": restock
        case "needs": needs
        case "moreNeeds": moreNeeds
        case "promise": promise
        case "correction": correction
        case "rerun": rerun
        case "command": command
        case "note": note
        default: nil
        }
    }
}

extension PageContent.Figure: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "name": name
        case "value": value
        case "remark": remark
        default: nil
        }
    }
}

extension PageContent.Curve: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "name": name
        case "words": words
        case "top": top
        case "width": width
        case "height": height
        case "band": band
        case "soldOut": soldOut
        case "soldOutLane": soldOutLane
        case "restockedLane": restockedLane
        default: nil
        }
    }
}

extension PageContent.Stock: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "title": title
        case "legendStock": legendStock
        case "legendSoldOut": legendSoldOut
        case "legendRestocked": legendRestocked
        case "start": start
        case "end": end
        case "curves": curves
        case "moreCurves": moreCurves
        default: nil
        }
    }
}

extension PageContent.Loss: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "title": title
        case "byFruit": byFruit
        case "sentences": sentences
        case "restocks": restocks
        case "hindsight": hindsight
        case "orders": orders
        default: nil
        }
    }
}

extension PageContent.Failure: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "advice": advice
        case "table": table
        default: nil
        }
    }
}

extension PageContent.Failures: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "title": title
        case "causes": causes
        default: nil
        }
    }
}

extension PageContent.Trend: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "table": table
        case "introduction": introduction
        case "chart": chart
        default: nil
        }
    }
}

extension PageContent.Link: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "target": target
        case "text": text
        default: nil
        }
    }
}

extension TrendChart: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "cupsWord": cupsWord
        case "troubleWord": troubleWord
        case "cupsMost": cupsMost
        case "troubleMost": troubleMost
        case "first": first
        case "last": last
        case "across": across
        case "runs": runs
        default: nil
        }
    }
}

extension TrendChart.Run: MustacheParent {
    func child(named wanted: String) -> TemplateValue? {
        switch wanted {
        case "left": left
        case "cups": cups
        case "cupsTop": cupsTop
        case "trouble": trouble
        case "troubleTop": troubleTop
        default: nil
        }
    }
}
