import Foundation
import JuiceBatch
import JuiceShop
import TestSupport
import Testing

/// An inbox that other processes change during a nightly run.
@Suite struct HostileInboxTests {
    @Test func replacedFileIsNotArchived() throws {
        let shop = try NightlyShop(["a.csv": "first"])
        let code = try shop.nightlyRun { _ in
            try shop.folder.write(Array("second".utf8), to: "new")
            #expect(rename(shop.folder.path + "/new", shop.folder.path + "/inbox/a.csv") == 0)
            return nil
        }
        #expect(code == 0)
        #expect(shop.inbox == ["a.csv": "second"] && shop.done.isEmpty && shop.failed.isEmpty)
        #expect(
            shop.messages.contains(
                "a.csv: another file with this name has arrived in the meantime; it stays in the inbox for the next nightly run (a.csv)"
            ))
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.done == ["a.csv": "second"] && shop.read["a.csv"] == "second")
    }

    @Test(arguments: ["", "longer"])
    func fileChangedAfterReadingNeedsAttention(added: String) throws {
        let shop = try NightlyShop(["a.csv": "first", "b.csv": "other"])
        let path = shop.folder.path + "/inbox/a.csv"
        let code = try shop.nightlyRun { name in
            guard name == "a.csv" else { return nil }
            let handle = try #require(FileHandle(forUpdatingAtPath: path))
            if added.isEmpty { try handle.write(contentsOf: Array("FIRST".utf8)) }
            try handle.seekToEnd()
            try handle.write(contentsOf: Array(added.utf8))
            try handle.close()
            return nil
        }
        #expect(code == 65)
        #expect(shop.failed == ["a.csv": added.isEmpty ? "FIRST" : "firstlonger"] && shop.done == ["b.csv": "other"])
        #expect(
            shop.messages.contains(
                "a.csv: the file grew after it was read; run 1 applied only the first part"))
    }

    @Test func writeInPlaceIsDetectedDespiteRestoredTime() throws {
        let shop = try NightlyShop(["a.csv": "first"])
        let path = shop.folder.path + "/inbox/a.csv"
        let code = try shop.nightlyRun { _ in
            var status = stat()
            #expect(stat(path, &status) == 0)
            let handle = try #require(FileHandle(forUpdatingAtPath: path))
            try handle.write(contentsOf: Array("FIRST".utf8))
            try handle.close()
            var times = [status.st_atim, status.st_mtim]
            #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
            return nil
        }
        #expect(code == 65 && shop.failed == ["a.csv": "FIRST"] && shop.done.isEmpty)
    }

    @Test func refusedFileStillBeingWrittenStays() throws {
        let shop = try NightlyShop(["a.csv": "first"])
        let code = try shop.nightlyRun { _ in
            try shop.deliver("first and last", "a.csv")
            throw BatchError.refused(Refusal(file: "a.csv", line: 1, reason: .noHeader))
        }
        // A renamed or rewritten file is not the file that was refused.
        #expect(code == 74 && shop.inbox == ["a.csv": "first and last"] && shop.failed.isEmpty)
    }

    @Test func removedFileIsReported() throws {
        let shop = try NightlyShop(["a": "1", "b": "2", "c": "3"])
        let code = try shop.nightlyRun { name in
            if name == "a" { unlink(shop.folder.path + "/inbox/b") }
            if name == "c" { unlink(shop.folder.path + "/inbox/c") }
            return nil
        }
        #expect(code == 0)
        #expect(shop.done == ["a": "1"] && shop.read.keys.sorted() == ["a", "c"])
        #expect(
            shop.messages.contains("b: another program moved or deleted it")
                && shop.messages.contains("c: another program moved or deleted it"))
    }

    /// A file replaced between listing and opening.
    @Test(arguments: ["link", "pipe", "folder", "other", "grown"])
    func swappedFileIsNotOpened(kind: String) throws {
        let shop = try NightlyShop(["a": "1", "b": "2", "z": "3"])
        let path = shop.folder.path + "/inbox/b"
        try shop.folder.write(Array("secret".utf8), to: "secret")
        let code = try shop.nightlyRun { name in
            guard name == "a" else { return nil }
            if kind == "grown" {
                try shop.deliver("2 and more", "b")
                return nil
            }
            unlink(path)
            switch kind {
            case "link": symlink(shop.folder.path + "/secret", path)
            case "pipe": mkfifo(path, 0o600)
            case "folder": mkdir(path, 0o700)
            default: try shop.deliver("2", "b")
            }
            return nil
        }
        #expect(code == 0)
        #expect(shop.read == ["a": "1", "z": "3"])
        #expect(
            shop.messages.contains(
                "b: the file is still being written; it is left in the inbox for the next nightly run"))
        #expect(shop.inbox.keys.sorted() == ["b"])
    }

    @Test func nonFilesAreNeverOpened() throws {
        let shop = try NightlyShop(["a": "1"])
        try shop.folder.write(Array("secret".utf8), to: "secret")
        symlink("../secret", shop.folder.path + "/inbox/link")
        mkfifo(shop.folder.path + "/inbox/pipe", 0o600)
        mkdir(shop.folder.path + "/inbox/folder", 0o700)
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.read == ["a": "1"])
        #expect(
            shop.messages.filter { $0.contains("not opened") } == [
                "folder: not opened, because it is a folder; move its files directly into the inbox",
                "link: not opened, because it is a link; put the file that it points to into the inbox",
                "pipe: not opened, because it is a pipe; take it out of the inbox",
            ])
        #expect(shop.inbox.keys.sorted() == ["folder", "link", "pipe"])
    }

    @Test func namesOfAnyKind() throws {
        let names = [
            String(repeating: "쥬", count: 85), String(repeating: "a", count: 251) + ".csv", "-rf", "a\nb\u{1b}.csv",
            String(repeating: "쥬", count: 76) + ".csv",
        ]
        let shop = try NightlyShop()
        for round in 1...2 {
            for name in names { try shop.deliver("\(round)", name) }
            // A name that is not UTF-8.
            #expect(creat(Array((shop.folder.path + "/inbox/").utf8CString.dropLast()) + [-1, 0], 0o600) >= 0)
            #expect(try shop.nightlyRun() == 0, "\(shop.messages)")
            #expect(shop.inbox.isEmpty)
            #expect(
                shop.messages.allSatisfy { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        }
        let listed = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path + "/done/2026-11-20")
        #expect(listed.count >= 2 * names.count)
        #expect(shop.files("reports/2026-11-20").count == 2 * (names.count + 1))
    }

    @Test func stagedFilesOfAKilledRunReturnToTheInbox() throws {
        let shop = try NightlyShop(["a": "second"])
        try shop.folder.write(Array("first".utf8), to: ".nightly.hand/a")
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.done == ["a": "second", "a.2": "first"])
        #expect(shop.messages.first == "a.2: moved back to the inbox, because a nightly run was interrupted")
    }

    @Test func unarchivableFileDoesNotBlockOthers() throws {
        let shop = try NightlyShop(["a": "1", "b": "2"])
        try shop.folder.write([], to: "done/2026-11-20")
        #expect(try shop.nightlyRun() == 74)
        #expect(shop.read.count == 2 && shop.inbox == ["a": "1", "b": "2"])
        #expect(shop.messages.contains("b: cannot be moved (Not a directory); it stays in the inbox"))
    }

    @Test func nightlyRunsDoNotOverlap() throws {
        let shop = try NightlyShop(["a": "1"])
        let lock = open(shop.folder.path + "/.nightly.lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(try shop.nightlyRun() == 75)
        #expect(
            shop.inbox == ["a": "1"]
                && shop.messages == ["another nightly run is active in this folder; nothing was done"]
        )
        close(lock)
        #expect(try shop.nightlyRun() == 0)
    }
}
