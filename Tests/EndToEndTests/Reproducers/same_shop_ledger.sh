# Exits with 78.
# Says (en): Two shops use the same ledger: …. Nothing was done.
# Says (ko): 두 매장이 같은 장부를 씁니다: …. 아무것도 하지 않았습니다.
mkdir -p c/a c/b
touch c/a/shop.sqlite
ln c/a/shop.sqlite c/b/shop.sqlite
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
