# Exits with 70.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
# A rule of the ledger that no run of this program can break, made one that every new fruit breaks.
LC_ALL=C sed -i "s/'fruit', 'juice'/'fluit', 'juice'/" l.sqlite
printf '%s\n' 'juice,fruit,quantity' '키위쥬스,배,1' > m.csv
juice-batch run a.csv --again --menu m.csv --ledger l.sqlite
