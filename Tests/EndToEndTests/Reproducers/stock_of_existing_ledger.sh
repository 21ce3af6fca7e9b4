# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
echo 'fruit,stock' > s.csv
juice-batch run a.csv --stock s.csv --ledger l.sqlite --again
