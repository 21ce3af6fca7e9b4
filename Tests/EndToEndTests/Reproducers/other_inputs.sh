# Exits with 64.
# Says (en): These are not the inputs of run ….
# Says (ko): 실행 #…의 입력이 아닙니다. 그때 쓴 파일을 같은 순서로 적으세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
printf '%s\n' 'item' '망고쥬스' > b.csv
juice-batch run b.csv --ledger l.sqlite --remake 1
