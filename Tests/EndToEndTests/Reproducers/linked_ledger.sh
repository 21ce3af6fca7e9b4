# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
ln l.sqlite other.sqlite
juice-batch verify --ledger other.sqlite
