# Exits with 78.
# Says (en): Two shops have the same folder '…': …. Nothing was done.
# Says (ko): 두 매장의 폴더('…')가 같습니다: …. 아무것도 하지 않았습니다.
mkdir -p c/a
printf '%s\n' '{"shops": {"강남": {"folder": "a"}, "홍대": {"folder": "a"}}}' > c/chain.json
juice-batch chain run c
