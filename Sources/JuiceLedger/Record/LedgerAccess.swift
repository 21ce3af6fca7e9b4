extension Ledger {
    /// Runs `body` in a write transaction that is taken at once and commits when `body` returns.
    package func write<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        try commit { try body(LedgerTransaction(ledger: self, database: $0)) }
    }

    /// The same behind a commit of this connection's that has come to pass, for what whoever comes next does as well: others
    /// are waited for only as long as a run that has its turn always grants them.
    package func writeAfterwards<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        try prepareAfterwards()
        return try write(body)
    }

    /// Runs `body` on what the ledger holds at this moment, without holding up anybody; `body` must not write.
    package func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        try look { try body(LedgerSnapshot(ledger: self, database: $0)) }
    }
}
