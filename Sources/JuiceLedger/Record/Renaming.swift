internal import GRDB
package import JuiceBatch
package import JuiceCore

extension RunContent {
    /// That a fruit or juice is called otherwise from a run on.
    package struct Renaming: Sendable, Equatable {
        /// A name, and what it is matched by.
        package struct Name: Sendable, Equatable {
            package var key: String
            package var name: String

            package init(key: String, name: String) {
                self.key = key
                self.name = name
            }
        }

        /// Its number in the ledger.
        package var item: Int
        package var former: Name
        package var present: Name

        package init(item: Int, former: Name, present: Name) {
            self.item = item
            self.former = former
            self.present = present
        }

        /// What people are told of it.
        var names: ItemRenaming { ItemRenaming(former: former.name, name: present.name) }

        /// What a run's digest covers.
        var digestFields: [String] {
            ["renaming", "\(item)", former.key, former.name, present.key, present.name]
        }

        init(_ row: Row) throws {
            self.init(
                item: try row.decode(forColumn: "item"),
                former: Name(
                    key: try row.decode(forColumn: "former_key"), name: try row.decode(forColumn: "former_name")),
                present: Name(key: try row.decode(forColumn: "key"), name: try row.decode(forColumn: "name")))
        }

        /// Writes it down as what a run did, and lets it hold from now on.
        func insert(_ run: Int, into database: Database) throws {
            try database.execute(
                sql: "INSERT INTO renaming VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [run, item, former.key, former.name, present.key, present.name])
            try database.execute(
                sql: "UPDATE item SET key = ?, name = ? WHERE number = ?",
                arguments: [present.key, present.name, item])
        }
    }
}

extension LedgerTransaction {
    /// Calls a fruit or juice otherwise, in a run of its own that does nothing else: its stock, its history and the ids of
    /// its rows stay what they are.
    ///
    /// - Parameters:
    ///   - former: what it is called by now, in any spelling that matches.
    ///   - name: what it is to be called.
    ///   - recordedAt: UTC, as in `2026-11-20T18:30:00Z`.
    /// - Returns: the number of the run, and the names as the ledger has them.
    package func rename(
        _ former: String, to name: String, recordedAt: String
    ) throws -> (run: Int, renamed: ItemRenaming) {
        guard MenuFile.isUsable(name) else { throw BatchError.usage(.renaming(.unusable(name))) }
        let found = try items(called: former)
        guard let item = found.first else {
            throw BatchError.usage(.renaming(.unknown(former, former: try presentName(ofFormer: former))))
        }
        guard found.count == 1 else { throw BatchError.usage(.renaming(.ambiguous(former))) }
        guard item.name.name != name else { throw BatchError.usage(.renaming(.same(name))) }
        guard try items(called: name).allSatisfy({ $0.number == item.number }) else {
            throw BatchError.usage(.renaming(.taken(name)))
        }
        var content = RunContent(number: try snapshot.lastRun() + 1, recordedAt: recordedAt)
        let renaming = RunContent.Renaming(
            item: item.number, former: item.name, present: .init(key: nameKey(name), name: name))
        content.renaming = renaming
        try content.insert(into: database, openings: [:])
        return (content.number, renaming.names)
    }

    private func items(called name: String) throws -> [(number: Int, name: RunContent.Renaming.Name)] {
        try Row.fetchAll(
            database, sql: "SELECT number, key, name FROM item WHERE key = ?", arguments: [nameKey(name)]
        ).map { row in
            (
                try row.decode(forColumn: "number"),
                .init(key: try row.decode(forColumn: "key"), name: try row.decode(forColumn: "name"))
            )
        }
    }

    private func presentName(ofFormer name: String) throws -> String? {
        try String.fetchOne(
            database,
            sql: """
                SELECT item.name FROM renaming JOIN item ON item.number = renaming.item
                WHERE former_key = ? ORDER BY run DESC
                """, arguments: [nameKey(name)])
    }
}

extension LedgerSnapshot {
    /// Throws `formerName` where a menu has a name that a fruit or juice has had before, and nothing else has by now, and
    /// lacks the present one.
    package func refuseFormerNames(on menu: Menu) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT kind, item.key, item.name, former_key, former_name, run
                FROM renaming JOIN item ON item.number = renaming.item ORDER BY run DESC
                """)
        if rows.isEmpty { return }
        let items = try LedgerItems(database)
        let fruits = Set(menu.fruits.map { nameKey($0.name) })
        let juices = Set(menu.juices.map { nameKey($0.name) })
        for row in rows {
            let isFruit: Bool = try row.decode(String.self, forColumn: "kind") == LedgerItems.fruit
            let former: String = try row.decode(forColumn: "former_name")
            let onMenu = isFruit ? fruits : juices
            let isKnown = (isFruit ? items.number(ofFruit: former) : items.number(ofJuice: former)) != nil
            guard onMenu.contains(try row.decode(forColumn: "former_key")), !isKnown,
                !onMenu.contains(try row.decode(forColumn: "key"))
            else { continue }
            let renaming = ItemRenaming(former: former, name: try row.decode(forColumn: "name"))
            throw BatchError.formerName(
                ledger: ledger.shownPath, renaming, run: try row.decode(forColumn: "run"))
        }
    }
}
