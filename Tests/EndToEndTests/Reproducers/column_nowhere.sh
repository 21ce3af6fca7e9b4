# Exits with 64.
# Says (en): --column …: no input has a column '…'. If titles stand above the header, add --header find. If only some files have the column, use the settings file (chain.json for a chain) instead of the option.
# Says (ko): --column …: 어느 입력에도 '…' 열이 없습니다. 머리글 위에 제목이 있으면 --header find를 붙이세요. 이 열이 없는 파일도 있으면 옵션 대신 설정 파일(체인은 chain.json)에 적으세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --column id=none
