import Foundation
import FuzzTargets
import TestSupport
import Testing

@Suite struct CorpusTests {
    private static func corpus(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = ProjectFile.root.appending(path: "Tests/FuzzTargets/Corpus/\(target.rawValue)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0)))) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func corpusHasNoProblems(target: FuzzTarget) throws {
        let corpus = try Self.corpus(target)
        #expect(corpus.count >= 3)
        let checker = try target.makeChecker()
        for (name, bytes) in corpus {
            #expect(try checker.problem(with: bytes) == nil, "\(target.rawValue)/\(name)")
        }
    }

    /// Some thousand mutations of the corpus find what a fuzzer would find at once.
    @Test(arguments: FuzzTarget.allCases)
    func mutatedCorpusHasNoProblems(target: FuzzTarget) throws {
        let seed: UInt64 = 20_261_121
        print("\(target.rawValue): seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let corpus = try Self.corpus(target).map(\.bytes)
        let checker = try target.makeChecker()
        for number in 0..<([.till, .requests].contains(target) ? 100 : target == .run ? 200 : 300) {
            var bytes = random.pick(corpus, else: [])
            for _ in 0..<random.int(1...4) {
                let at = random.int(0...bytes.count)
                let byte =
                    random.chance(60)
                    ? random.pick(Array("\",;|\t\r\n 0'\u{FF}".utf8), else: 0) : UInt8(random.int(0...255))
                switch random.int(0...2) {
                case 0: bytes.insert(byte, at: at)
                case 1 where at < bytes.count: bytes.remove(at: at)
                case 2 where at < bytes.count: bytes[at] = byte
                default: bytes += bytes.suffix(random.int(0...8))
                }
            }
            #expect(try checker.problem(with: bytes) == nil, "change \(number): \(bytes)")
        }
    }
}
