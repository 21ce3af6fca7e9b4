# Exits with 78.
# Says (en): '…' cannot be used as a shop's name or folder. A name has at most 255 bytes, contains no / or control characters, does not begin with a dot, and is not that of a folder of the chain, such as inbox.
# Says (ko): '…'… 매장의 이름이나 폴더로 쓸 수 없습니다. 이름은 255바이트 이하여야 하고, /나 제어 문자가 들어가거나 점으로 시작하면 안 되며, inbox처럼 체인이 쓰는 폴더의 이름도 안 됩니다.
mkdir -p c/a
printf '%s\n' '{"shops": {"강남": {"folder": "../b"}}}' > c/chain.json
juice-batch chain run c
