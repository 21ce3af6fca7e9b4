# Exits with 65.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite
juice-batch plan --ledger l.sqlite
