# Exits with 64.
# Says (en): there is already a shop '…'.
# Says (ko): '…'…라는 매장이 이미 있습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain add c gangnam
