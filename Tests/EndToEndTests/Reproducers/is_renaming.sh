# Exits with 64.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch rename 딸기 설향 --ledger l.sqlite
juice-batch reverse 2 --ledger l.sqlite
