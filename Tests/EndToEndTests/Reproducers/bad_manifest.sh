# Exits with 78.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
mkdir c/.night
printf '%s\n' '{"manifest": 2, "date": "2026-11-20"}' > c/.night/2026-11-20
juice-batch chain run c --date 2026-11-20
