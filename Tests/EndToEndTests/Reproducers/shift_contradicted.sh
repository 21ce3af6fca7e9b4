# Exits with 70.
# Says (en): The result of row 1 differs from what the counter showed.
# Says (ko): 1번째 기록의 결과가 카운터 화면에 나온 결과와 다릅니다.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
# Somebody else writes into the journal of a counter that is at work.
printf '2026-11-21 09:00:00,press-001,order,키위쥬스,1\n' >> "$(ls journal/*.csv)"
kill -TERM $counter
wait $counter
