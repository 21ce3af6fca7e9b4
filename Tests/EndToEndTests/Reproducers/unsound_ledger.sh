# Exits with 70.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
LC_ALL=C sed -i s/키위쥬스/키위주스/g l.sqlite
juice-batch verify --ledger l.sqlite
