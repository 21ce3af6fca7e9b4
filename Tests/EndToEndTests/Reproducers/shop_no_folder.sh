# Exits with 78.
# Says (en): '…' is not a folder, or is a link, so it cannot be used as a shop's folder. Nothing was done.
# Says (ko): '…'… 폴더가 아니거나 링크여서 매장 폴더로 쓸 수 없습니다. 아무것도 하지 않았습니다.
mkdir -p c other
ln -s ../other c/a
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
