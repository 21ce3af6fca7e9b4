# Exits with 64.
# Says (en): There is already a shop called '…'.
# Says (ko): 이름이 '…'인 매장이 이미 있습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain add c gangnam
