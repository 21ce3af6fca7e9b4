# Exits with 64.
# Says (en): the shop '…' is already recorded as closed from … on.
# Says (ko): 매장 '…'… 이미 …부터 닫는 것으로 기록되어 있습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c gangnam --date 2026-11-20
juice-batch chain close c gangnam
