# Exits with 64.
# Says (en): --column …: no input has a column '…'.
# Says (ko): --column …: 어느 입력에도 '…' 열이 없습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --column id=none
