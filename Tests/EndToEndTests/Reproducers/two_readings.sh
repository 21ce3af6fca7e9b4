# Exits with 64.
# Says (en): …: '…' in … cells is given two meanings. Remove one of them.
# Says (ko): …: …의 … 두 가지 뜻으로 지정했습니다. 하나만 남기세요.
printf '%s\n' 'item,구분' '키위쥬스,반품' > a.csv
juice-batch run a.csv --value action:반품=cancel --value action:반품=ignore
