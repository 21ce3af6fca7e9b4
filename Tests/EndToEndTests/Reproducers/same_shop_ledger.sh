# Exits with 78.
mkdir -p c/a c/b
touch c/a/shop.sqlite
ln c/a/shop.sqlite c/b/shop.sqlite
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
