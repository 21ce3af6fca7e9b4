# Exits with 64.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch nightly --folder c
