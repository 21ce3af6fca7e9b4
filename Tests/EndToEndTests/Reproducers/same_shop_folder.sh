# Exits with 78.
# Says (en): two shops have the folder '…': …. Nothing was done.
# Says (ko): 폴더 '…'에 매장 두 곳이 지정되어 있습니다: …. 아무것도 하지 않았습니다.
mkdir -p c/a
printf '%s\n' '{"shops": {"강남": {"folder": "a"}, "홍대": {"folder": "a"}}}' > c/chain.json
juice-batch chain run c
