# Exits with 65.
# Says (en): Run … cannot be reversed because of the current stock (…).
# Says (ko): 실행 #… 취소할 수 없습니다. 재고가 맞지 않습니다: ….
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
printf '%s\n' 'item,quantity' '딸기,20' > b.csv
printf '%s\n' 'item' '딸기쥬스' > c.csv
for file in b c; do juice-batch run $file.csv --ledger l.sqlite --quiet; done
juice-batch reverse 2 --ledger l.sqlite
