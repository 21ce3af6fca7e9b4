# Exits with 78.
# Says (en): the inbox holds exports, and no setting says which column names the shop:
# Says (ko): inbox에 본사의 파일이 있는데 매장을 적은 열이 무엇인지 모릅니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' '매장,item' '강남,키위쥬스' > c/inbox/a.csv
juice-batch chain run c
