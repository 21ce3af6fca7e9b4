# Exits with 64.
# Says (en): Several inputs of run … have a rejected row on line …. Choose one: ….
# Says (ko): 실행 #…에서는 여러 입력 파일의 …번째 줄이 거절되었습니다. 하나를 고르세요: ….
printf '%s\n' 'item' '포도쥬스' > a.csv
printf '%s\n' 'item' '귤쥬스' > b.csv
juice-batch run a.csv b.csv --ledger l.sqlite --quiet --fail-on none
juice-batch settle 1 --row 2 --ledger l.sqlite
