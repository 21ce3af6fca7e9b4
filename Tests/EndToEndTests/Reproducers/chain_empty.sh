# Exits with 78.
mkdir c
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
