internal import CSV
internal import Glibc
package import JuiceBatch
internal import JuiceCore
internal import JuiceReports

extension Shop {
    /// Begins a shop: makes its folder, with an inbox, the menu, settings, and units if they are asked for.
    ///
    /// What is there already with just this content stays, so that a beginning that was cut short can be made whole by the
    /// same command.
    ///
    /// - Parameter path: of the folder, which is made if it is missing; the one that it lies in has to be there.
    /// - Throws: `cannotCreate`, before anything is written, where something else has a name that is needed.
    package func begin(_ shop: NewShop, at path: String) throws(BatchError) -> BegunShop {
        let path = surroundings.path(path)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .cannotCreate(path: path, errno: errno) }
        let folder = try ReportFolder.resolved(path)
        let units = shop.schedule.map { UserUnits(folder: folder, shop: shop, schedule: $0).files } ?? []
        var files = [(name: "menu.csv", text: Self.menuText)]
        files += units.map { (name: "units/\($0.name)", text: $0.text) }
        // The last one, since it makes the folder a shop's.
        files.append((name: "juice-batch.json", text: Self.settings(of: shop)))
        var missing: [(name: String, text: String)] = []
        for file in files where try !isThere(file.text, at: "\(folder)/\(file.name)") { missing.append(file) }
        let root = try OpenFolder(root: folder)
        _ = try OpenFolder("inbox", in: root)
        if !units.isEmpty { _ = try OpenFolder("units", in: root) }
        for file in missing { try NewFile.write(file.text, to: "\(folder)/\(file.name)") }
        return BegunShop(folder: folder, units: files.map(\.name).filter { $0.hasPrefix("units/") })
    }

    /// The built-in menu, to be changed into the shop's own.
    private static var menuText: String {
        String(decoding: CellStyle(isForExcel: false).file(MenuFile.rows(.builtIn)), as: UTF8.self)
    }

    private static func settings(of shop: NewShop) -> String {
        var members: [(String, JSONValue)] = []
        if let name = shop.name { members.append(("shop", .string(name))) }
        if shop.language != .korean { members.append(("language", .string(shop.language.rawValue))) }
        if shop.dayStart != .midnight { members.append(("day_start", .string(shop.dayStart.text))) }
        members.append(("menu", .string("menu.csv")))
        return ProposalJSON.text(.object(members))
    }

    /// Whether a file has just this content; false where nothing has its name.
    private func isThere(_ text: String, at path: String) throws(BatchError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .cannotCreate(path: path, errno: errno) }
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size == text.utf8.count else {
            throw .cannotCreate(path: path, errno: EEXIST)
        }
        let file = try ReadDescriptor(opening: path, interruption: surroundings.interruption)
        var rest = Array(text.utf8)[...]
        var block = [UInt8](repeating: 0, count: text.utf8.count)
        while true {
            let count = try file.read(into: &block, path: path, interruption: surroundings.interruption)
            if count == 0 { break }
            guard rest.starts(with: block.prefix(count)) else { throw .cannotCreate(path: path, errno: EEXIST) }
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty else { throw .cannotCreate(path: path, errno: EEXIST) }
        return true
    }
}
