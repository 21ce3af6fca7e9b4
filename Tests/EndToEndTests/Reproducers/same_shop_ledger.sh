# Exits with 78.
# Says (en): Two shops have the same ledger: …. Nothing was done.
# Says (ko): 두 매장의 장부가 같습니다: …. 아무것도 하지 않았습니다.
mkdir -p c/a c/b
touch c/a/shop.sqlite
ln c/a/shop.sqlite c/b/shop.sqlite
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
