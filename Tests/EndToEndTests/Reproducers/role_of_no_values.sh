# Exits with 64.
# Says (en): --value: '…': only cells in the action and item columns can be read as something else.
# Says (ko): --value: '…': 값을 바꿔 읽을 수 있는 역할은 action과 item뿐입니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --value quantity:하나=1
