# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
# Where SQLite keeps an application's mark.
printf X | dd of=l.sqlite bs=1 seek=68 conv=notrunc status=none
juice-batch verify --ledger l.sqlite
