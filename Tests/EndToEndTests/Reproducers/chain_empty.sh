# Exits with 78.
# Says (en): The chain has no open shops. Add or reopen one with juice-batch chain add.
# Says (ko): 체인에 열려 있는 매장이 없습니다. juice-batch chain add로 매장을 추가하거나 다시 여세요.
mkdir c
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
