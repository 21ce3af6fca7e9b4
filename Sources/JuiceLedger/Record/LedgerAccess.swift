extension Ledger {
    /// Runs `body` in a write transaction that is taken at once and commits when `body` returns.
    package func write<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        try commit { try body(LedgerTransaction(ledger: self, database: $0)) }
    }

    /// Runs `body` in a write transaction after an earlier commit of this connection, for work that the next opening of
    /// the ledger would do as well.
    ///
    /// From this call on, each wait for another process takes at most the few seconds that every run grants others,
    /// whatever the user's wait time.
    package func writeAfterwards<Value>(_ body: (LedgerTransaction) throws -> Value) throws -> Value {
        try prepareAfterwards()
        return try write(body)
    }

    /// Runs `body` on the ledger's current state without blocking other processes; `body` must not write.
    package func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        try look { try body(LedgerSnapshot(ledger: self, database: $0)) }
    }
}
