# Exits with 78.
echo text > l.sqlite
juice-batch verify --ledger l.sqlite
