# Exits with 64.
# Says (en): These settings do not reproduce the result of run ….
# Says (ko): 지금의 설정으로는 실행 #… 같은 결과가 나오지 않습니다. 그때 쓴 메뉴와 옵션(--menu, --column 등)을 붙이세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
printf '%s\n' 'juice,fruit,quantity' '키위쥬스,키위,1' > m.csv
juice-batch run a.csv --ledger l.sqlite --remake 1 --menu m.csv
