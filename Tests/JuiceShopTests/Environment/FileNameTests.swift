import JuiceShop
import Testing

@Suite struct FileNameTests {
    @Test(arguments: [
        ("a.csv", 1, "a.csv"), ("a.csv", 2, "a.2.csv"), ("a", 3, "a.3"), ("a.b.csv", 2, "a.b.2.csv"), (".a", 2, ".a.2"),
        ("a.", 2, "a.2."), ("딸기.csv", 10, "딸기.10.csv"),
    ])
    func numberIsInsertedBeforeTheExtension(name: String, number: Int, wanted: String) {
        #expect(FileName(name).numbered(number) == FileName(wanted))
    }

    @Test(arguments: ["a", "é", "쥬", "🍓"])
    func longNameIsTruncatedBetweenCharacters(character: String) {
        for extra in 0..<5 {
            let name = String(repeating: "x", count: extra) + String(repeating: character, count: 300)
            for suffix in ["", ".csv"] {
                let whole = FileName(name + suffix)
                let cut = whole.numbered(12)
                #expect((251...255).contains(cut.bytes.count), "\(cut.bytes.count)")
                #expect(cut.text.hasSuffix(".12" + suffix) && !cut.text.contains("\u{FFFD}"))
                #expect((197...200).contains(whole.stem.shortened(to: 200).bytes.count))
            }
        }
        #expect(FileName(String(repeating: "x", count: 251) + ".csv").numbered(1).bytes.count == 255)
        let allExtension = FileName("a." + String(repeating: "x", count: 253)).numbered(2)
        #expect(allExtension.bytes.count == 255 && allExtension.text.hasSuffix(".2"))
    }

    @Test func invalidUTF8NamesAreKept() {
        let name = FileName([0xFF, 0x80, 0x2E, 0x63])
        #expect(name.numbered(2).bytes == [0xFF, 0x80, 0x2E, 0x32, 0x2E, 0x63])
        #expect(name.text == "\u{FFFD}\u{FFFD}.c")
        #expect(FileName([UInt8](repeating: 0x80, count: 255)).numbered(2).bytes == Array(".2".utf8))
    }

    @Test func recognizesUnfinishedFiles() {
        let unfinished = [
            ".a.csv", "a.part", "a.csv.partial", "a.tmp", ".part", "a.csv.crdownload", "a.csv.download",
            "a.csv.filepart", "a.csv~", "~$a.xlsx", "a.csv.opdownload", "desktop.ini", "Thumbs.db",
        ]
        let finished = ["a.csv", "part", "a.parts", "-rf", "tmp", "a.TMP", "~a.csv"]
        #expect((finished + unfinished).filter { FileName($0).isHiddenOrUnfinished } == unfinished)
    }

    @Test func namesAreSortedByBytes() {
        let names = ["10", "9", "B", "a", "가"].map { FileName($0) }
        #expect(names.shuffled().sorted() == names)
    }
}
