# Exits with 4.
# Says (en): '…' may be a juice or a fruit here. Give the full name of the juice, or an action.
# Says (ko): '…': 쥬스인지 과일인지 알 수 없습니다. 쥬스의 전체 이름을 적거나 작업을 적으세요.
printf '%s\n' 'id,action,item,quantity' '1,,kiwi,1' > a.csv
juice-batch check a.csv
