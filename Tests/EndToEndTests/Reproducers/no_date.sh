# Exits with 64.
printf '%s\n' '주문번호,item' '1,키위쥬스' > a.csv
juice-batch run a.csv --column id=@date+주문번호
