# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
printf '%s\n' 'item' '망고쥬스' > b.csv
juice-batch run b.csv --ledger l.sqlite --remake 1
