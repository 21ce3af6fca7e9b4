# Exits with 64.
# Says (en): '…' cannot be a shop's name: at most 255 bytes, without / or control characters, and not starting with a full stop.
# Says (ko): '…'… 매장 이름으로 쓸 수 없습니다. 255바이트까지이며, /와 제어 문자를 쓸 수 없고 점으로 시작할 수 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain add c ../elsewhere
