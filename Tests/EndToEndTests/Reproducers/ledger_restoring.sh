# Exits with 78.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > inbox/b.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm backup/2.sqlite shop.sqlite
rm done/*/b.csv
juice-batch restore > said.txt 2>&1
juice-batch verify --ledger shop.sqlite
