# Exits with 64.
# Says (en): No shop name matches --shops '…'.
# Says (ko): --shops '…'에 맞는 매장이 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c --shops 'hong*'
