# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
rm l.sqlite
juice-batch verify --ledger l.sqlite
