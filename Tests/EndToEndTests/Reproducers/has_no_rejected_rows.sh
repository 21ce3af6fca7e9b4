# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet --fail-on none
juice-batch settle 1 --ledger l.sqlite
