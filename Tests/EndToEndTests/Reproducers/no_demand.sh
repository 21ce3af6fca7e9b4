# Exits with 65.
# Says (en): there are no recorded orders with a date, so demand cannot be estimated. Apply orders with --date YYYY-MM-DD, or from a file with a time column, and try again.
# Says (ko): 날짜가 있는 주문 기록이 없어 살 것을 계산할 수 없습니다. --date YYYY-MM-DD를 붙이거나 시각 열이 있는 파일로 주문을 적용한 뒤 다시 실행하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite
juice-batch plan --ledger l.sqlite
