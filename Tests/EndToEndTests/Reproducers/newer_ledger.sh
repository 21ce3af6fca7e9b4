# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
# Where SQLite keeps the version of the format.
printf X | dd of=l.sqlite bs=1 seek=63 conv=notrunc status=none
juice-batch verify --ledger l.sqlite
