# Exits with 78.
mkdir -p c/강남점 'c/강남 점'
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
