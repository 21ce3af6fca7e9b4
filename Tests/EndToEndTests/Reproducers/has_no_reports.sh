# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch reverse 1 --ledger l.sqlite > log
juice-batch run a.csv --ledger l.sqlite --remake 2
