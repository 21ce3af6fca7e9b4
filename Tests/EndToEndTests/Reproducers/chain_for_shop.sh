# Exits with 64.
# Says (en): this is a chain's folder, not a shop's. Nothing was done. To run its shops, use juice-batch chain run.
# Says (ko): 매장 폴더가 아니라 체인 폴더입니다. 아무것도 하지 않았습니다. 체인의 야간 처리는 juice-batch chain run으로 하세요.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch nightly --folder c
