# Exits with 78.
# Says (en): '…' is a link or not a folder. A chain's folders must be inside it. Nothing was done.
# Says (ko): '…'… 링크이거나 폴더가 아닙니다. 체인이 쓰는 폴더는 모두 체인 폴더 안에 있어야 합니다. 아무것도 하지 않았습니다.
mkdir -p c/a/inbox c/b
ln -s ../a/inbox c/b/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
