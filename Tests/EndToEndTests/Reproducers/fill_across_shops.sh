# Exits with 78.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' '매장,날짜,item' 'gangnam,2026-11-20,키위쥬스' > c/inbox/a.csv
juice-batch chain run c --column shop=매장 --fill 날짜
