# Exits with 78.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm -r backup shop.sqlite
juice-batch restore
