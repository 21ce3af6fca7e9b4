# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
printf '%s\n' 'item' '딸기쥬스' > b.csv
juice-batch run a.csv --ledger l.sqlite --quiet
cp l.sqlite older.sqlite
juice-batch run b.csv --ledger l.sqlite --quiet
mv older.sqlite l.sqlite
juice-batch verify --ledger l.sqlite
