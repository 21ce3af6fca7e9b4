import JuiceBatch
import Testing

/// `FILE.sha256`, as sha256sum writes it.
@Suite struct ChecksumFileTests {
    private static let one = String(repeating: "1a", count: 32)
    private static let two = String(repeating: "2B", count: 32)

    private func digest(of path: String, in text: String) throws -> String {
        do {
            return try ChecksumFile.digest(of: path, in: Array(text.utf8))
        } catch .badChecksum(path + ".sha256", let error) {
            throw error
        }
    }

    @Test(arguments: [
        "\(one)  a.csv\n", "\(one)  a.csv", "\(one) *a.csv\n", "\(one)  /somewhere/else.csv\n",
        "\(one)  a.csv\n\(two)  b.csv\n", "\(two)  b.csv\n\(one) *a.csv\n", "\(two)  old/a.csv\n\(one)  in/a.csv\n",
        "\(one)  ./x/a.csv\n\(two)  b.csv\n", "\(one)  a.csv\n\(one)  a.csv\n", "\\\(one)  in/a.csv\n\(two)  b.csv\n",
    ])
    func usesTheLineThatNamesTheFile(text: String) throws {
        #expect(try digest(of: "in/a.csv", in: text) == Self.one)
    }

    @Test(arguments: [
        ("", 1), ("\n", 1), ("\(one)\n", 1), ("\(one)  \n", 1), ("\(one) a.csv\n", 1), ("\(one)\ta.csv\n", 1),
        ("\(one.dropLast())  a.csv\n", 1), ("\(one)0  a.csv\n", 1), ("g\(one.dropFirst())  a.csv\n", 1),
        ("\\\(one)  a\\x.csv\n", 1), ("\\\(one)  a\\\n", 1), ("\(one)  a.csv\n\n", 2), ("\(one)  a.csv\nx\n", 2),
        ("SHA256 (a.csv) = \(one)\n", 1), (" \(one)  a.csv\n", 1),
    ])
    func refusesMalformedLines(text: String, line: Int) {
        #expect(throws: ChecksumError.malformed(line: line)) { try digest(of: "a.csv", in: text) }
    }

    @Test func oneOfSeveralLinesMustNameTheFile() throws {
        let text = "\(Self.one)  x/a.csv\n\(Self.two)  b.csv\n"
        #expect(throws: ChecksumError.noSingleDigest("c.csv")) { try digest(of: "in/c.csv", in: text) }
        #expect(throws: ChecksumError.noSingleDigest("a.csv")) {
            try digest(of: "a.csv", in: text + "\(Self.two)  y/a.csv\n")
        }
        // Names may have escapes, and digests capitals.
        let escaped = "\\\(Self.two)  a\\\\b\\nc\\r.csv\n\(Self.one)  a\n"
        #expect(try digest(of: "x/a\\b\nc\r.csv", in: escaped) == Self.two.lowercased())
    }
}
