# Exits with 64.
# Says (en): The shop '…' applied no files in the nightly run of ….
# Says (ko): 매장 '…'에는 …의 야간 처리에서 적용한 파일이 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain report c gangnam 2026-11-20
