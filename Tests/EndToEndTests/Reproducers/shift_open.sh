# Exits with 75.
# Says (en): a counter shift has been open since …, so the ledger cannot be changed; no counter is running …. To close the shift, run: juice-batch counter close --ledger l.sqlite
# Says (ko): 카운터 근무가 열려 있어 장부를 바꿀 수 없습니다. 실행 중인 카운터는 없습니다…. 마감하려면 이 명령을 실행하세요: juice-batch counter close --ledger l.sqlite
# A counter that is killed at once leaves its shift open.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
kill -KILL $counter
wait $counter
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite
