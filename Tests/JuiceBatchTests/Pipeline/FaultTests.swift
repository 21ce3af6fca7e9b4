import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// Files damaged at one position, for every position: damage is never silently read as other rows.
@Suite struct DamageTests {
    static let files = [
        "id,action,item,quantity,memo\n1,order,키위쥬스,2,plain\n2,restock,딸기,\"1,200\",\"two\nlines\"\n3,,망고쥬스,1,\"say \"\"hi\"\"\"\n",
        "품목;수량;비고\r\n키위쥬스;2;\"a;b\"\r\n딸기;\"3\";-\r\n\"망고쥬스\";1;\"c\"\r\n",
        "\"item\",\"qty\",\"x\"\r\"kiwi juice\",\"1\",\"\"\"\"\r\"mango juice\",\"2\",\"a\rb\"\r",
        "sep=|\nitem|qty|note\nkiwi juice|1|\"a|b\"\nmango juice|1|\"\"\"c\"\"\"\nbanana juice|2|d\n",
        "구분,과일,수량,비고\n입고,바나나,\"1,200\",\n실사,키위,\"3\",\n입고,망고,2,\n주문,키위쥬스,,\n폐기,딸기,2,\"\"\n",
        "item;qty;;\r\nkiwi juice;1;;\r\n\"mango juice\";2;;\r\nbanana juice;\"2\";;\"\"\r\n\"a\"\"b\";\"\";\"\";\r\n",
        "memo\titem\tqty\n\"a\tb\"\t키위쥬스\t1\nc\t딸기쥬스\t\"1\"\n\"d\ne\"\t바나나쥬스\t2\n",
    ]

    /// The delimiter of each file.
    private static let delimiters = Array(",;,|,;\t".utf8)

    /// The plain model refuses for the same reason or reads the same rows; then the damage must be reported
    /// unless it changes no cell.
    @Test(arguments: files.indices)
    func damageIsNeverReadAsOtherRows(index: Int) throws {
        let file = Array(Self.files[index].utf8)
        let meant = cells(try Engine.run(inputs: [file]))
        let damaged = Self.damaged(file, delimiter: Self.delimiters[index])
        #expect(damaged.count >= 250)
        for (place, bytes) in damaged {
            let model = PlainModel.run(inputs: [("a", bytes)])
            do {
                let outcome = try Engine.run(inputs: [bytes])
                guard case .done(let run) = model else {
                    Issue.record("\(place): read, though \(model)")
                    continue
                }
                #expect(run.outcomes.map(\.row.line) == outcome.rows.map(\.line), "\(place)")
                #expect(run.outcomes.map { $0.code ?? "success" } == outcome.codes.map(\.name), "\(place)")
                let isSaid = outcome.codes.contains(.wrongFieldCount)
                #expect(isSaid || cells(outcome) == meant, "\(place): \(String(decoding: bytes, as: UTF8.self))")
            } catch BatchError.refused(let refusal) {
                guard case .stopped(_, let wanted?) = model else {
                    Issue.record("\(place): refused for \(refusal.code)")
                    continue
                }
                #expect(wanted.line == refusal.line && wanted.code == refusal.code, "\(place)")
            }
        }
    }

    /// The cells of rows without trailing ones below empty header cells.
    private func cells(_ outcome: Engine.Outcome) -> [[String]] {
        outcome.rows.map { Array($0.cells.prefix(outcome.plan?.columns.count ?? 0)) }
    }

    /// A file with one byte dropped, doubled or put in, where that touches its structure; what stands between quotes
    /// is content, and may say anything.
    private static func damaged(_ file: [UInt8], delimiter: UInt8) -> [(place: String, bytes: [UInt8])] {
        // Structural bytes, and bytes that no text has.
        let structural = [0x22, delimiter, 0x0D, 0x0A, 0x00, 0xFF]
        var found: [(place: String, bytes: [UInt8])] = []
        var isQuoted = false
        for (at, byte) in file.enumerated() {
            // Between the two quotes of an escaped quote is content as well.
            let isWithin = isQuoted || (byte == 0x22 && at > 0 && file[at - 1] == 0x22)
            if structural.contains(byte), !isQuoted || byte == 0x22 {
                found.append(("byte \(at) dropped", Array(file[..<at] + file[(at + 1)...])))
                found.append(("byte \(at) doubled", Array(file[...at] + file[at...])))
            }
            for other in structural where !isWithin || [0x22, 0x00, 0xFF].contains(other) {
                found.append(("\(other) before byte \(at)", Array(file[..<at] + [other] + file[at...])))
            }
            if byte == 0x22 { isQuoted.toggle() }
        }
        return found
    }
}

/// In files with several faults, the bytes alone decide which one is reported.
@Suite struct FirstFaultTests {
    private static let caseCount = 800

    @Test(arguments: 0..<8)
    func firstFaultAgreesWithModel(shard: Int) {
        for number in stride(from: shard, to: Self.caseCount, by: 8) {
            var maker = FaultyFiles(seed: UInt64(number))
            let inputs = maker.make()
            guard let wanted = model(inputs) else { continue }
            for (size, threads) in [(128 * 1_024, 2), (1 + number % 40, 1 + number % 3), (7, 1)] {
                let found = program(inputs, ReadingOptions(chunkBytes: size), threads: threads)
                if found != wanted {
                    let shown = inputs.map { LineDiff.visible($0.count > 2_000 ? Array($0.suffix(300)) : $0) }
                    Issue.record("case \(number), chunks of \(size): \(found) for \(wanted)\n\(shown)")
                }
                // Long records take too long in small chunks.
                if inputs.contains(where: { $0.count > 10_000 }) { break }
            }
        }
    }

    private func model(_ inputs: [[UInt8]]) -> String? {
        let named = inputs.enumerated().map { (name: "input\($0.offset + 1).csv", bytes: $0.element) }
        switch PlainModel.run(inputs: named) {
        case .stopped(let exit, let refusal): return refusal?.description ?? "exit \(exit)"
        case .done(let run): return "\(run.outcomes.count) rows, \(run.inputs.map(\.encoding))"
        }
    }

    private func program(_ inputs: [[UInt8]], _ reading: ReadingOptions, threads: Int) -> String {
        do {
            let outcome = try Engine.run(inputs: inputs, reading, threads: threads)
            return "\(outcome.rows.count) rows, \(outcome.result.inputs.map(\.encoding.rawValue))"
        } catch BatchError.refused(let refusal) {
            return "\(refusal.file):\(refusal.line): \(refusal.code)"
        } catch {
            return "\(error)"
        }
    }
}

/// Builds inputs from pieces with different faults.
private struct FaultyFiles {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func make() -> [[UInt8]] { (0..<random.pick([1, 1, 2], else: 1)).map { _ in file() } }

    private mutating func file() -> [UInt8] {
        let headers: [[UInt8]] = [
            Array("item,memo".utf8), Array("item,memo".utf8), Array("메뉴,memo".utf8), Array("품목,메모".utf8),
            // 메뉴 and 품목 in CP949.
            [0xB8, 0xDE, 0xB4, 0xBA] + Array(",memo".utf8), [0xC7, 0xB0, 0xB8, 0xF1] + Array(",x".utf8),
            Array("x,memo".utf8), Array("\n;,\nitem,memo".utf8), Array("\"item\",\"me\nmo\"".utf8),
            Array("\u{3000}\nitem,가".utf8), Array("file,line,id,action,item,quantity,code,message,shortage,raw".utf8),
        ]
        var bytes = random.chance(4) ? [] : random.pick(headers, else: [])
        if random.chance(6) { bytes += piece() }
        bytes += random.pick([[0x0A], [0x0A], [0x0D, 0x0A], [0x0D]], else: [0x0A])
        let isLarge = random.chance(3)
        for _ in 0..<random.int(0...6) {
            bytes += isLarge && random.chance(40) ? large() : piece()
            bytes += random.pick([[0x2C], [0x0A], [0x0A], [0x0D, 0x0A], [0x0D], []], else: [])
        }
        if random.chance(3) { bytes = [0xEF, 0xBB, 0xBF] + bytes }
        guard random.chance(8),
            let sixteen = PlainEncoding.encode(
                String(decoding: bytes, as: UTF8.self), as: random.pick(["utf-16le", "utf-16be"]), mark: true)
        else { return bytes }
        let at = random.int(2...sixteen.count)
        return random.chance(50) ? sixteen : Array(sixteen[..<at]) + [0xDC, 0xD8, 0x0A] + Array(sixteen[at...])
    }

    private mutating func piece() -> [UInt8] {
        let pieces: [[UInt8]] = [
            Array("kiwi,1".utf8), Array("kiwi,1".utf8), Array("키위,가나다".utf8), Array("카드".utf8), Array("x,가".utf8),
            Array("\"a\nb\",c".utf8), Array("\"a\"\"b\"".utf8), Array("st\"ray".utf8), Array("\"a\"b".utf8),
            Array("\"open".utf8), Array("\"".utf8), Array("\"a\" ".utf8), Array(" \"a\"".utf8), [0x00],
            Array("\"a".utf8) + [0x00], Array("\"a\"".utf8) + [0x00],
            [0xFF], [0x80], [0xB5], [0xB5, 0xFE, 0xB1, 0xE2], [0xB5, 0xFE, 0x2C, 0x31], [0xB0, 0x41, 0x2C],
            // 카드 as UTF-8 is CP949 as well; é is; half a syllable is neither.
            Array("é".utf8), [0xEC, 0xB9], Array("\"".utf8) + [0xFF], Array("\"a\"".utf8) + [0xFF],
            Array("\"카드\n".utf8), [0xA2, 0xE8], Array("👍".utf8), Array(",,".utf8), [],
        ]
        return random.pick(pieces, else: [])
    }

    /// A cell or a record near the limits, in characters of one byte to three.
    private mutating func large() -> [UInt8] {
        let units: [[UInt8]] = [[0x78], [0x78], Array("가".utf8), Array("카드".utf8), [0xB5, 0xFE], [0xC2, 0xB1]]
        let unit = random.pick(units, else: [0x78])
        let lengths = [43_690, 43_700, 65_534, 65_535, 65_536, 65_537, 65_538, 70_000]
        let length = random.pick(lengths, else: 65_536)
        let cell = Array([[UInt8]](repeating: unit, count: length / unit.count).joined())
        switch random.int(1...4) {
        case 1: return cell
        case 2: return [0x22] + cell + random.pick([[0x22], [], Array("\"x".utf8), [0x00]], else: [])
        case 3: return Array([[UInt8]](repeating: cell, count: random.int(15...17)).joined(separator: [0x2C]))
        default: return cell + piece()
        }
    }
}
