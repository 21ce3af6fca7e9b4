# Exits with 64.
# Says (en): '…' cannot be used as a shop's name. A name has at most 255 bytes, contains no / or control characters, and does not begin with a dot.
# Says (ko): '…'… 매장 이름으로 쓸 수 없습니다. 이름은 255바이트 이하여야 하고, /나 제어 문자가 들어가거나 점으로 시작하면 안 됩니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain add c ../elsewhere
