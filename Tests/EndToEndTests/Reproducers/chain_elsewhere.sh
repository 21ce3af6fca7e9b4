# Exits with 78.
# Says (en): '…' is a link or not a folder: a chain's places are folders inside it. Nothing was done.
# Says (ko): '…'… 링크이거나 폴더가 아닙니다. 체인의 폴더와 파일은 모두 제자리에 있어야 합니다. 아무것도 하지 않았습니다.
mkdir -p c/a/inbox c/b
ln -s ../a/inbox c/b/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
