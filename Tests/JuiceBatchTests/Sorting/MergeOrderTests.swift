import JuiceBatch
import TestSupport
import Testing

@Suite struct MergeOrderTests {
    /// Merges sources, each of which is in order: what comes out, and of which source.
    private func merged(_ sources: [[Int]]) -> [(key: Int, source: Int)] {
        var order = MergeOrder(sources.map(\.first))
        var places = sources.map { _ in 0 }
        var result: [(key: Int, source: Int)] = []
        while let source = order.first {
            result.append((order.key(of: source), source))
            places[source] += 1
            let rest = sources[source].dropFirst(places[source])
            order.advanceFirst(to: rest.first)
        }
        return result
    }

    @Test(arguments: 0...17)
    func mergesAnyNumberOfSources(count: Int) {
        var random = SeededGenerator(seed: UInt64(count) + 1)
        for spread in [1, 3, 1_000] {
            let sources = (0..<count).map { _ in
                (0..<random.pick([0, 1, 2, 40], else: 0)).map { _ in random.int(0...spread) }.sorted()
            }
            let wanted = sources.enumerated().flatMap { source, keys in keys.map { (key: $0, source: source) } }
                .sorted { ($0.key, $0.source) < ($1.key, $1.source) }
            let found = merged(sources)
            #expect(found.map(\.key) == wanted.map(\.key))
            #expect(found.map(\.source) == wanted.map(\.source))
        }
    }

    @Test func noneIsFirstWhereAllAreDrained() {
        #expect(MergeOrder<Int>([]).first == nil)
        #expect(MergeOrder<Int>([nil, nil, nil]).first == nil)
        #expect(MergeOrder([nil, 7, nil]).first == 1)
    }

    @Test func aDrainedSourceHasNoKey() async {
        await #expect(processExitsWith: .failure) {
            _ = MergeOrder([nil, 7]).key(of: 0)
        }
    }
}
