# Exits with 64.
# Says (en): --column '…': write ROLE=NAME, once for each role (id, action, item, quantity, time), as in --column item=product
# Says (ko): --column '…': 역할(id, action, item, quantity, time)마다 한 번, ROLE=NAME 형식으로 적으세요. 예: --column item=품명
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --column item
