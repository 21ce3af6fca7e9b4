package import JuiceBatch

/// Problems that nobody is to see before the run has ended well, in one list or several.
package final class ProblemLists: Sendable {
    private let spools: [TextSpool]
    private let lengthMax: Int?
    private let counts: Guarded<[Int]>

    /// Empty lists.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - lengthMax: how many problems a list takes; nil if it takes them all.
    ///   - folder: for temporary files.
    package init(count: Int = 1, lengthMax: Int? = nil, folder: String) throws(BatchError) {
        precondition(count >= 1, "problems are listed somewhere")
        var spools: [TextSpool] = []
        for _ in 0..<count { spools.append(try TextSpool(folder: folder)) }
        self.spools = spools
        self.lengthMax = lengthMax
        counts = Guarded([Int](repeating: 0, count: count))
    }

    /// The problems of some rows.
    struct Stretch {
        private var texts: [[String]] = []
        private var unseen: [Int] = []

        mutating func add(_ text: String, to list: Int) {
            while texts.count <= list { texts.append([]) }
            texts[list].append(text)
        }

        mutating func addUnseen(to list: Int) {
            while unseen.count <= list { unseen.append(0) }
            unseen[list] += 1
        }

        func count(in list: Int) -> Int { list < texts.count ? texts[list].count : 0 }

        fileprivate func texts(in list: Int) -> [String] { list < texts.count ? texts[list] : [] }
        fileprivate func unseen(in list: Int) -> Int { list < unseen.count ? unseen[list] : 0 }
    }

    /// Whether a list that takes so many more problems may then take another one.
    func mayTake(_ more: Int, in list: Int) -> Bool {
        guard let lengthMax else { return true }
        return more < lengthMax && counts.withLock { $0[list] } + more < lengthMax
    }

    /// Takes the problems of the rows that come next.
    func append(_ stretch: Stretch) throws(BatchError) {
        for list in spools.indices {
            let texts = stretch.texts(in: list)
            let before = counts.withLock { counts in
                let before = counts[list]
                counts[list] += texts.count + stretch.unseen(in: list)
                return before
            }
            let shown = lengthMax.map { texts.prefix(max($0 - before, 0)) } ?? texts[...]
            if !shown.isEmpty { try spools[list].append(shown.joined()) }
        }
    }

    /// Forgets all of them.
    func removeAll() throws(BatchError) {
        for spool in spools { try spool.removeAll() }
        counts.withLock { counts in counts = counts.map { _ in 0 } }
    }

    /// How many problems a list has been given and has not taken.
    func countLeftOut(of list: Int) -> Int {
        lengthMax.map { max(counts.withLock { $0[list] } - $0, 0) } ?? 0
    }

    /// Gives all lists, one behind the other, in pieces that may end within a character.
    package func read(_ body: ([UInt8]) throws -> Void) throws {
        for spool in spools { try spool.read(body) }
    }
}
