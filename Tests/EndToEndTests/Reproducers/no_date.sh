# Exits with 64.
# Says (en): …: @date requires the date of the run. Give it, as in --date 2026-11-20.
# Says (ko): …: @date를 쓰려면 실행 날짜를 정해야 합니다. --date 2026-11-20처럼 적으세요.
printf '%s\n' '주문번호,item' '1,키위쥬스' > a.csv
juice-batch run a.csv --column id=@date+주문번호
