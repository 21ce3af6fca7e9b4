# Exits with 65.
printf '%s\n' 'juice,qty' 'kiwi,1' 'mango,1' > 20.csv
{ cat 20.csv; echo 'banana,1'; } > 23.csv
juice-batch run 20.csv --ledger shop.ledger --quiet
juice-batch run 23.csv --ledger shop.ledger
