# Exits with 78.
: > l.sqlite
juice-batch stock --ledger l.sqlite
