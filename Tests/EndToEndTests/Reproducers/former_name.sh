# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch rename 딸기 설향 --ledger l.sqlite
printf '%s\n' 'item' '망고쥬스' > b.csv
juice-batch run b.csv --ledger l.sqlite --quiet
