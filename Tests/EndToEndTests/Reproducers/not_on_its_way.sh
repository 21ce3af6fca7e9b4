# Exits with 65.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --date 2026-11-20
juice-batch plan --ledger l.sqlite --ordered a.csv
