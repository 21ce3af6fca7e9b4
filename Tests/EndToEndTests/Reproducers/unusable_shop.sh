# Exits with 78.
# Says (en): '…' cannot be a shop's name or folder: at most 255 bytes, without / or control characters, and not starting with a full stop.
# Says (ko): '…'… 매장의 이름이나 폴더로 쓸 수 없습니다. 255바이트까지이며, /와 제어 문자를 쓸 수 없고 점으로 시작할 수 없습니다.
mkdir -p c/a
printf '%s\n' '{"shops": {"강남": {"folder": "../b"}}}' > c/chain.json
juice-batch chain run c
