package import JuiceCore

/// The settings of a run apart from its inputs.
package struct RunSettings: Sendable {
    package var menu: Menu
    package var names: NameIndex
    /// Stock at the start, by the fruit's place on the menu.
    package var opening: [Int]
    /// The cups of each juice that earlier runs served less those that they cancelled, by its index on the menu: so
    /// many can still be cancelled.
    package var servedBefore: [Int]
    package var reading: ReadingOptions
    /// The number of workers; the result does not depend on it.
    package var threads: Int
    /// The seed of the hashes of ids; with a history it has to be the one of the history's keys.
    package var hashSeed: HashSeed
    /// The folder on whose file system sorted rows are spilled that do not fit into memory.
    package var spillFolder = "/tmp"
    /// The memory that such rows may take before they are spilled to disk, in bytes.
    package var sortMemoryBytes = RowSorter.memoryBytesDefault
    /// The ids of earlier runs; nil if nothing is kept from run to run.
    package var idHistory: (any IDHistory)?
    /// The newest times that earlier runs have applied; nil if nothing is kept from run to run.
    package var newestBefore: Watermarks?
    /// The recorded inputs of earlier runs; nil if nothing is kept from run to run.
    package var earlierInputs: EarlierInputs?

    package init(
        menu: Menu, names: NameIndex, opening: [Int], reading: ReadingOptions, threads: Int, hashSeed: HashSeed
    ) {
        precondition(threads >= 1 && opening.count == menu.fruits.count, "a run needs a worker and a stock")
        self.menu = menu
        self.names = names
        self.opening = opening
        servedBefore = Array(repeating: 0, count: menu.juices.count)
        self.reading = reading
        self.threads = threads
        self.hashSeed = hashSeed
    }
}
