# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
printf '%s\n' 'juice,fruit,quantity' '키위쥬스,키위,1' > m.csv
juice-batch run a.csv --ledger l.sqlite --remake 1 --menu m.csv
