# Exits with 78.
# Says (en): the file would now be split differently than when this nightly run began.
# Says (ko): 매장별로 나눈 결과가 이 야간 처리를 시작했을 때와 다릅니다.
mkdir -p c/inbox c/a/inbox c/b/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' '매장,옛매장,item' 'a,b,키위쥬스' 'b,a,망고쥬스' > c/inbox/o.csv
juice-batch chain run c --date 2026-11-20 --column shop=매장 --shops a --accept 옛매장 --quiet
juice-batch chain run c --date 2026-11-20 --column shop=옛매장 --accept 매장
