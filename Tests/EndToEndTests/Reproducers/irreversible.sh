# Exits with 65.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
printf '%s\n' 'item,quantity' '딸기,20' > b.csv
printf '%s\n' 'item' '딸기쥬스' > c.csv
for file in b c; do juice-batch run $file.csv --ledger l.sqlite --quiet; done
juice-batch reverse 2 --ledger l.sqlite
