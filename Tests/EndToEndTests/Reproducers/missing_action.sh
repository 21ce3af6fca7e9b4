# Exits with 4.
# Says (en): '…' may be a juice or a fruit here. Fill in the action.
# Says (ko): '…': 쥬스인지 과일인지 알 수 없습니다. 작업을 적으세요.
printf '%s\n' 'id,action,item,quantity' '1,,kiwi,1' > a.csv
juice-batch check a.csv
