internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceCore
package import JuiceReports

/// A list of goods that have come, read from a CSV file such as restock.csv: checked, and not booked yet.
package struct Delivery: Sendable, Equatable {
    /// Pieces of a fruit.
    package struct Line: Sendable, Equatable {
        /// The line of the file, from 1.
        package let number: Int
        /// What it is booked under: the id in the file, or one that its bytes and the line make.
        ///
        /// So the same list that is read twice is booked once.
        package let id: String
        package let fruit: String
        package let pieces: Int
    }

    /// The largest file that is read, in bytes.
    package static let sizeMaxBytes = 1 << 20
    /// The most rows.
    package static let linesMax = 1_000

    /// What has come, in the order of the file.
    package let lines: [Line]

    /// Why a list is none of goods that have come.
    package enum Mistake: Error, Sendable, Equatable {
        /// It is too long: bytes, or rows.
        case tooLong
        /// It holds no row.
        case empty
        /// It cannot be read, or a row of it: in words, with the line.
        case unreadable(String)
        /// A row is no restock. The line, from 1.
        case noRestock(line: Int)
        /// Two rows have one id. The line of the second, from 1.
        case repeated(line: Int)
    }

    /// What books it, in the order of the file.
    package var presses: [Press] { lines.map { Press(id: $0.id, .restock(fruit: $0.fruit, pieces: $0.pieces)) } }
}

extension Shift {
    /// Reads a list of goods that have come; nothing is booked.
    ///
    /// - Parameters:
    ///   - bytes: of a CSV file, as `run` reads it.
    ///   - name: what messages call it.
    ///   - language: of what keeps it from being read.
    package func delivery(
        _ bytes: [UInt8], name: String, language: MessageLanguage
    ) throws(Delivery.Mistake) -> Delivery {
        guard bytes.count <= Delivery.sizeMaxBytes else { throw .tooLong }
        let sink = GoodsSink(menu: menu.menu)
        let failures = FirstFailuresSink(menu: menu.menu, language: language)
        let digest: String
        do {
            let file = try input(bytes, name)
            digest = try file.sha256(interruption: Interruption())
            let settings = RunSettings(
                menu: menu.menu, names: menu.names, opening: menu.menu.fruits.map { _ in 0 }, reading: ReadingOptions(),
                threads: 1, hashSeed: surroundings.makeSeed())
            _ = try BatchRun(settings: settings, files: [file], interruption: Interruption())
                .run(sink: JoinedSink([sink, failures]))
        } catch {
            throw .unreadable(text(error, language))
        }
        switch sink.found.mistake {
        case .noRestock(let line): throw .noRestock(line: line)
        case .repeated(let line): throw .repeated(line: line)
        case nil: break
        }
        if let failure = failures.firstFailures.rejected.first {
            throw .unreadable("\(name):\(failure.line): \(failure.message)")
        }
        guard sink.found.lines.count <= Delivery.linesMax else { throw .tooLong }
        return Delivery(lines: try named(sink.found.lines, digest))
    }

    private func input(_ bytes: [UInt8], _ name: String) throws -> InputFile {
        let copy = try NamelessFile(in: surroundings.temporaryFolder)
        try copy.append(bytes[...])
        let opened = ReadDescriptor(dup(copy.descriptor))
        guard let identity = opened.identity else {
            throw BatchError.inputOutput(path: surroundings.temporaryFolder, errno: EIO)
        }
        return try InputFile(
            opened: opened, path: name, name: name, identity: identity, interruption: Interruption())
    }

    private func text(_ error: any Error, _ language: MessageLanguage) -> String {
        (error as? BatchError).map { ErrorMessages(language).text($0) } ?? "\(error)"
    }

    /// Gives each line what it is booked under.
    private func named(_ found: [GoodsSink.Row], _ digest: String) throws(Delivery.Mistake) -> [Delivery.Line] {
        var seen: Set<String> = []
        var lines: [Delivery.Line] = []
        for line in found {
            let press = Press(id: line.id, .restock(fruit: line.fruit, pieces: line.pieces))
            let id = press.hasGoodID ? line.id : "csv-\(digest.prefix(24))-\(line.number)"
            guard seen.insert(id).inserted else { throw .repeated(line: line.number) }
            lines.append(Delivery.Line(number: line.number, id: id, fruit: line.fruit, pieces: line.pieces))
        }
        if lines.isEmpty { throw .empty }
        return lines
    }
}
