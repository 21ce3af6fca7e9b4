# Exits with 65.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
sha256sum inbox/a.csv > elsewhere
ln -s ../elsewhere inbox/a.csv.sha256
juice-batch nightly --settle 0
