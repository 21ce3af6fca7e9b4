import JuiceCounter
import Testing

/// Bytes of a terminal become keys.
@Suite struct KeyReaderTests {
    private static func letters(_ text: String) -> [Key] { text.map(Key.character) }

    @Test(arguments: [
        ("1", letters("1")), ("qY?", letters("qy?")), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
        ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{3}", [.interrupt]), ("\u{C}", [.redraw]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OD\u{1B}OM", [.up, .left, .enter]),
        ("\u{1B}[1;5C", [.right]), ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
        ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        // Nothing that is known: function keys, answers of the terminal's, keys with Alt, other control characters.
        ("\u{1B}[15~1", letters("1")), ("\u{1B}[[A1", letters("1")), ("\u{1B}[?62;4c1", letters("1")),
        ("\u{1B}]11;rgb:0000/0000\u{7}1", letters("1")), ("\u{1B}P1$r0m\u{1B}\\1", letters("1")),
        ("\u{1B}q1", letters("1")), ("\u{0}\u{1}\u{1A}\u{1C}1", letters("1")), ("\u{1B}[12\u{1B}[A", [.up]),
        ("é€😀1", letters("1")),
    ])
    func bytesAreKeys(text: String, keys: [Key]) {
        var reader = KeyReader()
        #expect(reader.take(Array(text.utf8), atMs: 0) == keys)
        #expect(!reader.isWaiting)
        // The same byte by byte, as a slow line brings them.
        var slow = KeyReader()
        #expect(text.utf8.flatMap { slow.take([$0], atMs: 0) } == keys)
        #expect(!slow.isWaiting)
    }

    /// Letters and syllables of a keyboard set to Hangul, and the keys they stand on.
    @Test(arguments: [
        ("ㅂ", "q"), ("ㅃ", "q"), ("ㅛ", "y"), ("ㅜ", "n"), ("ㅕ", "u"), ("ㅊ", "c"), ("ㄴ", "s"), ("뵤", "qy"), ("부", "qn"),
        ("ㅘ", "hk"), ("ㄳ", "rt"), ("값", "rkqt"), ("힣", "glg"), ("가", "rk"), ("１？", "1?"),
        ("\u{1107}\u{116D}", "qy"), ("\u{1100}\u{1161}\u{11B9}", "rkqt"),
    ])
    func hangulIsKeysToo(text: String, keys: String) {
        var reader = KeyReader()
        #expect(reader.take(Array(text.utf8), atMs: 0) == Self.letters(keys))
    }

    @Test func bytesThatAreNoTextAreDropped() {
        var reader = KeyReader()
        #expect(
            reader.take([0xFF, 0xC0, 0x80, 0xE3, 0x31, 0xF5, 0x32, 0xED, 0xA0, 0x80, 0x33], atMs: 0)
                == Self.letters("123"))
    }

    @Test func anEscapeIsAKeyOnceNothingFollows() {
        var reader = KeyReader()
        #expect(reader.take([0x1B], atMs: 1_000).isEmpty && reader.isWaiting)
        #expect(reader.settle(atMs: 1_000 + KeyReader.escapeMs - 1).isEmpty)
        #expect(reader.settle(atMs: 1_000 + KeyReader.escapeMs) == [.escape])
        #expect(!reader.isWaiting && reader.settle(atMs: 9_000).isEmpty)
        // A sequence that breaks off is no key at all.
        #expect(reader.take(Array("\u{1B}[1".utf8), atMs: 9_000).isEmpty)
        #expect(reader.settle(atMs: 9_200).isEmpty && !reader.isWaiting)
        #expect(reader.take(Array("2".utf8), atMs: 9_300) == Self.letters("2"))
    }

    /// Whatever came before, Ctrl-C ends the screens.
    @Test(arguments: ["", "\u{1B}", "\u{1B}[1;", "\u{1B}O", "\u{1B}]11;", "\u{1B}P", "\u{1B}\u{1B}", "\u{1B}[["])
    func controlAndCIsAlwaysAKey(before: String) {
        var reader = KeyReader()
        let keys = reader.take(Array((before + "\u{3}\u{3}").utf8), atMs: 0)
        #expect(keys.last == .interrupt && !reader.isWaiting)
        // Half a letter.
        #expect(reader.take([0xE3, 0x85, 0x03], atMs: 0) == [.interrupt])
    }

    @Test func whatIsPastedIsDropped() {
        var reader = KeyReader()
        let paste = Array("1\u{1B}[200~222\u{1B}[A222\r\u{1B}[201~3".utf8)
        #expect(reader.take(paste, atMs: 0) == Self.letters("13"))
        var slow = KeyReader()
        #expect(paste.flatMap { slow.take([$0], atMs: 0) } == Self.letters("13"))
        // One that has no end is over after a while.
        var endless = KeyReader()
        #expect(endless.take(Array("\u{1B}[200~222".utf8), atMs: 0).isEmpty)
        #expect(endless.settle(atMs: KeyReader.pasteMs - 1).isEmpty && endless.isWaiting)
        #expect(endless.settle(atMs: KeyReader.pasteMs).isEmpty && !endless.isWaiting)
        #expect(endless.take(Array("4".utf8), atMs: KeyReader.pasteMs) == Self.letters("4"))
    }

    @Test func aSequenceWithoutEndIsGivenUp() {
        var reader = KeyReader()
        #expect(reader.take(Array("\u{1B}]".utf8) + [UInt8](repeating: 0x61, count: 5_000), atMs: 0).isEmpty)
        #expect(!reader.isWaiting)
    }
}
