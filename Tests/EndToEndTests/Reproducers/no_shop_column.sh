# Exits with 65.
# Says (en): There is no column '매장', which should name the shop. Header: ….
# Says (ko): 매장을 구분할 '매장' 열이 없습니다. 머리글: ….
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' 'item,quantity' '키위쥬스,1' > c/inbox/a.csv
juice-batch chain run c --column shop=매장
