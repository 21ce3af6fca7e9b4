# Exits with 64.
# Says (en): the shop '…' is on record as closed from … on already.
# Says (ko): 매장 '…'… …부터 닫는 것으로 이미 적혀 있습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c gangnam --date 2026-11-20
juice-batch chain close c gangnam
