# Exits with 4.
# Says (en): The item is empty. Name a juice or a fruit.
# Says (ko): 품목이 비어 있습니다. 쥬스나 과일 이름을 적으세요.
printf '%s\n' 'id,action,item,quantity' '1,order,,1' > a.csv
juice-batch check a.csv
