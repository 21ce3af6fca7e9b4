import TestSupport

/// A whole run against the plain model; then its failure.csv is run again behind its restock.csv.
///
/// The first byte chooses the options, the second the size of chunks; a line of FF bytes parts two inputs.
final class RunFuzz: FuzzChecker {
    private let comparison: MemoryComparison

    init() throws {
        comparison = try MemoryComparison()
    }

    func problem(with bytes: [UInt8]) throws -> String? {
        let choice = Int(bytes.first ?? 0)
        let size = Int(bytes.dropFirst().first ?? 0) + 1
        let fuzzed = RandomCase(
            seed: 0, inputs: FuzzedInputs.split(Array(bytes.dropFirst(2))), options: options(choice))
        return try comparison.problem(of: fuzzed, threads: 1, chunkBytes: size)
    }

    private func options(_ choice: Int) -> PlainOptions {
        var options = PlainOptions()
        options.excel = choice & 1 == 1
        options.delimiter = [nil, nil, nil, UInt8(ascii: ";")][choice >> 1 & 3]
        options.encoding = [nil, nil, nil, nil, nil, "utf-8", "cp949", "utf-16"][choice >> 3 & 7]
        if choice >> 6 & 3 == 3 { options.columns = [PlainOptions.Column(role: .item, name: "x")] }
        return options
    }
}

/// The inputs of a run that a fuzzer has made up.
enum FuzzedInputs {
    /// One input, or two with a line of FF bytes between them.
    static func split(_ bytes: [UInt8]) -> [RandomCase.Input] {
        for at in bytes.indices.dropLast(3)
        where bytes[at] == 0x0A && bytes[at + 1] == 0xFF && bytes[at + 2] == 0xFF && bytes[at + 3] == 0x0A {
            return [
                RandomCase.Input(path: "0.csv", bytes: Array(bytes[...at])),
                RandomCase.Input(path: "1.csv", bytes: Array(bytes[(at + 4)...])),
            ]
        }
        return [RandomCase.Input(path: "0.csv", bytes: bytes)]
    }
}
