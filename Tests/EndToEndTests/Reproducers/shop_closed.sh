# Exits with 64.
# Says (en): the shop '…' is already recorded as closed from … on.
# Says (ko): 매장 '…'에는 닫는 날(…)이 이미 정해져 있습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c gangnam --date 2026-11-20
juice-batch chain close c gangnam
