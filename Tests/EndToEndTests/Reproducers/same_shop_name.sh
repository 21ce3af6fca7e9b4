# Exits with 78.
# Says (en): Two shops are called '…': …. Nothing was done.
# Says (ko): 이름이 '…'인 매장이 두 곳입니다: …. 아무것도 하지 않았습니다.
mkdir -p c/강남점 'c/강남 점'
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
