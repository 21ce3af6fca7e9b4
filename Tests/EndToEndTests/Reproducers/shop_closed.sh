# Exits with 64.
# Says (en): The shop '…' already has a closing date: ….
# Says (ko): 매장 '…'에는 닫는 날(…)을 이미 정해 두었습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c gangnam --date 2026-11-20
juice-batch chain close c gangnam
