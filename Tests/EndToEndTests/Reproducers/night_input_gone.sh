# Exits with 64.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' 'item' '키위쥬스' > c/gangnam/inbox/a.csv
juice-batch chain run c --date 2026-11-20 --quiet
rm -r c/gangnam/done
juice-batch chain report c gangnam 2026-11-20
