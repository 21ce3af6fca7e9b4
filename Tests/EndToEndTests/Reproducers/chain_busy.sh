# Exits with 75.
# Says (en): Another nightly run of this chain is active. Nothing was done. Try again when it has finished.
# Says (ko): 이 체인의 다른 야간 처리가 실행 중입니다. 아무것도 하지 않았습니다. 끝난 뒤 다시 실행하세요.
mkdir -p c/a c/.night
printf '%s\n' '{}' > c/chain.json
exec 9> c/.night/.lock
flock 9
juice-batch chain run c
