internal import Mustache

/// The type of a value that the template names.
///
/// The library's protocol leaves it open.
package typealias TemplateValue = Any

/// A value that the template can name: a text, an object with names of its own, or a list.
///
/// There is one type for all, because the library checks each type's conformances, and the first check searches the
/// whole program: with many types those searches took longer than the rest of the page.
package enum PageNode {
    case text(String)
    case names([String: PageNode])
    case list([PageNode])

    /// Creates an object; names without a value are left out, and so are their sections.
    ///
    /// - Parameters:
    ///   - texts: of any origin; they are made harmless here and by the template, which escapes them.
    ///   - shapes: a style sheet and the charts' numbers, which go into the page as they are.
    package init(
        texts: KeyValuePairs<String, String?> = [:], shapes: KeyValuePairs<String, String> = [:],
        nodes: KeyValuePairs<String, PageNode?> = [:], lists: KeyValuePairs<String, [PageNode]> = [:]
    ) {
        var names: [String: PageNode] = [:]
        names.reserveCapacity(texts.count + shapes.count + nodes.count + lists.count)
        for (name, text) in texts { names[name] = text.map { .text(Escaping.terminal($0)) } }
        for (name, shape) in shapes { names[name] = .text(shape) }
        for (name, node) in nodes { names[name] = node }
        for (name, list) in lists { names[name] = .list(list) }
        self = .names(names)
    }

    /// The same with one name more; without, if it stands for nothing.
    func with(_ name: String, _ node: PageNode?) -> PageNode {
        guard let node, case .names(var names) = self else { return self }
        names[name] = node
        return .names(names)
    }

    /// Whether a list of this name, here or below, has at least `count` members.
    func holds(list name: String, of count: Int) -> Bool {
        switch self {
        case .text: false
        case .names(let names):
            names.contains { key, node in
                if key == name, case .list(let list) = node { return list.count >= count }
                return node.holds(list: name, of: count)
            }
        case .list(let list): list.contains { $0.holds(list: name, of: count) }
        }
    }

    /// The value of a name in the object.
    package subscript(_ name: String) -> PageNode? {
        guard case .names(let names) = self else { return nil }
        return names[name]
    }
}

extension PageNode: MustacheParent {
    package func child(named name: String) -> TemplateValue? { self[name] }
}

extension PageNode: MustacheCustomRenderable {
    package var renderText: String {
        guard case .text(let text) = self else { return "" }
        return text
    }

    /// Whether the library treats the value as null; always false, since a missing value has no name here.
    package var isNull: Bool { false }
}

/// A section goes through a list, and once over anything else.
extension PageNode: MustacheSequence {
    package func makeIterator() -> IndexingIterator<[PageNode]> {
        guard case .list(let list) = self else { return [self].makeIterator() }
        return list.makeIterator()
    }
}
