# Exits with 78.
# Says (en): Two shops have the same name '…': …. Nothing was done.
# Says (ko): 두 매장의 이름('…')이 같습니다: …. 아무것도 하지 않았습니다.
mkdir -p c/강남점 'c/강남 점'
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
