# Exits with 64.
# Says (en): --column: '…' is not a role. Use id, action, item, quantity or time.
# Says (ko): --column: … 없는 역할입니다. id, action, item, quantity, time 중에서 고르세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --column fruit=x
