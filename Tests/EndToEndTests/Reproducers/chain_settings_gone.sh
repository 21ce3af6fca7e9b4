# Exits with 78.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf 'item\n키위쥬스\n' > c/gangnam/inbox/a.csv
juice-batch chain run c
rm c/chain.json
juice-batch status --folder c
