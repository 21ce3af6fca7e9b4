# Exits with 64.
printf '%s\n' 'item' '포도쥬스' > a.csv
printf '%s\n' 'item' '귤쥬스' > b.csv
juice-batch run a.csv b.csv --ledger l.sqlite --quiet --fail-on none
juice-batch settle 1 --row 2 --ledger l.sqlite
