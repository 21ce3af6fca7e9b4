internal import JuiceBatch
package import JuiceCore

extension Shop {
    /// The menu of a file, or the built-in one.
    package func menu(at path: String?) throws -> Menu {
        try surroundings.menu(at: path).menu
    }
}

extension Surroundings {
    /// The same, and how its names are found.
    func menu(at path: String?) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        if let path { return try MenuFile.load(path: source(path), interruption: interruption) }
        do throws(NameIndex.Ambiguity) {
            return (Menu.builtIn, try NameIndex(menu: .builtIn))
        } catch {
            throw .invariant("the built-in menu names '\(error.name)' twice")
        }
    }
}
