# Exits with 64.
# Says (en): there is no shop '…'.
# Says (ko): '…'…라는 매장이 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c hongdae
