# Exits with 64.
printf '%s\n' 'item' '포도쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet --fail-on none
juice-batch run reports/a/failure.csv --ledger l.sqlite --output reports/b --quiet --fail-on none
juice-batch settle 1 --ledger l.sqlite
