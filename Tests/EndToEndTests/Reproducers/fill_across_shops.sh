# Exits with 78.
# Says (en): '…' cannot be filled from above: in an export, the row above may belong to another shop. Only the shop column can be filled.
# Says (ko): '…': 본사가 보낸 파일에서는 매장 열만 위 칸의 값으로 채울 수 있습니다. 위의 행은 다른 매장의 것일 수 있습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' '매장,날짜,item' 'gangnam,2026-11-20,키위쥬스' > c/inbox/a.csv
juice-batch chain run c --column shop=매장 --fill 날짜
