internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A search of a shop's folder for the files that the operator has to decide about.
///
/// A file in failed/ or repeated/ is resolved when it is moved away, or when a later run had an input with its content.
/// A file in failed/ is also resolved by an input with its name that is not of a later day; the input that corrects a
/// workbook has its name with `.csv`. A damaged shift log that was set aside is treated like a file in failed/. A file
/// in the inbox is unresolved if it was last changed more than a day ago.
struct UnresolvedFileSearch {
    let root: OpenFolder
    let environment: Environment

    /// Returns all unresolved files of failed/, repeated/ and the inbox by path; throws `unreadable` for these folders.
    func files(_ inputs: () throws -> [LedgerSnapshot.UnreversedInput]) throws -> [UnresolvedFile] {
        let setAside = try [.failed, .repeated].flatMap(filesSetAside) + damagedShiftLogs()
        let inputs = setAside.isEmpty ? [] : try inputs()
        return try setAside.filter { try !isResolved($0, inputs) }.map(\.entry.file) + waiting()
    }

    /// A file in failed/ or repeated/, or a damaged shift log.
    private struct SetAsideFile {
        var entry: SetAsideRecord
        let folder: OpenFolder
        let name: FileName
        /// The day of the last change; nil if unknown, or unless the file was moved on that day or the next.
        var writtenDay: CalendarDay?
    }

    private func filesSetAside(in place: UnresolvedFile.Place) throws -> [SetAsideFile] {
        guard let folder = try root.readable(FileName(place.rawValue)) else { return [] }
        let log = root.setAsideRecords()
        var files: [SetAsideFile] = []
        for day in try folder.names() {
            guard let date = CalendarDay(day.text), let inner = try folder.readable(day) else { continue }
            for name in try inner.names() where !name.isHiddenOrUnfinished && !name.isChecksum {
                try environment.cancellation.check()
                guard let status = inner.status(of: name), status.isRegularFile else { continue }
                let recorded = log.last {
                    $0.identity.hasSameContent(as: FileIdentity(status)) && $0.file.place == place
                }
                var file = SetAsideFile(
                    entry: recorded ?? entry(of: name.text, in: place, status), folder: inner, name: name)
                file.entry.file.path = "\(place.rawValue)/\(day.text)/\(name.text)"
                let written = CalendarDay(String(environment.localTimeAt(status.st_mtim.tv_sec).prefix(10)))
                file.writtenDay = written.flatMap { (0...1).contains(date.number - $0.number) ? $0 : nil }
                files.append(file)
            }
        }
        return files
    }

    /// The entry for a file, given its name in the inbox, that the log does not contain.
    private func entry(of name: String, in place: UnresolvedFile.Place, _ status: stat) -> SetAsideRecord {
        let file = UnresolvedFile(in: place, since: utcText(of: status.st_ctim.tv_sec))
        return SetAsideRecord(identity: FileIdentity(status), name: name, file: file)
    }

    private func damagedShiftLogs() throws -> [SetAsideFile] {
        guard let folder = try root.readable(FileName(ShiftLog.folderName)) else { return [] }
        return try folder.names().compactMap { name in
            guard let suffixRange = name.text.firstRange(of: ShiftLog.damagedSuffix),
                let status = folder.status(of: name), status.isRegularFile
            else { return nil }
            var entry = entry(of: String(name.text[..<suffixRange.lowerBound]), in: .failed, status)
            entry.file.path = "\(ShiftLog.folderName)/\(name.text)"
            return SetAsideFile(entry: entry, folder: folder, name: name)
        }
    }

    private func isResolved(_ file: SetAsideFile, _ inputs: [LedgerSnapshot.UnreversedInput]) throws -> Bool {
        let entry = file.entry
        let later = inputs.filter { input in
            entry.lastRun.map { input.run > $0 } ?? (input.recordedAt > entry.file.since)
        }
        let dot = entry.name.lastIndex(of: ".") ?? entry.name.endIndex
        let isWorkbook = [".xlsx", ".xls"].contains(entry.name[dot...].lowercased())
        let names = [entry.name] + (isWorkbook ? ["\(entry.name[..<dot]).csv"] : [])
        // An input of a later day corrects nothing: some POS systems use one name every day.
        let isCorrected = later.contains { input in
            guard names.contains(input.name) else { return false }
            guard let written = file.writtenDay, let day = input.day.flatMap({ CalendarDay($0) }) else { return true }
            return day <= written
        }
        if entry.file.place == .failed, isCorrected { return true }
        let duplicates = later.filter { $0.bytes == entry.identity.sizeBytes }
        guard !duplicates.isEmpty,
            let input = try file.folder.input(
                file.name, path: entry.file.path, name: file.name.text, environment.cancellation)
        else { return false }
        let sha256 = try input.sha256(cancellation: environment.cancellation)
        return duplicates.contains { $0.sha256 == sha256 }
    }

    /// The entries of the inbox that should have been processed by now.
    private func waiting() throws -> [UnresolvedFile] {
        let place = UnresolvedFile.Place.inbox
        guard let inbox = try root.readable(FileName(place.rawValue)), let now = utcSeconds(of: environment.now())
        else { return [] }
        let names = try inbox.names()
        let files = Set(names.filter { !$0.isChecksum })
        return names.compactMap { name in
            guard let status = inbox.status(of: name), let obstacle = obstacle(name, status, files),
                status.st_mtim.tv_sec < now - 86_400
            else { return nil }
            var file = UnresolvedFile(
                in: place, path: "\(place.rawValue)/\(name.text)", since: utcText(of: status.st_mtim.tv_sec))
            file.obstacle = obstacle
            return file
        }
    }

    /// The reason why an entry of the inbox is not processed; nil if it need not be reported.
    private func obstacle(
        _ name: FileName, _ status: stat, _ files: Set<FileName>
    ) -> UnresolvedFile.Obstacle? {
        if name.isHiddenOrUnfinished {
            // Hidden files such as `.keep` and `._sales.csv` are not reported; `.sales.csv.a8Xq` is being written.
            let dot = UInt8(ascii: ".")
            let rest = name.bytes.dropFirst()
            let isOfSystem = name.bytes.first == dot && (rest.first == UInt8(ascii: "_") || !rest.contains(dot))
            return isOfSystem ? nil : .unfinished
        }
        if !status.isRegularFile { return .noFile }
        guard name.isChecksum else { return .waiting }
        // The checksum of an existing file is not reported separately.
        return files.contains { $0.checksum == name } ? nil : .checksumAlone
    }
}
