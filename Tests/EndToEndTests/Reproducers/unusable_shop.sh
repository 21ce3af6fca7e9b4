# Exits with 78.
mkdir -p c/a
printf '%s\n' '{"shops": {"강남": {"folder": "../b"}}}' > c/chain.json
juice-batch chain run c
