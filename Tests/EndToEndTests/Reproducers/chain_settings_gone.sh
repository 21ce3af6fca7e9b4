# Exits with 78.
# Says (en): chain.json is missing, though .night/ shows that a chain was run here. Put chain.json back.
# Says (ko): chain.json이 없는데, .night/에는 체인을 실행한 기록이 있습니다. chain.json을 되돌려 놓으세요.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf 'item\n키위쥬스\n' > c/gangnam/inbox/a.csv
juice-batch chain run c
rm c/chain.json
juice-batch status --folder c
