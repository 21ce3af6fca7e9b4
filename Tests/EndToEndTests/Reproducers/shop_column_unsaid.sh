# Exits with 78.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' '매장,item' '강남,키위쥬스' > c/inbox/a.csv
juice-batch chain run c
