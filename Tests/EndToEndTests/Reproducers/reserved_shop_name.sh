# Exits with 64.
# Says (en): '…' cannot be used as a shop's name, because the chain uses a folder of that name.
# Says (ko): '…'… 체인이 쓰는 폴더라서 매장 이름으로 쓸 수 없습니다.
mkdir c
juice-batch chain add c reports
