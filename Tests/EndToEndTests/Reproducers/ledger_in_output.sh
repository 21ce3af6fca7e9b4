# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
mkdir out
juice-batch run a.csv --output out --ledger out/l.sqlite
