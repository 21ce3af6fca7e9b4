# Exits with 4.
# Says (en): Stock is …. Count the fruit. If the number differs, correct the stock with a 'count' row.
# Says (ko): 재고는 …개입니다. 과일을 세어 보고 다르면 실사(count)로 고치세요.
printf '%s\n' 'action,item,quantity' 'order,키위쥬스,1' 'assert,키위,10' > a.csv
juice-batch check a.csv
