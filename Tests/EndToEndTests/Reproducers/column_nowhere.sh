# Exits with 64.
# Says (en): --column …: no input has a column '…'. If titles stand above the header, add --header find.
# Says (ko): --column …: 어느 입력에도 '…' 열이 없습니다. 머리글 위에 제목이 있으면 --header find를 붙이세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --column id=none
