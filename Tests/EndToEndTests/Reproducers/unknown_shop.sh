# Exits with 64.
# Says (en): There is no shop called '…'.
# Says (ko): 이름이 '…'인 매장이 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c hongdae
