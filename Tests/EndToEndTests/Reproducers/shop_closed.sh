# Exits with 64.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain close c gangnam --date 2026-11-20
juice-batch chain close c gangnam
