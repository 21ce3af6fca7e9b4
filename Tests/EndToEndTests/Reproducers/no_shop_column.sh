# Exits with 65.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' 'item,quantity' '키위쥬스,1' > c/inbox/a.csv
juice-batch chain run c --column shop=매장
