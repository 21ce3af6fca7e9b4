# Exits with 64.
# Says (en): '…' cannot be a shop's name: the chain's own folder has that name.
# Says (ko): '…'… 체인이 쓰는 폴더라서 매장의 이름이 될 수 없습니다.
mkdir c
juice-batch chain add c reports
