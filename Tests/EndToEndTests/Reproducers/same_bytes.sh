# Exits with 64.
# Says (en): …, …: these inputs have the same content. To apply both, add --again.
# Says (ko): …, …: 내용이 같은 입력입니다. 둘 다 적용하려면 --again을 붙이세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv a.csv --ledger l.sqlite
