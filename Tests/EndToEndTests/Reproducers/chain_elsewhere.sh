# Exits with 78.
# Says (en): '…' is not a folder, or is a link. All folders of a chain must be inside the chain's folder. Nothing was done.
# Says (ko): '…'… 폴더가 아니거나 링크입니다. 체인이 쓰는 폴더는 모두 체인 폴더 안에 있어야 합니다. 아무것도 하지 않았습니다.
mkdir -p c/a/inbox c/b
ln -s ../a/inbox c/b/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
