# Exits with 78.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > other.csv
juice-batch run other.csv --ledger other.sqlite --quiet
juice-batch restore other.sqlite
