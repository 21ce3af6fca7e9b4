# Exits with 78.
# Says (en): The inbox contains exports, but no setting says which column names the shop.
# Says (ko): inbox에 본사가 보낸 파일이 있는데, 매장 열이 설정에 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' '매장,item' '강남,키위쥬스' > c/inbox/a.csv
juice-batch chain run c
