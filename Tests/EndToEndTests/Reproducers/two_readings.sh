# Exits with 64.
# Says (en): …: '…' of … has two readings. Remove one.
# Says (ko): …: …의 … 두 가지로 읽으라고 했습니다. 하나만 두세요.
printf '%s\n' 'item,구분' '키위쥬스,반품' > a.csv
juice-batch run a.csv --value action:반품=cancel --value action:반품=ignore
