# Exits with 64.
printf '%s\n' 'juice,fruit,quantity' '사과쥬스,배,1' > one.csv
printf '%s\n' 'juice,fruit,quantity' '배,사과,1' > two.csv
printf '%s\n' 'action,item,quantity' '입고,배,3' > a.csv
printf '%s\n' 'action,item,quantity' '입고,사과,3' > b.csv
juice-batch run a.csv --menu one.csv --ledger l.sqlite --quiet
juice-batch run b.csv --menu two.csv --ledger l.sqlite --quiet
juice-batch rename 배 사과나무 --ledger l.sqlite
