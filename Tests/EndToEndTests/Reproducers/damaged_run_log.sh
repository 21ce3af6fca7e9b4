# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
sed -i s/a.csv/b.csv/ l.sqlite.runs
juice-batch verify --ledger l.sqlite
